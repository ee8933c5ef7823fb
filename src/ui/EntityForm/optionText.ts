import type { Translate } from '@/app/i18n/i18n';
import type { OptionSpec } from './types';

/** Returns the label of an option: the server's text, or our text in the user's language. */
export function optionText(option: OptionSpec, t: Translate): string {
  return 'text' in option ? option.text : t(option.label);
}
