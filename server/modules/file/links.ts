import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { findFile, type StoredFile } from './store';

const LINK_SECONDS = 300;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  // No longer accepted, but stored by earlier versions and by the demo data.
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'text/csv': 'csv',
};

/** Where a file lies in the store. Its own name plays no part. */
export function fileKey(scene: string, id: number, contentType: string): string {
  return `${scene}/${id}.${EXTENSIONS[contentType] ?? 'bin'}`;
}

/** A link that opens one file for five minutes, without a session: pictures cannot send an Authorization header. */
export function fileUrl(secrets: SecretBox, clock: Clock, id: number): string {
  // Rounded up to the minute, so that a picture keeps its address, and so its place in the browser's cache, for a while.
  const until = Math.ceil(clock.now().getTime() / 60_000) * 60 + LINK_SECONDS;
  return `/api/files/${id}?e=${until}&s=${secrets.sign(`file:${id}:${until}`)}`;
}

/** A file as pages link it. */
export const fileLink = (
  { ports, clock }: { readonly ports: { readonly secrets: SecretBox }; readonly clock: Clock },
  { id, name, contentType }: Pick<StoredFile, 'id' | 'name' | 'contentType'>,
) => ({
  fileId: id,
  name,
  url: fileUrl(ports.secrets, clock, id),
  isPicture: contentType.startsWith('image/'),
});

export function linkSeconds(): number {
  return LINK_SECONDS;
}

/** Serves stored files to holders of a link. Nothing in them can run: nosniff, sandbox, and only pictures show inline. */
export function registerFileRoutes(
  app: FastifyInstance,
  deps: {
    db: Kysely<Database>;
    files: FilePort;
    secrets: SecretBox;
    clock: Clock;
    /** Origins of consoles that are hosted elsewhere (`CORS_ORIGINS`). */
    corsOrigins: readonly string[];
  },
): void {
  // The header cannot name origins. Who has no signed link gets nothing, whatever the page.
  const mayEmbed = deps.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  app.get<{ Params: { id: string }; Querystring: { e?: string; s?: string } }>(
    '/api/files/:id',
    async (request, reply) => {
      const id = Number(request.params.id);
      const until = Number(request.query.e);
      const given = Buffer.from(request.query.s ?? '');
      const expected = Buffer.from(deps.secrets.sign(`file:${id}:${until}`));
      const valid =
        Number.isSafeInteger(id) &&
        until * 1_000 > deps.clock.now().getTime() &&
        given.length === expected.length &&
        timingSafeEqual(given, expected);
      const file = valid ? await findFile(deps.db, id) : null;
      if (!file) return reply.code(404).type('text/plain').send('Not found');
      const bytes = await deps.files.get(fileKey(file.scene, id, file.contentType));
      const shown = file.contentType.startsWith('image/') ? 'inline' : 'attachment';
      return reply
        .type(file.contentType)
        .header('content-disposition', `${shown}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', mayEmbed)
        .header('cache-control', `private, max-age=${LINK_SECONDS}`)
        .send(Buffer.from(bytes));
    },
  );
}
