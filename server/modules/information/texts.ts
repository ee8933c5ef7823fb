import type { Locale } from '../../../contract/text';
import type { Words } from '../../core/database/tables/information';

/** Returns the text in a language, else in the default language, else in any language. */
export const inLanguage = (words: Partial<Words>, locale: Locale, fallback: Locale): string =>
  words[locale] || words[fallback] || Object.values(words).find(Boolean) || '';
