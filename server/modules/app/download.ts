import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import { countDownload } from './store';

/**
 * Registers the URL that a version's QR code contains. The URL needs no sign-in, counts the download and redirects to the package or the
 * store. The answer is 404 for a version that is not published.
 */
export function registerDownloadRoutes(http: FastifyInstance, { db }: { readonly db: Kysely<Database> }): void {
  http.get<{ Params: { id: string } }>('/api/app/download/:id', async (request, reply) => {
    const id = Number(request.params.id);
    const address = Number.isSafeInteger(id) && id > 0 ? await countDownload(db, id) : undefined;
    if (address === undefined) return reply.code(404).type('text/plain').send('Not found');
    return reply.header('cache-control', 'no-store').redirect(address, 302);
  });
}
