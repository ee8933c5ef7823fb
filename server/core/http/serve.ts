import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock';
import { type HeaderSettings, originOf, type PageSources, pagePolicy, WORKER_POLICY } from './headers';

/**
 * Serves the built console. Files in `ASSETS` have a hash in their name and are cached for a year. `config.js` is never cached, and
 * browsers revalidate other files. Each answer with the page has a new nonce.
 */

const ASSETS = '/static/template/site/index/';
const CONFIG = '/config.js';
const WORKER = '/sw.js';
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const NONCE_BYTES = 16;

/** Reads the origins in `config.js`. The page's content security policy must allow them. */
async function configuredOrigins(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const values = [...text.replace(/^\s*\/\/.*$/gm, '').matchAll(/:\s*['"](https?:\/\/[^'"]+)['"]/g)];
  return [...new Set(values.flatMap(([, address = '']) => originOf(address) ?? []))];
}

/** Checks whether a request is a page navigation and not a request for a missing file. */
function isNavigation(request: FastifyRequest, path: string): boolean {
  const accepts = request.headers.accept ?? '';
  return accepts.includes('text/html') && !path.startsWith('/static/') && extname(path) === '';
}

function cacheControl(path: string): string {
  if (path === CONFIG) return 'no-store';
  return path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Adds a route for each file that exists in the folder at the start, except the page and the compressed copies. A request's path is never
 * joined to a folder. Without index.html, no routes are added, and the returned function returns `false` for every request.
 *
 * @param distDir the folder that the build created
 * @param sources returns further origins from which pages may load; called for every page
 * @returns a function that answers requests (GET, HEAD) for a page and returns `false` for other paths
 */
export async function registerConsole(
  http: FastifyInstance,
  distDir: string,
  settings: HeaderSettings,
  clock: Clock,
  sources: () => Promise<Pick<PageSources, 'images'>>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<boolean>> {
  const index = join(distDir, 'index.html');
  if (!existsSync(index)) return async () => false;
  const page = readFileSync(index, 'utf8');

  await http.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => {
      // The file was deleted after the start, so the error must not be cached.
      if (reply.statusCode >= 400) return;
      const path = request.routeOptions.url ?? '';
      reply.header('cache-control', cacheControl(path)).header('vary', 'accept-encoding');
      if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY);
    });
    await scope.register(files, {
      root: distDir,
      wildcard: false,
      index: false,
      globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      preCompressed: true,
      // Byte ranges are not offered, because browsers cannot use byte ranges of a compressed file.
      acceptRanges: false,
      cacheControl: false,
      decorateReply: false,
    });
  });

  return async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    if (path !== '/' && path !== '/index.html' && !isNavigation(request, path)) return false;
    const nonce = clock.randomBytes(NONCE_BYTES).toString('base64');
    const connections = await configuredOrigins(join(distDir, CONFIG));
    const { images } = await sources();
    reply
      .header('content-security-policy', pagePolicy(settings, nonce, { images, connections }))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8');
    await reply.send(request.method === 'HEAD' ? '' : page.replace(NONCE_PLACEHOLDER, nonce));
    return true;
  };
}
