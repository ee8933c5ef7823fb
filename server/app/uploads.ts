import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bound, Incoming } from '../core/http/pipe/call';
import { Refusal, refuse } from '../core/http/refusal';
import type { UploadGuard } from '../core/http/upload-guard';
import type { SessionOf } from './session';

/** Reads the body of a file upload. */

export interface Upload {
  /** The text fields, or why the body could not be read. */
  readonly fields: Incoming['body'];
  readonly file: Incoming['upload'];
}
export interface UploadTools {
  readonly sessionOf: SessionOf;
  /** By address of the endpoint. */
  readonly guards: ReadonlyMap<string, UploadGuard>;
}
const refused = (fields: Refusal | null): Upload => ({ fields, file: null });
/** Files without a session that are read at the same time: they are held in memory. */
const MOST_AT_ONCE = 8;
/** After so many seconds another one can be tried. */
const BUSY_SECONDS = 5;
/** Bytes that say which type a file has. */
const HEAD_BYTES = 64;

/** @returns null: the call carries no file */
export function createReadUpload({ sessionOf, guards }: UploadTools) {
  let reading = 0;

  async function readGuarded(guard: UploadGuard, request: FastifyRequest, reply: FastifyReply): Promise<Upload> {
    const announced = Number(request.headers['content-length']);
    if (!(announced > 0 && announced <= guard.maxBytes)) {
      // The rest is not read: the connection ends with the answer.
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

  return async ({ endpoint, address }: Bound, request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.method !== 'POST' || endpoint.body !== 'multipart' || !request.isMultipart()) return null;
    const guard = guards.get(address);
    if (guard) return readGuarded(guard, request, reply);
    // A file is read into memory only for a request with a session.
    if ((await sessionOf(request)) === null) return refused(null);
    return readParts(request, (part) => part.toBuffer());
  };
}

type ReadPart = (part: MultipartFile, fields: Readonly<Record<string, string>>) => Promise<Buffer>;

async function readParts(request: FastifyRequest, read: ReadPart): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: Incoming['upload'] = null;
  try {
    for await (const part of request.parts()) {
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

/** Keeps no more of a file than its type allows. @throws Refusal 40008 */
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
    // Destroyed, the file would block the rest of the body.
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (most === null && bytes >= HEAD_BYTES)
        most = guard.maxFileBytes(Buffer.concat(chunks).subarray(0, HEAD_BYTES));
      if (most !== null && bytes > most) throw refuse(40008);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    // What is left is passed over, so that the answer can be sent.
    file.resume();
    throw error;
  }
}
