import type { Locale } from '@contract/text';
import type { ConfigProviderProps } from 'antd';
import { useEffect, useState } from 'react';

type Words = NonNullable<ConfigProviderProps['locale']>;

/* Loads one chunk per language with the texts of antd and of dayjs. antd's calendars use dayjs. */
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
 * An empty locale, for which antd uses English. It must not be `undefined`, because without a locale antd renders another tree. All
 * content would then be mounted a second time.
 */
const NO_WORDS: Words = { locale: 'none' };

/** The loaded language and its texts. */
let loaded: { readonly of: Locale; readonly words: Words } | null = null;

/** Loads antd's texts if they are not loaded yet. Sets the language of the calendars. */
export async function loadWords(locale: Locale): Promise<void> {
  if (loaded?.of === locale) return;
  const [words, dayjs] = await Promise.all([LOADERS[locale](), import('dayjs')]);
  dayjs.default.locale(DAYJS[locale]);
  loaded = { of: locale, words };
}

/** Returns antd's texts in the given language. Returns an empty locale until they are loaded. */
export function useWords(locale: Locale): Words {
  const [, draw] = useState<Words | null>(null);
  useEffect(() => {
    let current = true;
    loadWords(locale).then(
      () => {
        if (current) draw(loaded?.words ?? null);
      },
      // If the load fails, the component shows antd's English texts. The next component tries to load the language again.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [locale]);
  return loaded?.of === locale ? loaded.words : NO_WORDS;
}
