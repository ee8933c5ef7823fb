import type { Locale } from '@contract/text';
import type { ConfigProviderProps } from 'antd';
import { useEffect, useState } from 'react';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/* One chunk a language: antd's own words, and dayjs's, which its calendars read. */
const LOADERS: Readonly<Record<Locale, () => Promise<AntdLocale>>> = {
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
 * No words of its own, so antd falls back to its English. Never undefined: with and without words antd draws another tree, and the
 * whole console would be mounted twice.
 */
const NO_WORDS: AntdLocale = { locale: 'none' };

/** antd's words in the language that is shown; its English until they are here. */
export function useAntdLocale(locale: Locale): AntdLocale {
  const [loaded, setLoaded] = useState<{ readonly of: Locale; readonly words: AntdLocale } | null>(null);
  useEffect(() => {
    let current = true;
    Promise.all([LOADERS[locale](), import('dayjs')]).then(
      ([words, dayjs]) => {
        dayjs.default.locale(DAYJS[locale]);
        if (current) setLoaded({ of: locale, words });
      },
      // The console works with antd's English; the next page view tries again.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [locale]);
  return loaded?.of === locale ? loaded.words : NO_WORDS;
}
