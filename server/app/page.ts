import type { FastifyInstance } from 'fastify';
import { failure } from '../core/http/envelope';
import { originOf } from '../core/http/headers';
import type { Bound } from '../core/http/pipe/call';
import { registerConsole } from '../core/http/serve';
import { localeOf } from '../core/locale';
import { readSetting } from '../modules/site';
import { cached, FRESH_MS } from './cached';
import type { AppParts } from './parts';
import { send } from './send';

/** Registers the built console and the answer for requests without a route. */
export async function registerPages(
  http: FastifyInstance,
  parts: AppParts,
  bounds: ReadonlyMap<string, Bound>,
): Promise<void> {
  const { distDir, settings, clock } = parts;
  const sendPage = distDir && (await registerConsole(http, distDir, settings, clock, tileSources(parts)));
  http.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const bound = bounds.get(path.slice('/api/'.length));
    const locale = localeOf(request.headers['accept-language']);
    if (path.startsWith('/api/') && bound) {
      return send(request, reply.code(405).header('allow', bound.endpoint.method), failure(40002, locale));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!path.startsWith('/api/') && isRead && sendPage && (await sendPage(request, reply))) return reply;
    return send(request, reply.code(404), failure(40401, locale));
  });
}

function tileSources({ db, freshMs }: AppParts): () => Promise<{ images: string[] }> {
  const read = cached(freshMs ?? FRESH_MS, () => readSetting(db, 'map'));
  return async () => ({ images: [originOf((await read()).mapTileUrl)].filter((origin) => origin !== null) });
}
