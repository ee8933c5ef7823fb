import { resolve } from 'node:path';

/** Where the built assets lie on the web server (SPEC §9). The router's base stays `/`. */
export const ASSETS_PATH = '/static/template/site/index/';
/** Milliseconds until a missing code chunk counts as failed (SPEC §9). */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** What webpack is told besides umi's own keys. */
interface Chain {
  output: { chunkLoadTimeout(ms: number): unknown };
}

export function chainWebpack(chain: Chain): void {
  chain.output.chunkLoadTimeout(CHUNK_LOAD_TIMEOUT_MS);
}

/** An empty module instead of a `fetch` for browsers that have one; together with the missing polyfills 63 kB less. */
export const alias = {
  '@contract': resolve('contract'),
  'isomorphic-fetch': resolve('config/empty.js'),
};

/** Browsers of the last years: native modules, `fetch`, `Intl.PluralRules`, CSS variables. */
export const targets = { chrome: 100, edge: 100, firefox: 100, safari: 15 };
