import type { Locale } from '@contract/text';

/** Each language in its own words: whoever cannot read the page must find his own. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'pt-BR': 'Português',
};
