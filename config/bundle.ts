import { resolve } from 'node:path';
import { PAGE_ROUTES, type PageRoute } from './routes';

/** Where the built assets lie on the web server (SPEC §9). The router's base stays `/`. */
export const ASSETS_PATH = '/static/template/site/index/';
/** The folder of the base map. @param version of a build; without one the development server answers */
export const mapPath = (version: string | undefined): string => (version ? `${ASSETS_PATH}map-${version}/` : '/map/');
/** Milliseconds until a missing code chunk counts as failed (SPEC §9). */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Bytes of source from which modules that several pages use become a file of their own; less is put into each of them. */
const SHARED_FROM = 20_000;

interface Rule {
  readonly exclude: { add(path: RegExp): unknown };
  test(path: RegExp): Rule;
  oneOf(name: string): Rule;
  type(name: string): Rule;
  use(name: string): { loader(path: string): unknown };
}

/** A chunk and a module as webpack's own graphs know them. */
interface Chunk {
  readonly name?: string | null;
}
interface Graphs {
  readonly chunkGraph: { getModuleChunksIterable(module: object): Iterable<Chunk> };
}

/** Share of all pages that use a module which is loaded with the frame, before any page is opened. */
const SHARE_OF_FRAME = 0.8;

/** How many pages there are behind the sign-in: groups show their first. */
const pagesOf = (table: readonly PageRoute[]): number =>
  table.reduce((sum, { pages }) => sum + (pages ? pagesOf(pages) : 1), 0);
const PAGES = pagesOf(PAGE_ROUTES);

/**
 * What every page behind the sign-in needs: its frame, and what most pages use. One file instead of the frame's, one for each set
 * of users and copies of the small things in each page: every file that is asked for costs as much as a block of the page.
 */
function isOfFrame(module: object, { chunkGraph }: Graphs): boolean {
  const users = [...chunkGraph.getModuleChunksIterable(module)].map(({ name }) => name ?? '');
  if (users.some((name) => /^(umi$|layouts__UserLayout|p__user__)/.test(name))) return false;
  if (users.some((name) => /^layouts__(Basic|Security)Layout$/.test(name))) return true;
  return users.filter((name) => name.startsWith('p__')).length >= PAGES * SHARE_OF_FRAME;
}

/**
 * First line of every script: the browser compiles all its functions at once, in the background, while the file arrives. Without
 * it the browser compiles each function at its first call, while the user waits for the page (V8's explicit compile hints, Chrome
 * and Edge since 136; other browsers read a comment).
 */
export const TRANSLATE_AT_ONCE = '//# allFunctionsCalledOnLoad';
/** webpack's stage (`OPTIMIZE_TRANSFER`) in which the line is written: the minifier drops comments, and the framework wraps what does not begin as code. */
const AFTER_MINIFYING = 3000;

/** What webpack knows of an import before it resolves it. */
interface Import {
  request: string;
  readonly contextInfo: { readonly issuer: string };
}

const PRO_LAYOUT = /pro-components[\\/]es[\\/]layout[\\/]/;
const ANTD_MENU = /antd[\\/]es[\\/](layout|menu)[\\/]/;
/** What the layout and antd's menu ask for their styles. */
const STYLES = /(^|\/)(provider|style|rightContentStyle)(\/|$)/;

/**
 * The layout of pro-components without its style engine: its parts take their styles, and antd, from src/ui/library/frame
 * (docs/decisions/0039). Everything else takes the library's own.
 */
function withoutStyles(wanted: Import): void {
  const { issuer } = wanted.contextInfo;
  const isLayout = PRO_LAYOUT.test(issuer);
  const isMenu = ANTD_MENU.test(issuer);
  if (!isLayout && !isMenu) return;
  // Entries of the menu have no hint: the console gives their links a title.
  if (wanted.request === (isLayout ? 'antd' : '../tooltip')) wanted.request = resolve('src/ui/library/frame/antd.tsx');
  // The content asks the utilities for an error boundary, and brings antd's result pages along.
  else if (STYLES.test(wanted.request) || (/WrapContent\.js$/.test(issuer) && wanted.request === '../utils'))
    wanted.request = resolve('src/ui/library/frame/provider.tsx');
}

/** The part of webpack's configuration that we touch. */
interface Chain {
  plugin(name: string): { use(plugin: unknown, options: unknown[]): unknown };
  readonly output: { chunkLoadTimeout(ms: number): unknown };
  readonly resolve: { readonly alias: { set(name: string, target: string | false): unknown } };
  readonly module: { rule(name: string): Rule };
  readonly optimization: { splitChunks: { (options: Split): unknown; entries(): Split | undefined } };
}

interface Split {
  readonly cacheGroups?: Readonly<Record<string, object>>;
}

/** What the framework tells beside the configuration. */
interface Build {
  readonly env: 'development' | 'production';
  readonly webpack: { readonly BannerPlugin: unknown; readonly NormalModuleReplacementPlugin: unknown };
}

export function chainWebpack(chain: Chain, { env, webpack }: Build): void {
  if (env === 'production') {
    const line = { banner: TRANSLATE_AT_ONCE, raw: true, test: /\.js$/, stage: AFTER_MINIFYING };
    chain.plugin('translate-at-once').use(webpack.BannerPlugin, [line]);
  }
  chain.output.chunkLoadTimeout(CHUNK_LOAD_TIMEOUT_MS);
  // Every target has `fetch`: an empty module instead of the polyfill.
  chain.resolve.alias.set('isomorphic-fetch', false);
  chain.plugin('layout-without-styles').use(webpack.NormalModuleReplacementPlugin, [/^(antd$|\.)/, withoutStyles]);
  chain.resolve.alias.set('side-channel', require.resolve('./side-channel.cjs'));
  // The framework names such a file after the names of those who use it, and what is imported at run time has none: all modules
  // that any two such imports share were one file, and a chart brought the map and the forms along. Without a name each set of
  // users has a file of its own.
  const split = chain.optimization.splitChunks.entries();
  if (split?.cacheGroups?.shared) {
    const shared = { ...split.cacheGroups.shared, name: undefined, minSize: SHARED_FROM };
    const frame = { name: 'frame', test: isOfFrame, chunks: 'async', priority: 20, enforce: true };
    chain.optimization.splitChunks({ ...split, cacheGroups: { ...split.cacheGroups, shared, frame } });
  }
  // The manual comes as text; the framework would make a file of each page.
  chain.module.rule('asset').oneOf('fallback').exclude.add(/\.md$/);
  chain.module.rule('manual').test(/\.md$/).type('asset/source');
  chain.module
    .rule('words')
    .test(/[\\/](contract|src)[\\/].*\.tsx?$/)
    .use('words')
    .loader(require.resolve('./words-loader.cjs'));
  chain.module
    .rule('nonce')
    .test(/@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/)
    .use('nonce')
    .loader(require.resolve('./nonce-loader.cjs'));
}

export const alias = { '@contract': resolve('contract') };

/** The oldest browsers that have what we use without polyfills: `URL.canParse`, `toSpliced`, CSS `:has`. As docs/operating.md says. */
export const targets = { chrome: 120, edge: 120, firefox: 121, safari: 17 };
