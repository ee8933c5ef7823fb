import type { Translate } from '@/app/i18n/i18n';
import type { OptionSpec } from './types';

/** The label of an option. */
export function optionText(option: OptionSpec, t: Translate): string {
  return 'text' in option ? option.text : t(option.label);
}
