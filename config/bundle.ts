import { resolve } from 'node:path';

/** Where the built assets lie on the web server (SPEC §9). The router's base stays `/`. */
export const ASSETS_PATH = '/static/template/site/index/';
/** Milliseconds until a missing code chunk counts as failed (SPEC §9). */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

interface Rule {
  test(path: RegExp): Rule;
  use(name: string): { loader(path: string): unknown };
}

/** The part of webpack's configuration that we touch. */
interface Chain {
  readonly output: { chunkLoadTimeout(ms: number): unknown };
  readonly resolve: { readonly alias: { set(name: string, target: string | false): unknown } };
  readonly module: { rule(name: string): Rule };
}

export function chainWebpack(chain: Chain): void {
  chain.output.chunkLoadTimeout(CHUNK_LOAD_TIMEOUT_MS);
  // Every target has `fetch`: an empty module instead of the polyfill.
  chain.resolve.alias.set('isomorphic-fetch', false);
  chain.resolve.alias.set('side-channel', require.resolve('./side-channel.cjs'));
  chain.module
    .rule('nonce')
    .test(/@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/)
    .use('nonce')
    .loader(require.resolve('./nonce-loader.cjs'));
}

export const alias = { '@contract': resolve('contract') };

/** Browsers of the last years: native modules, `fetch`, `Intl.PluralRules`, CSS variables. */
export const targets = { chrome: 100, edge: 100, firefox: 100, safari: 15 };
