import { rm } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bound, Incoming, PipeDeps } from '../core/http/pipe/call';
import { Refusal, refuse } from '../core/http/refusal';
import type { SignedClient } from '../core/http/signed';
import type { SpooledFile, SpoolGuard, UploadGuard } from '../core/http/upload-guard';
import type { SessionOf } from './session';
import type { Spool } from './spool';

/** Reads the bodies of file uploads. */

export interface Upload {
  /**
   * The text fields, the signed JSON of a server, or the refusal when the body could not be read. `null` means that the file was not read,
   * because the caller is unknown or may not upload it.
   */
  readonly fields: Incoming['body'];
  readonly file: Incoming['upload'];
  readonly spooled?: SpooledFile;
  /** Server that signed the upload. */
  readonly client?: SignedClient;
}
export interface UploadTools {
  readonly sessionOf: SessionOf;
  /** Guards for uploads into memory, by endpoint address. */
  readonly guards: ReadonlyMap<string, UploadGuard>;
  /** Guards for uploads to disk, by endpoint address. */
  readonly spoolGuards: ReadonlyMap<string, SpoolGuard>;
  readonly spool: Spool;
  readonly signedClient: PipeDeps['signedClient'];
}
const refused = (fields: Refusal | null): Upload => ({ fields, file: null });
/** Maximum number of concurrent uploads without a session. Each file is stored in memory while it is read. */
const MOST_AT_ONCE = 8;
/** Seconds after which the client may try again. */
const BUSY_SECONDS = 5;
/** Maximum size of the text fields and separators in a request with a file. */
const AROUND_BYTES = 16 * 1024;
/** Number of leading bytes that identify a file's type. */
const HEAD_BYTES = 64;

/** Creates the reader of upload bodies. The reader returns `null` when the endpoint or the request is not multipart. */
export function createReadUpload({ sessionOf, guards, spoolGuards, spool, signedClient }: UploadTools) {
  let reading = 0;

  async function readGuarded(guard: UploadGuard, request: FastifyRequest, reply: FastifyReply): Promise<Upload> {
    const announced = Number(request.headers['content-length']);
    if (!(announced > 0 && announced <= guard.maxBytes)) {
      // The rest of the body is not read, so the connection closes after the answer.
      reply.header('connection', 'close');
      return refused(refuse(40008));
    }
    if (reading >= MOST_AT_ONCE) return refused(refuse(42901, {}, { retryAfter: BUSY_SECONDS }));
    reading += 1;
    try {
      await guard.admit(request.ip);
      return await readParts(request, (part, fields) => readWithin(guard, part, fields));
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    } finally {
      reading -= 1;
    }
  }

  const readLarge = createReadLarge({ sessionOf, spool, signedClient });
  return async (bound: Bound, request: FastifyRequest, reply: FastifyReply): Promise<Upload | null> => {
    const { endpoint, address } = bound;
    if (endpoint.method !== 'POST' || endpoint.body !== 'multipart' || !request.isMultipart()) return null;
    const guard = guards.get(address);
    if (guard) return readGuarded(guard, request, reply);
    const spoolGuard = spoolGuards.get(address);
    if (spoolGuard) return readLarge(spoolGuard, bound, request, reply);
    // Without a guard, only a request with a session may load a file into memory.
    if ((await sessionOf(request)) === null) return refused(null);
    return readParts(request, (part) => part.toBuffer());
  };
}

