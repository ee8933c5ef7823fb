import type { Say } from '@/app/i18n/translate';
import type { OptionSpec } from './types';

/** The word that stands for an option. */
export function optionText(option: OptionSpec, say: Say): string {
  return 'text' in option ? option.text : say(option.label);
}
