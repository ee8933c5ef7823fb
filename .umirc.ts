import { defineConfig } from 'umi';
import { ASSETS_PATH, alias, chainWebpack, mapPath, targets } from './config/bundle';
import { proxy } from './config/proxy';
import { PAGE_ROUTES, toUmiRoutes } from './config/routes';
import { WORKING_TITLE } from './config/settings';

// We ship no polyfills, because the target browsers support every feature that we use.
process.env.BABEL_POLYFILL = 'none';

const production = process.env.NODE_ENV === 'production';

export default defineConfig({
  npmClient: 'npm',
  routes: toUmiRoutes(PAGE_ROUTES),
  dva: {},
  hash: true,
  // The layouts set the page titles, so the framework's helmet is off.
  helmet: false,
  title: WORKING_TITLE,
  alias,
  targets,
  // After the build, plugin.ts moves index.html and the files of public/ up to dist/. So dist/ is a plain static site.
  outputPath: production ? `dist${ASSETS_PATH}` : 'dist',
  publicPath: production ? ASSETS_PATH : '/',
  codeSplitting: { jsStrategy: 'granularChunks' },
  esbuildMinifyIIFE: true,
  // The framework's default target adds es2015. The minifier would then rewrite every async function and every spread.
  jsMinifierOptions: {
    target: Object.entries(targets).map(([browser, version]) => `${browser}${version}`),
    // The default charset escapes each Chinese character with six ASCII characters.
    charset: 'utf8',
  },
  // MFSU is off. Its prebuilt dependencies need top-level await, and our nonce loader does not process them.
  mfsu: false,
  chainWebpack,
  define: {
    'process.env.CONTRACT_VERSION': process.env.CONTRACT_VERSION ?? 'dev',
    // URL path of the base map's files (config/tasks/build-map.mjs, plugin.ts).
    'process.env.MAP_PATH': mapPath(process.env.MAP_VERSION),
    // `off` means that this build has no offline worker (config/tasks/build-worker.mjs).
    'process.env.OFFLINE': process.env.OFFLINE === 'off' ? 'off' : 'on',
  },
  proxy: process.env.MOCK === 'none' ? proxy : undefined,
  mock: false,
  favicons: ['/favicon.svg'],
  // The settings of this installation load before all other scripts. They are not bundled, so operators can edit them.
  headScripts: [{ src: '/config.js' }],
  metas: [
    { charset: 'utf-8' },
    // umi's default viewport tag forbids zooming, so we set our own.
    { name: 'viewport', content: 'width=device-width, initial-scale=1' },
    // The server replaces the placeholder with a nonce in each response. Without such a server the placeholder has no effect.
    { name: 'csp-nonce', content: '__CSP_NONCE__' },
    // Before the script has loaded the user's colour scheme, the empty page uses the system's colour scheme.
    { name: 'color-scheme', content: 'light dark' },
    { name: 'referrer', content: 'same-origin' },
  ],
});
