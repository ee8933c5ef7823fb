import { DEFAULT_LOCALE, type Locale, matchLocale } from '@contract/text';

/**
 * Chooses the language (SPEC §1): the stored preference, then the browser's languages, then zh-CN. A stored language that the console
 * does not offer is ignored.
 *
 * @param stored value of `umi_locale`, or `null`
 * @param browser the browser's languages, the preferred one first
 */
export function chooseLocale(stored: string | null, browser: readonly string[]): Locale {
  for (const tag of [stored ?? '', ...browser]) {
    const found = matchLocale(tag);
    if (found) return found;
  }
  return DEFAULT_LOCALE;
}

/**
 * Chooses the direction of the frame: right to left for Hebrew, Arabic, Persian and Kurdish (SPEC §1). It follows the language code at the
 * start of the stored preference, or else of the browser's first language. The console offers none of these languages, so the texts are in
 * another language.
 *
 * @param stored value of `umi_locale`, or `null`
 * @param browser the browser's languages, the preferred one first
 */
export function directionOf(stored: string | null, browser: readonly string[]): 'ltr' | 'rtl' {
  return /^(he|ar|fa|ku)(?![a-z])/i.test(stored || (browser[0] ?? '')) ? 'rtl' : 'ltr';
}