/** Creates the reader of files that are written to disk while they arrive. */
function createReadLarge({
  sessionOf,
  spool,
  signedClient,
}: Pick<UploadTools, 'sessionOf' | 'spool' | 'signedClient'>) {
  /** Reads the fields and writes the file to disk. @param admit receives the text fields that precede the file, before the file is read */
  async function readSpooled(
    guard: SpoolGuard,
    request: FastifyRequest,
    reply: FastifyReply,
    admit: (fields: Readonly<Record<string, string>>) => Promise<void>,
  ): Promise<Upload> {
    const announced = Number(request.headers['content-length']);
    const isFitting = announced > 0 && announced <= guard.maxBytes + AROUND_BYTES;
    let spooled: SpooledFile | undefined;
    let isIn = false;
    try {
      if (!isFitting) throw refuse(40008);
      const upload = await readParts(
        request,
        async (part, fields) => {
          if (spooled) throw refuse(40008);
          await passOver(part, async () => {
            await admit(fields);
            await spool.enter(announced);
          });
          isIn = true;
          spooled = await spool.write(part, guard);
          return Buffer.alloc(0);
        },
        guard.maxBytes,
      );
      if (upload.file !== null && spooled) return { fields: upload.fields, file: null, spooled };
      if (spooled) await rm(spooled.path, { force: true });
      return upload.fields instanceof Refusal ? upload : refused(refuse(40008));
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    } finally {
      if (isIn) spool.leave();
      // The rest of the body is not read, so the connection closes after the answer.
      else reply.header('connection', 'close');
    }
  }

  async function readOfPerson(guard: SpoolGuard, { endpoint }: Bound, request: FastifyRequest, reply: FastifyReply) {
    const session = await sessionOf(request);
    const { access } = endpoint;
    const mayCall =
      session !== null &&
      typeof access === 'object' &&
      [access.rule].flat().some((rule) => session.actor.rules.has(rule));
    if (mayCall) return readSpooled(guard, request, reply, () => guard.admit(session.actor.accountId));
    reply.header('connection', 'close');
    // The pipe determines the refusal code.
    return refused(null);
  }

  /** Reads a file that another server sends. The JSON in the field `body` is signed like the body of a call without a file. */
  async function readOfServer(guard: SpoolGuard, { address }: Bound, request: FastifyRequest, reply: FastifyReply) {
    const known: { client?: SignedClient; body?: Buffer } = {};
    const upload = await readSpooled(guard, request, reply, async ({ body = '' }) => {
      known.body = Buffer.from(body);
      const client = await signedClient({ headers: request.headers, body: known.body }, address);
      if (client === null) throw refuse(401);
      known.client = client;
      await guard.admit(client.id);
    });
    const { client, body = null } = known;
    // The pipe determines the refusal code.
    if (!client) return refused(null);
    return upload.fields instanceof Refusal ? { ...upload, client } : { ...upload, client, fields: body };
  }

  return (guard: SpoolGuard, bound: Bound, request: FastifyRequest, reply: FastifyReply): Promise<Upload> =>
    bound.endpoint.access === 'signed'
      ? readOfServer(guard, bound, request, reply)
      : readOfPerson(guard, bound, request, reply);
}

/** Discards the file when `admit` refuses it: an unread file would block the request. */
async function passOver({ file }: MultipartFile, admit: () => Promise<void>): Promise<void> {
  try {
    await admit();
  } catch (error) {
    file.resume();
    throw error;
  }
}

type ReadPart = (part: MultipartFile, fields: Readonly<Record<string, string>>) => Promise<Buffer>;

/** Reads the fields and the file. @param fileSize maximum file size in bytes; default: the limit of the multipart plugin */
async function readParts(request: FastifyRequest, read: ReadPart, fileSize?: number): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: Incoming['upload'] = null;
  try {
    for await (const part of request.parts(fileSize === undefined ? {} : { limits: { fileSize: fileSize + 1 } })) {
      if (part.type === 'file') file = { name: part.filename, bytes: await read(part, fields) };
      else fields[part.fieldname] = String(part.value);
    }
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    return refused(refuse(isTooLarge ? 40008 : 40002));
  }
  return { fields, file };
}

/** Reads a file up to the size that its type allows. @throws Refusal 40008 (too large), and the refusals of `guard.admitFile` */
async function readWithin(
  guard: UploadGuard,
  { file }: MultipartFile,
  fields: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let most: number | null = null;
  try {
    await guard.admitFile(fields);
    // A destroyed file stream would block the rest of the body.
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (most === null && bytes >= HEAD_BYTES)
        most = guard.maxFileBytes(Buffer.concat(chunks).subarray(0, HEAD_BYTES));
      if (most !== null && bytes > most) throw refuse(40008);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    // The rest of the file is discarded, so that the answer can be sent.
    file.resume();
    throw error;
  }
}
