import type { Locale } from '@contract/text';
import { type ManualPage, readPage } from './parse';

/* Each language has its own chunk. A chunk is loaded when the user first opens or searches the manual in its language. */
const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly pages: readonly string[] }>>> = {
  'zh-CN': () => import(/* webpackChunkName: "manual-zh-CN" */ './pages.zh-CN'),
  'zh-TW': () => import(/* webpackChunkName: "manual-zh-TW" */ './pages.zh-TW'),
  'en-US': () => import(/* webpackChunkName: "manual-en-US" */ './pages.en-US'),
  'pt-BR': () => import(/* webpackChunkName: "manual-pt-BR" */ './pages.pt-BR'),
};

/** Loads and parses the manual in one language. */
export async function loadManual(locale: Locale): Promise<readonly ManualPage[]> {
  const { pages } = await LOADERS[locale]();
  return pages.map(readPage);
}
