import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { readRange } from './range';
import { findFile, type StoredFile } from './store';

const LINK_SECONDS = 300;
/** Validity of a link to a video or a voice message. Players request parts for as long as it is played. */
export const PLAYER_LINK_SECONDS = 3_600;
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
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
};

/** Returns the key of a file in the store. The file's own name is not part of it. */
export function fileKey(scene: string, id: number, contentType: string): string {
  return `${scene}/${id}.${EXTENSIONS[contentType] ?? 'bin'}`;
}

/**
 * Builds a link that opens one file without a session, since pictures cannot send an Authorization header.
 *
 * @param seconds validity of the link; default five minutes
 */
export function fileUrl(secrets: SecretBox, clock: Clock, id: number, seconds = LINK_SECONDS): string {
  // Rounded up to the minute, so that repeated links to a picture are equal and the browser's cache applies.
  const until = Math.ceil(clock.now().getTime() / 60_000) * 60 + seconds;
  return `/api/files/${id}?e=${until}&s=${secrets.sign(`file:${id}:${until}`)}`;
}

/** Builds the link of a file in the form that pages use. */
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

/** Returns which element of a page plays a file; null: none. */
export const playerOf = (contentType: string): 'video' | 'audio' | null =>
  contentType.startsWith('video/') ? 'video' : contentType.startsWith('audio/') ? 'audio' : null;
/** A player in its own window requests parts from its own origin, so the sandbox must allow the same origin. */
const policyOf = (contentType: string) =>
  playerOf(contentType)
    ? "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves stored files by link. Their content cannot run: nosniff, sandbox, and only pictures, videos and voice messages are shown inline. */
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
  // The header cannot list origins. Without a signed link, no page gets a file anyway.
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
      const key = file ? fileKey(file.scene, id, file.contentType) : '';
      const size = file && (await deps.files.size(key));
      if (!file || size === null) return reply.code(404).type('text/plain').send('Not found');
      const range = readRange(request.headers.range, size);
      reply
        .header('content-security-policy', policyOf(file.contentType))
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', mayEmbed)
        .header('accept-ranges', 'bytes');
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
      const [from, to] = range ?? [0, size - 1];
      if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
      const isShown = playerOf(file.contentType) !== null || file.contentType.startsWith('image/');
      return reply
        .type(file.contentType)
        .header(
          'content-disposition',
          `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        )
        .header('cache-control', `private, max-age=${LINK_SECONDS}`)
        .header('content-length', String(to - from + 1))
        .send(size === 0 ? Buffer.alloc(0) : deps.files.part(key, from, to));
    },
  );
}
