import { writeDay } from './dates';

/** Languages of the product (SPEC §1), in display order. */
export const LOCALES = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;
export type Locale = (typeof LOCALES)[number];

/** Name of each language in that language, so that users recognize their own language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'pt-BR': 'Português',
};

/** Language when neither a stored preference nor the browser provides a supported language (SPEC §1). */
export const DEFAULT_LOCALE: Locale = 'zh-CN';

/** A text in every language of the product. `{name}` marks a placeholder. */
export type Text = Readonly<Record<Locale, string>>;

/** Builds a {@link Text}. The order of the languages is zh-CN, en-US, pt-BR, zh-TW. */
export function text(zhCN: string, enUS: string, ptBR: string, zhTW: string): Text {
  return { 'zh-CN': zhCN, 'en-US': enUS, 'pt-BR': ptBR, 'zh-TW': zhTW };
}

/** Pattern for right-to-left letters (Hebrew, Arabic and others) and characters that change the text direction. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Fills `{name}` placeholders. A placeholder without a value stays visible, so that a test can find it.
 *
 * @param locale language for values that are days (`yyyy-MM-dd`, with an optional time); without a language, days stay unchanged
 */
export function fill(
  template: string,
  params: Readonly<Record<string, string | number>> = {},
  locale: Locale | null = null,
): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const given = String(params[name] ?? whole);
    const value = locale === null ? given : writeDay(given, locale);
    // U+2068 and U+2069 isolate the value. Without them, an Arabic name would change the position of the number that follows.
    return TURNS.test(value) ? `\u2068${value}\u2069` : value;
  });
}

/** Finds the supported language for a language tag (`pt` → `pt-BR`, `zh-Hant-HK` → `zh-TW`). `null` means no match. */
export function matchLocale(tag: string): Locale | null {
  const wanted = tag.trim().toLowerCase();
  if (!wanted) return null;
  const exact = LOCALES.find((locale) => locale.toLowerCase() === wanted);
  if (exact) return exact;
  const [language, ...rest] = wanted.split('-');
  if (language === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN';
  return LOCALES.find((locale) => locale.slice(0, 2) === language) ?? null;
}
