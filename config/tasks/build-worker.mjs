/**
 * The offline worker of a build: dist/sw.js keeps the hashed files and, for visits without a network, the page itself.
 * Left out with `OFFLINE=off`; the console then removes a worker that an earlier build brought.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** What all of its caches begin with. */
const CACHE_ID = 'multistation-console';
/** Seconds that the settings may take before the kept ones are read: a network that is there, but answers nothing. */
const PATIENCE_SECONDS = 10;
/** Files of the base map that are kept at most: one for the country and one for each province. */
const MAP_FILES = 35;

/** @param dist the folder that holds index.html */
export async function writeWorker(dist) {
  rmSync(join(dist, 'sw.js'), { force: true });
  if (process.env.OFFLINE === 'off') return;
  const { generateSW } = await import('workbox-build');
  const { warnings } = await generateSW({
    swDest: join(dist, 'sw.js'),
    globDirectory: dist,
    globPatterns: ['static/**/*.{js,css,svg,png,webp,woff2,ttf}', 'index.html', 'favicon.svg', 'logo.svg'],
    // Their names change with their content.
    dontCacheBustURLsMatching: /\.[0-9a-f]{8}\./,
    cacheId: CACHE_ID,
    mode: 'production',
    inlineWorkboxRuntime: true,
    sourcemap: false,
    disableDevLogs: true,
    cleanupOutdatedCaches: true,
    // The page asks for the update, so that no typed text is lost (src/pwa).
    skipWaiting: false,
    clientsClaim: false,
    navigationPreload: true,
    // The page comes from the network while there is one, so that it carries the policy and the nonce of its own answer. The
    // kept page has those of the answer that it was kept from: its headers are kept with it.
    directoryIndex: 'none',
    runtimeCaching: [
      {
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|static)\/|\.\w+$/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/index.html' } },
      },
      {
        // The settings of the installation: the newest that could be read.
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.js',
        handler: 'NetworkFirst',
        options: { cacheName: `${CACHE_ID}-settings`, networkTimeoutSeconds: PATIENCE_SECONDS },
      },
      {
        // Files of the base map that were opened: all of them take 440 kB, and most users look at one province. A new map has a
        // new folder.
        urlPattern: ({ url, sameOrigin }) => sameOrigin && /\/map-[0-9a-f]{8}\/\w+\.json$/.test(url.pathname),
        handler: 'CacheFirst',
        options: { cacheName: `${CACHE_ID}-map`, expiration: { maxEntries: MAP_FILES } },
      },
    ],
  });
  if (warnings.length > 0) throw new Error(`the offline worker: ${warnings.join('; ')}`);
}
