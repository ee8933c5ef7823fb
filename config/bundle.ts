import { resolve } from 'node:path';
import { PAGE_ROUTES, type PageRoute } from './routes';

/** Path of the built assets on the web server (SPEC §9). The router's base stays `/`. */
export const ASSETS_PATH = '/static/template/site/index/';
/** Returns the address of the base map's folder. @param version of a build; undefined for the development server */
export const mapPath = (version: string | undefined): string => (version ? `${ASSETS_PATH}map-${version}/` : '/map/');
/** Milliseconds until a missing code chunk counts as failed (SPEC §9). */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Bytes of source. Modules that several pages share become a separate file from this size; smaller ones are copied into each page. */
const SHARED_FROM = 20_000;

interface Rule {
  readonly exclude: { add(path: RegExp): unknown };
  test(path: RegExp): Rule;
  oneOf(name: string): Rule;
  type(name: string): Rule;
  use(name: string): { loader(path: string): unknown };
}

/** A chunk in webpack's graphs. */
interface Chunk {
  readonly name?: string | null;
}
interface Graphs {
  readonly chunkGraph: { getModuleChunksIterable(module: object): Iterable<Chunk> };
}

/** A module that at least this share of all pages uses is loaded with the frame, before any page opens. */
const SHARE_OF_FRAME = 0.8;

/** Counts the pages behind the sign-in. A group adds no page: it redirects to its first one. */
const pagesOf = (table: readonly PageRoute[]): number =>
  table.reduce((sum, { pages }) => sum + (pages ? pagesOf(pages) : 1), 0);
const PAGES = pagesOf(PAGE_ROUTES);

/**
 * Selects modules for the frame's chunk: the frame itself, and modules that most pages behind the sign-in use. Without it webpack
 * makes one file per set of users and copies small modules into each page. Every extra file costs a request.
 */
function isOfFrame(module: object, { chunkGraph }: Graphs): boolean {
  const users = [...chunkGraph.getModuleChunksIterable(module)].map(({ name }) => name ?? '');
  if (users.some((name) => /^(umi$|layouts__UserLayout|p__user__)/.test(name))) return false;
  if (users.some((name) => /^layouts__(Basic|Security)Layout$/.test(name))) return true;
  return users.filter((name) => name.startsWith('p__')).length >= PAGES * SHARE_OF_FRAME;
}

/**
 * First line of every script: the browser compiles all functions in the background while the file arrives. Without it the browser
 * compiles each function at its first call, while the user waits for the page. This is V8's explicit compile hint (Chrome and Edge
 * since 136). Other browsers see a comment.
 */
export const TRANSLATE_AT_ONCE = '//# allFunctionsCalledOnLoad';
/**
 * webpack's stage (`OPTIMIZE_TRANSFER`) that adds the line. It must run after the minifier, which drops comments, and after the
 * framework, which wraps files that do not begin with code.
 */
const AFTER_MINIFYING = 3000;

/** webpack's data of an import before it is resolved. */
interface Import {
  request: string;
  readonly contextInfo: { readonly issuer: string };
}

const PRO_LAYOUT = /pro-components[\\/]es[\\/]layout[\\/]/;
const ANTD_MENU = /antd[\\/]es[\\/](layout|menu)[\\/]/;
/** Modules from which the layout and antd's menu import their styles. */
const STYLES = /(^|\/)(provider|style|rightContentStyle)(\/|$)/;

/**
 * Removes the style engine from the layout of pro-components. Modules of the layout import their styles and antd from
 * src/ui/library/frame (docs/decisions/0039). All other modules import the libraries themselves.
 */
function withoutStyles(wanted: Import): void {
  const { issuer } = wanted.contextInfo;
  const isLayout = PRO_LAYOUT.test(issuer);
  const isMenu = ANTD_MENU.test(issuer);
  if (!isLayout && !isMenu) return;
  // Menu entries need no tooltip, since the console gives their links a `title`.
  if (wanted.request === (isLayout ? 'antd' : '../tooltip')) wanted.request = resolve('src/ui/library/frame/antd.tsx');
  // The layout's content imports an error boundary from the utilities, which would also bundle antd's result pages.
  else if (STYLES.test(wanted.request) || (/WrapContent\.js$/.test(issuer) && wanted.request === '../utils'))
    wanted.request = resolve('src/ui/library/frame/provider.tsx');
}

/** The part of webpack's configuration that we change. */
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

/** Second argument of `chainWebpack`. */
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
  // An empty module replaces the polyfill, since every target browser has `fetch`.
  chain.resolve.alias.set('isomorphic-fetch', false);
  chain.plugin('layout-without-styles').use(webpack.NormalModuleReplacementPlugin, [/^(antd$|\.)/, withoutStyles]);
  chain.resolve.alias.set('side-channel', require.resolve('./side-channel.cjs'));
  // The framework names a shared file after its users, but dynamic imports have no name. So all modules shared by any two dynamic
  // imports would end up in one file, and a chart would load the map and the forms. Without a name each set of users has its own file.
  const split = chain.optimization.splitChunks.entries();
  if (split?.cacheGroups?.shared) {
    const shared = { ...split.cacheGroups.shared, name: undefined, minSize: SHARED_FROM };
    const frame = { name: 'frame', test: isOfFrame, chunks: 'async', priority: 20, enforce: true };
    chain.optimization.splitChunks({ ...split, cacheGroups: { ...split.cacheGroups, shared, frame } });
  }
  // We bundle the manual as text. By default the framework emits one file per manual page.
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

/** The oldest browsers with `URL.canParse`, `toSpliced` and CSS `:has`, since we ship no polyfills. docs/operating.md lists them too. */
export const targets = { chrome: 120, edge: 120, firefox: 121, safari: 17 };
