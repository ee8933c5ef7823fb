import { rm } from 'node:fs/promises';
import type { FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../core/http/envelope';
import type { Pipe } from '../core/http/pipe';
import type { Bound, Incoming } from '../core/http/pipe/call';
import type { SpooledFile } from '../core/http/upload-guard';
import type { NoticeHub } from '../modules/notice';
import { consoleOrigin, isLocal } from './caller';
import type { AppParts } from './parts';
import { send } from './send';
import { openStream } from './stream';
import { createReadUpload, type UploadTools } from './uploads';

/** Compression of JSON answers. It is off by default for other routes, because a compressed download has no `Content-Length`. */
const COMPRESSION: FastifyCompressOptions = { encodings: ['br', 'gzip'] };
/** Seconds after which a client may try again when too many streams are open. */
const BUSY_SECONDS = 60;

export interface CallTools extends UploadTools {
  readonly pipe: Pipe;
  readonly hub: NoticeHub;
  readonly settings: AppParts['settings'];
}

/**
 * Runs a call of the contract and answers it.
 *
 * @param body `undefined` for an upload, whose body this function reads
 */
export type RunCall = (
  bound: Bound,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Incoming['body'] | undefined,
) => Promise<FastifyReply>;

export function createRunCall({ pipe, hub, settings, ...tools }: CallTools): RunCall {
  const readUpload = createReadUpload(tools);
  return async (bound, request, reply, body) => {
    const upload = body === undefined ? await readUpload(bound, request, reply) : null;
    const outcome = await runAndDelete(upload?.spooled, () =>
      pipe.run(bound, {
        requestId: request.id,
        ip: request.ip,
        isLocal: isLocal(request),
        origin: consoleOrigin(settings, request),
        headers: request.headers,
        query: request.query as Incoming['query'],
        body: upload ? upload.fields : (body ?? null),
        upload: upload?.file ?? null,
        ...(upload?.spooled && { spooled: upload.spooled }),
        ...(upload?.client && { client: upload.client }),
      }),
    );
    const { answer, accountId } = outcome;
    request.outcome = { accountId, code: answer.code };
    if (outcome.permissionChanged) reply.header('x-permission-changed', '1');
    if (outcome.undoId !== null) reply.header('x-undo', String(outcome.undoId));
    // A stream starts like any other call, so its session, permission and rate are already checked.
    const isStream = bound.endpoint.method === 'GET' && bound.endpoint.stream === true;
    if (isStream && answer.code === 100 && request.headers.accept?.includes('text/event-stream')) {
      if (openStream(hub, request, reply, outcome)) return reply;
      return send(request, reply, failure(42901, outcome.locale, { retryAfter: BUSY_SECONDS }));
    }
    return send(request, reply, answer);
  };
}

/** Runs a call, then deletes the temporary file of the upload, unless the call has moved this file to the stored files. */
async function runAndDelete<T>(spooled: SpooledFile | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    if (spooled) await rm(spooled.path, { force: true });
  }
}

/** Registers a route for each endpoint of the contract. */
export function registerCalls(http: FastifyInstance, bounds: Iterable<Bound>, run: RunCall): void {
  for (const bound of bounds) {
    http.route({
      method: bound.endpoint.method,
      url: `/api/${bound.address}`,
      config: { bound },
      compress: COMPRESSION,
      handler: (request, reply) => {
        const isUpload = bound.endpoint.method === 'POST' && request.isMultipart();
        const body = request.body as Incoming['body'] | undefined;
        return run(bound, request, reply, isUpload ? undefined : (body ?? null));
      },
    });
  }
}
