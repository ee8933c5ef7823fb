import type { Locale } from '../../../contract/text';
import type { Words } from '../../core/database/tables/information';

/** The text in a language; where it is not written in it, in the default language, then in any. */
export const inLanguage = (words: Partial<Words>, locale: Locale, fallback: Locale): string =>
  words[locale] || words[fallback] || Object.values(words).find(Boolean) || '';
