import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { FilePort, SecretBox } from '../../core/platforms/ports';
import { readRange } from './range';
import { openContent, plainName } from './sealed';
import { findFile, type StoredFile, type StoredKey } from './store';

const LINK_SECONDS = 300;
/** Validity of a link to a video or voice message, in seconds. A player requests byte ranges during the whole playback. */
export const PLAYER_LINK_SECONDS = 3_600;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  // SVG is no longer accepted, but earlier versions and the demo data stored SVG files.
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

/** Returns the key of a file in the store. The key does not contain the file's own name. */
export function fileKey(scene: string, id: number, contentType: string): string {
  return `${scene}/${id}.${EXTENSIONS[contentType] ?? 'bin'}`;
}

/** Returns the store key of a file whose content may be encrypted. */
export const storedKey = ({ scene, id, contentType, sealedName }: StoredKey): string =>
  sealedName ? `${scene}/${id}.sealed` : fileKey(scene, id, contentType);

/**
 * Builds a link that opens one file without a session, because `<img>` elements cannot send an Authorization header.
 *
 * @param seconds minimum validity of the link; the default is five minutes
 */
export function fileUrl(secrets: SecretBox, clock: Clock, id: number, seconds = LINK_SECONDS): string {
  // Round up to the minute, so that repeated links to a picture are equal and the browser can cache it.
  const until = Math.ceil(clock.now().getTime() / 60_000) * 60 + seconds;
  return `/api/files/${id}?e=${until}&s=${secrets.sign(linkText(id, until))}`;
}

const linkText = (id: number, until: number): string => `file:${id}:${until}`;

/** Builds the link of a file in the form that pages use. */
export const fileLink = (
  { ports, clock }: { readonly ports: { readonly secrets: SecretBox }; readonly clock: Clock },
  file: Pick<StoredFile, 'id' | 'name' | 'contentType' | 'sealedName'>,
) => ({
  fileId: file.id,
  name: plainName(ports.secrets, file),
  url: fileUrl(ports.secrets, clock, file.id),
  isPicture: file.contentType.startsWith('image/'),
});

export function linkSeconds(): number {
  return LINK_SECONDS;
}

/** Returns the HTML element that plays a file. `null` means that no element can play it. */
export const playerOf = (contentType: string): 'video' | 'audio' | null =>
  contentType.startsWith('video/') ? 'video' : contentType.startsWith('audio/') ? 'audio' : null;
/** Returns the CSP of a file. A player in its own window requests byte ranges, so its sandbox must allow the same origin. */
const policyOf = (contentType: string) =>
  playerOf(contentType)
    ? "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox";

interface Content {
  readonly size: number;
  /** Reads a byte range. @param to index of the last byte, inclusive */
  part(from: number, to: number): Readable | Buffer;
}

/** Reads a file's content, or returns `null` if it no longer exists. Encrypted content is read as a whole, because it must be verified. */
async function readContent(
  { files, secrets }: { readonly files: FilePort; readonly secrets: SecretBox },
  file: StoredFile,
): Promise<Content | null> {
  const key = storedKey(file);
  const size = await files.size(key);
  if (size === null) return null;
  if (file.sealedName === null) return { size, part: (from, to) => files.part(key, from, to) };
  const bytes = openContent(secrets, file.id, await files.get(key));
  return { size: bytes.length, part: (from, to) => bytes.subarray(from, to + 1) };
}

/** Serves stored files by link. Scripts in files cannot run (nosniff, sandbox). Only pictures, videos and voice messages open inline. */
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
  // Cross-Origin-Resource-Policy cannot list origins. Pages of other origins still need a signed link to get a file.
  const mayEmbed = deps.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  app.get<{ Params: { id: string }; Querystring: { e?: string; s?: string } }>(
    '/api/files/:id',
    async (request, reply) => {
      const id = Number(request.params.id);
      const until = Number(request.query.e);
      const valid =
        Number.isSafeInteger(id) &&
        until * 1_000 > deps.clock.now().getTime() &&
        deps.secrets.isSigned(linkText(id, until), request.query.s ?? '');
      const file = valid ? await findFile(deps.db, id) : null;
      const content = file && (await readContent(deps, file));
      if (!file || !content) return reply.code(404).type('text/plain').send('Not found');
      const { size } = content;
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
          `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(plainName(deps.secrets, file))}`,
        )
        .header('cache-control', file.sealedName ? 'no-store' : `private, max-age=${LINK_SECONDS}`)
        .header('content-length', String(to - from + 1))
        .send(size === 0 ? Buffer.alloc(0) : content.part(from, to));
    },
  );
}
