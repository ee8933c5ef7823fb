import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock';
import { type Encoding, encodingFor } from './compress';
import { type HeaderSettings, originOf, type PageSources, pagePolicy, WORKER_POLICY } from './headers';

/**
 * Serves the built console: the page with a nonce per answer, hashed assets for a year, everything else fresh. Only files
 * that lay in the folder at the start are ever served; a request's path is looked up in that list, never joined to a folder.
 */

const ASSETS = '/static/template/site/index/';
const CONFIG = '/config.js';
const WORKER = '/sw.js';
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const NONCE_BYTES = 16;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface StaticFile {
  readonly path: string;
  readonly size: number;
  readonly type: string;
  readonly encodings: readonly Encoding[];
}

function findFiles(folder: string): Map<string, StaticFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(paths);
  return new Map(
    paths
      .filter((path) => !/\.(br|gz)$/.test(path))
      .map((path) => {
        const encodings: Encoding[] = [];
        if (all.has(`${path}.br`)) encodings.push('br');
        if (all.has(`${path}.gz`)) encodings.push('gzip');
        const file = {
          path,
          size: statSync(path).size,
          type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
          encodings,
        };
        return [`/${relative(folder, path).split(sep).join('/')}`, file] as const;
      }),
  );
}

/** Origins that `config.js` names, which the page must be allowed to reach. */
async function configuredOrigins(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const values = [...text.replace(/^\s*\/\/.*$/gm, '').matchAll(/:\s*['"](https?:\/\/[^'"]+)['"]/g)];
  return [...new Set(values.flatMap(([, address = '']) => originOf(address) ?? []))];
}

/** Does the browser ask for a page, and not for a file that is missing? */
function isNavigation(request: FastifyRequest, path: string): boolean {
  const accepts = request.headers.accept ?? '';
  return accepts.includes('text/html') && !path.startsWith('/static/') && extname(path) === '';
}

/**
 * @param distDir the folder that the build made
 * @param sources where pages may load from besides this server; asked for every page
 * @returns answers a GET or HEAD request, or false when there is nothing to serve under its path
 */
export function createStaticServer(
  distDir: string,
  settings: HeaderSettings,
  clock: Clock,
  sources: () => Promise<Pick<PageSources, 'images'>>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const files = existsSync(distDir) ? findFiles(distDir) : new Map<string, StaticFile>();
  const index = files.get('/index.html');
  const page = index ? readFileSync(index.path, 'utf8') : null;
  const config = files.get(CONFIG);

  async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): Promise<boolean> {
    const nonce = clock.randomBytes(NONCE_BYTES).toString('base64');
    const connections = config ? await configuredOrigins(config.path) : [];
    const { images } = await sources();
    reply
      .header('content-security-policy', pagePolicy(settings, nonce, { images, connections }))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8');
    await reply.send(request.method === 'HEAD' ? '' : html.replace(NONCE_PLACEHOLDER, nonce));
    return true;
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: StaticFile) {
    const encoding = encodingFor(request.headers['accept-encoding'], file.encodings);
    const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
    const size = suffix ? statSync(`${file.path}${suffix}`).size : file.size;
    const isFresh = path === CONFIG;
    reply
      .type(file.type)
      .header(
        'cache-control',
        path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : isFresh ? 'no-store' : 'no-cache',
      )
      .header('vary', 'Accept-Encoding');
    if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY);
    if (encoding) reply.header('content-encoding', encoding);
    if (!isFresh) reply.header('content-length', size);
    const body =
      request.method === 'HEAD' ? '' : isFresh ? await readFile(file.path) : createReadStream(`${file.path}${suffix}`);
    await reply.send(body);
    return true;
  }

  return async (request, reply) => {
    let path: string;
    try {
      path = decodeURIComponent(request.url.split('?', 1)[0] ?? '/');
    } catch {
      return false;
    }
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file) return sendFile(request, reply, path, file);
    if (page !== null && (path === '/' || path === '/index.html' || isNavigation(request, path))) {
      return sendPage(request, reply, page);
    }
    return false;
  };
}
