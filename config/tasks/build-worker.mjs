/**
 * Builds the offline worker: dist/sw.js caches the hashed files and, for visits without a network, the page itself.
 * `OFFLINE=off` builds none. The console then unregisters the worker of an earlier build.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Prefix of all cache names. */
const CACHE_ID = 'multistation-console';
/** After this many seconds without a response the worker uses the cached settings. */
const PATIENCE_SECONDS = 10;
/** Maximum number of cached map files: one for the country and one for each province. */
const MAP_FILES = 35;

/** Writes dist/sw.js. @param dist the folder with index.html */
export async function writeWorker(dist) {
  rmSync(join(dist, 'sw.js'), { force: true });
  if (process.env.OFFLINE === 'off') return;
  const { generateSW } = await import('workbox-build');
  const { warnings } = await generateSW({
    swDest: join(dist, 'sw.js'),
    globDirectory: dist,
    globPatterns: ['static/**/*.{js,css,svg,png,webp,woff2,ttf}', 'index.html', 'favicon.svg', 'logo.svg'],
    // The names of hashed files change with their content.
    dontCacheBustURLsMatching: /\.[0-9a-f]{8}\./,
    cacheId: CACHE_ID,
    mode: 'production',
    inlineWorkboxRuntime: true,
    sourcemap: false,
    disableDevLogs: true,
    cleanupOutdatedCaches: true,
    // The page activates the new version, so that no typed text is lost (src/pwa).
    skipWaiting: false,
    clientsClaim: false,
    navigationPreload: true,
    // While online the page comes from the network, so that content security policy and nonce belong to the same response. The
    // cached page matches its policy too, because the cache keeps the headers.
    directoryIndex: 'none',
    runtimeCaching: [
      {
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|static)\/|\.\w+$/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/index.html' } },
      },
      {
        // Settings of the installation: from the network, or the last cached ones.
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.js',
        handler: 'NetworkFirst',
        options: { cacheName: `${CACHE_ID}-settings`, networkTimeoutSeconds: PATIENCE_SECONDS },
      },
      {
        // Only opened map files are cached: all files have 440 kB, and most users look at one province. A new version of the map
        // has a new folder.
        urlPattern: ({ url, sameOrigin }) => sameOrigin && /\/map-[0-9a-f]{8}\/\w+\.json$/.test(url.pathname),
        handler: 'CacheFirst',
        options: { cacheName: `${CACHE_ID}-map`, expiration: { maxEntries: MAP_FILES } },
      },
    ],
  });
  if (warnings.length > 0) throw new Error(`the offline worker: ${warnings.join('; ')}`);
}
