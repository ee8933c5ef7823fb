import type { Locale } from '@contract/text';
import type { ConfigProviderProps } from 'antd';
import { useEffect, useState } from 'react';

type Words = NonNullable<ConfigProviderProps['locale']>;

/* One chunk a language: antd's own words, and dayjs's, which its calendars read. */
const LOADERS: Readonly<Record<Locale, () => Promise<Words>>> = {
  'zh-CN': async () => {
    const [locale] = await Promise.all([import('antd/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    return locale.default;
  },
  'zh-TW': async () => {
    const [locale] = await Promise.all([import('antd/locale/zh_TW'), import('dayjs/locale/zh-tw')]);
    return locale.default;
  },
  'en-US': async () => (await import('antd/locale/en_US')).default,
  'pt-BR': async () => {
    const [locale] = await Promise.all([import('antd/locale/pt_BR'), import('dayjs/locale/pt-br')]);
    return locale.default;
  },
};

const DAYJS: Readonly<Record<Locale, string>> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', 'en-US': 'en', 'pt-BR': 'pt-br' };

/**
 * No words of its own, so antd falls back to its English. Never undefined: with and without words antd draws another tree, and
 * everything inside would be mounted twice.
 */
const NO_WORDS: Words = { locale: 'none' };

/** The language that is here. */
let loaded: { readonly of: Locale; readonly words: Words } | null = null;

/** Fetches antd's words, unless they are here; the calendars speak the language from then on. */
export async function loadWords(locale: Locale): Promise<void> {
  if (loaded?.of === locale) return;
  const [words, dayjs] = await Promise.all([LOADERS[locale](), import('dayjs')]);
  dayjs.default.locale(DAYJS[locale]);
  loaded = { of: locale, words };
}

/** antd's words in the language that is shown; its English until they are here. */
export function useWords(locale: Locale): Words {
  const [, draw] = useState<Words | null>(null);
  useEffect(() => {
    let current = true;
    loadWords(locale).then(
      () => {
        if (current) draw(loaded?.words ?? null);
      },
      // The part works with antd's English; the next one tries again.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [locale]);
  return loaded?.of === locale ? loaded.words : NO_WORDS;
}
