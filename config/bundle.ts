import { resolve } from 'node:path';
import { PAGE_ROUTES, type PageRoute } from './routes';

/** URL path of the built assets on the web server (SPEC §9). The base path of the router is still `/`. */
export const ASSETS_PATH = '/static/template/site/index/';
/** Returns the URL path of the base map's folder. @param version version of the map files; `undefined` for the development server */
export const mapPath = (version: string | undefined): string => (version ? `${ASSETS_PATH}map-${version}/` : '/map/');
/** Milliseconds after which an unfinished load of a code chunk counts as failed (SPEC §9). */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/**
 * Minimum size of a shared file, in bytes of source code. Modules that would make a smaller file are copied into each page that uses
 * them.
 */
const SHARED_FROM = 20_000;

interface Rule {
  readonly exclude: { add(path: RegExp): unknown };
  test(path: RegExp): Rule;
  oneOf(name: string): Rule;
  type(name: string): Rule;
  use(name: string): { loader(path: string): unknown };
}

/** The fields of a webpack chunk that we read. */
interface Chunk {
  readonly name?: string | null;
}
interface Graphs {
  readonly chunkGraph: { getModuleChunksIterable(module: object): Iterable<Chunk> };
}

/** Minimum share of the pages behind the sign-in that must use a module, so that the frame's chunk contains it ({@link isOfFrame}). */
const SHARE_OF_FRAME = 0.8;

/** Counts the pages behind the sign-in. A group is not a page, because its path redirects to its first page. */
const pagesOf = (table: readonly PageRoute[]): number =>
  table.reduce((sum, { pages }) => sum + (pages ? pagesOf(pages) : 1), 0);
const PAGES = pagesOf(PAGE_ROUTES);

/**
 * Returns whether a module belongs to the frame's chunk. The frame is the layout around the pages. The chunk also has the modules that at
 * least {@link SHARE_OF_FRAME} of the pages behind the sign-in use. Modules that the entry chunk or the public pages use are excluded. By
 * default webpack would write one file per combination of pages. One common chunk saves requests, because every file costs a request.
 */
function isOfFrame(module: object, { chunkGraph }: Graphs): boolean {
  const users = [...chunkGraph.getModuleChunksIterable(module)].map(({ name }) => name ?? '');
  if (users.some((name) => /^(umi$|layouts__UserLayout|p__user__)/.test(name))) return false;
  if (users.some((name) => /^layouts__(Basic|Security)Layout$/.test(name))) return true;
  return users.filter((name) => name.startsWith('p__')).length >= PAGES * SHARE_OF_FRAME;
}

/**
 * First line of every script that webpack builds for production. It tells the browser to compile all functions in the background while the
 * file arrives. Without this line the browser compiles each function at its first call, while the user waits. The line is V8's explicit
 * compile hint (Chrome and Edge since 136). Other browsers ignore it as a comment.
 */
export const TRANSLATE_AT_ONCE = '//# allFunctionsCalledOnLoad';
/**
 * webpack's stage (`OPTIMIZE_TRANSFER`) in which we add the hint line. Earlier stages would lose or move the line: the minifier drops
 * comments, and a plugin of the framework puts code before the first line of some files.
 */
const AFTER_MINIFYING = 3000;

/** webpack's data about an import before webpack resolves the import. */
interface Import {
  request: string;
  readonly contextInfo: { readonly issuer: string };
}

const PRO_LAYOUT = /pro-components[\\/]es[\\/]layout[\\/]/;
const ANTD_MENU = /antd[\\/]es[\\/](layout|menu)[\\/]/;
/** Matches the style modules that pro-components' layout, and antd's layout and menu, import. */
const STYLES = /(^|\/)(provider|style|rightContentStyle)(\/|$)/;

/**
 * Removes the style engine from the layout of pro-components, and from antd's layout and menu. In their modules we replace the imports of
 * styles, of `antd` and of antd's tooltip with modules of src/ui/library/frame (docs/decisions/0039). Other imports do not change.
 */
function withoutStyles(wanted: Import): void {
  const { issuer } = wanted.contextInfo;
  const isLayout = PRO_LAYOUT.test(issuer);
  const isMenu = ANTD_MENU.test(issuer);
  if (!isLayout && !isMenu) return;
  // Menu entries need no tooltip, because their links already have a `title`.
  if (wanted.request === (isLayout ? 'antd' : '../tooltip')) wanted.request = resolve('src/ui/library/frame/antd.tsx');
  // The layout's content imports an error boundary from `../utils`. That module would also bundle antd's result pages.
  else if (STYLES.test(wanted.request) || (/WrapContent\.js$/.test(issuer) && wanted.request === '../utils'))
    wanted.request = resolve('src/ui/library/frame/provider.tsx');
}

/** The methods and fields of webpack's configuration that we use. */
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

/** Second argument of the framework's hook `chainWebpack`. */
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
  // By default the framework names a shared file after the chunks that use it. Dynamic imports have no name, so all modules shared by
  // any two of them would be in one file. A page with a chart would then load the map and the forms. Without a name, each combination has
  // its own file.
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

/** The oldest browsers with `URL.canParse`, `toSpliced` and CSS `:has`. We ship no polyfills. docs/operating.md also lists them. */
export const targets = { chrome: 120, edge: 120, firefox: 121, safari: 17 };
