import { LOCALES, type Locale, type Text } from '../../../contract/text';
import type { Words } from '../../core/database/tables/information';

/** Returns the text in a language, else in the default language, else in any language. */
export const inLanguage = (words: Partial<Words>, locale: Locale, fallback: Locale): string =>
  words[locale] || words[fallback] || Object.values(words).find(Boolean) || '';

/** Returns the text in each language. Missing languages get a text from another language. */
export const inEachLanguage = (words: Partial<Words>, fallback: Locale): Text =>
  Object.fromEntries(LOCALES.map((locale) => [locale, inLanguage(words, locale, fallback)])) as unknown as Text;
