/**
 * Builds the offline worker dist/sw.js. It caches the hashed files, the icons, the settings, opened map files and, for visits without a
 * network, the page itself. `OFFLINE=off` builds no worker. The console then unregisters the worker of an earlier build.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Prefix of all cache names. */
const CACHE_ID = 'multistation-console';
/** After this many seconds without a response the worker uses the cached settings. */
const PATIENCE_SECONDS = 10;
/** Maximum number of cached map files: one for the country and one for each province. */
const MAP_FILES = 35;

/** Writes dist/sw.js. With `OFFLINE=off`, the function only deletes an earlier dist/sw.js. @param dist the folder with index.html */
export async function writeWorker(dist) {
  rmSync(join(dist, 'sw.js'), { force: true });
  if (process.env.OFFLINE === 'off') return;
  const { generateSW } = await import('workbox-build');
  const { warnings } = await generateSW({
    swDest: join(dist, 'sw.js'),
    globDirectory: dist,
    globPatterns: ['static/**/*.{js,css,svg,png,webp,woff2,ttf}', 'index.html', 'favicon.svg', 'logo.svg'],
    // The names of these files contain a hash of their content, so the worker needs no revision for them.
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
    // While the browser is online, the page comes from the network. So the page's content security policy and nonce come from the same
    // response. The cached page also matches its policy, because the cache stores the headers.
    directoryIndex: 'none',
    runtimeCaching: [
      {
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|static)\/|\.\w+$/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/index.html' } },
      },
      {
        // The settings of the installation come from the network. If the network fails, the worker uses the cached settings.
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.js',
        handler: 'NetworkFirst',
        options: { cacheName: `${CACHE_ID}-settings`, networkTimeoutSeconds: PATIENCE_SECONDS },
      },
      {
        // The worker caches only map files that the user has opened. All map files together take 440 kB, and most users open one province.
        // A new map version has a new folder.
        urlPattern: ({ url, sameOrigin }) => sameOrigin && /\/map-[0-9a-f]{8}\/\w+\.json$/.test(url.pathname),
        handler: 'CacheFirst',
        options: { cacheName: `${CACHE_ID}-map`, expiration: { maxEntries: MAP_FILES } },
      },
    ],
  });
  if (warnings.length > 0) throw new Error(`the offline worker: ${warnings.join('; ')}`);
}
