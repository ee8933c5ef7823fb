import { defineConfig } from 'umi';
import { ASSETS_PATH, alias, chainWebpack, mapPath, targets } from './config/bundle';
import { proxy } from './config/proxy';
import { PAGE_ROUTES, toUmiRoutes } from './config/routes';
import { WORKING_TITLE } from './config/settings';

// No polyfills: the targets have everything that we use.
process.env.BABEL_POLYFILL = 'none';

const production = process.env.NODE_ENV === 'production';

export default defineConfig({
  npmClient: 'npm',
  routes: toUmiRoutes(PAGE_ROUTES),
  dva: {},
  hash: true,
  // Titles are set by the layouts.
  helmet: false,
  title: WORKING_TITLE,
  alias,
  targets,
  // index.html and the files of public/ move up to dist/ after the build (plugin.ts), so that dist/ is a plain static site.
  outputPath: production ? `dist${ASSETS_PATH}` : 'dist',
  publicPath: production ? ASSETS_PATH : '/',
  codeSplitting: { jsStrategy: 'granularChunks' },
  esbuildMinifyIIFE: true,
  // The framework adds es2015 to the targets here: every async function and spread would be rewritten.
  jsMinifierOptions: {
    target: Object.entries(targets).map(([browser, version]) => `${browser}${version}`),
    // Otherwise each Chinese letter takes six characters.
    charset: 'utf8',
  },
  // Prebuilt dependencies would need top-level await and get no nonce loader.
  mfsu: false,
  chainWebpack,
  define: {
    'process.env.CONTRACT_VERSION': process.env.CONTRACT_VERSION ?? 'dev',
    // Where the files of the base map are (config/tasks/build-map.mjs, plugin.ts).
    'process.env.MAP_PATH': mapPath(process.env.MAP_VERSION),
    // Whether this build brings an offline worker (config/tasks/build-worker.mjs).
    'process.env.OFFLINE': process.env.OFFLINE === 'off' ? 'off' : 'on',
  },
  proxy: process.env.MOCK === 'none' ? proxy : undefined,
  mock: false,
  favicons: ['/favicon.svg'],
  // Before everything else, and never bundled: the settings of this installation.
  headScripts: [{ src: '/config.js' }],
  metas: [
    { charset: 'utf-8' },
    // umi's own viewport forbids zooming.
    { name: 'viewport', content: 'width=device-width, initial-scale=1' },
    // The server writes a nonce for each answer; where nobody does, the placeholder is ignored.
    { name: 'csp-nonce', content: '__CSP_NONCE__' },
    // Until the script knows what the user chose, the empty page follows the system.
    { name: 'color-scheme', content: 'light dark' },
    { name: 'referrer', content: 'same-origin' },
  ],
});
