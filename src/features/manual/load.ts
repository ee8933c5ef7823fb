import type { Locale } from '@contract/text';
import { type ManualPage, readPage } from './parse';

/* One file a language, fetched when the manual is first opened or searched. */
const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly pages: readonly string[] }>>> = {
  'zh-CN': () => import(/* webpackChunkName: "manual-zh-CN" */ './pages.zh-CN'),
  'zh-TW': () => import(/* webpackChunkName: "manual-zh-TW" */ './pages.zh-TW'),
  'en-US': () => import(/* webpackChunkName: "manual-en-US" */ './pages.en-US'),
  'pt-BR': () => import(/* webpackChunkName: "manual-pt-BR" */ './pages.pt-BR'),
};

const loaded = new Map<Locale, Promise<readonly ManualPage[]>>();

/** The manual in a language. A failed load is tried again at the next call. */
export function loadManual(locale: Locale): Promise<readonly ManualPage[]> {
  const known = loaded.get(locale);
  if (known) return known;
  const coming = LOADERS[locale]().then(({ pages }) => pages.map(readPage));
  loaded.set(locale, coming);
  coming.catch(() => loaded.delete(locale));
  return coming;
}
