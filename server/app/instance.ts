import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { FIRST_FAULT } from '../../contract/errors';
import { FILES, LONG_TIMEOUTS, REQUEST_TIMEOUT_MS, UNATTENDED_HEADER, UPLOAD_TIMEOUT_MS } from '../../contract/limits';
import { commonHeaders } from '../core/http/headers';
import type { Bound } from '../core/http/pipe/call';
import { refuse } from '../core/http/refusal';
import { endCall, traceCalls } from '../core/tracing';
import { isDecodable, trustIn } from './caller';
import type { AppParts } from './parts';

const LARGEST_JSON = 1024 * 1024;
const PREFLIGHT_SECONDS = 600;
const CORS_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Verify-Ticket',
  'Accept-Language',
  'Last-Event-ID',
  UNATTENDED_HEADER,
];
const EXPOSED_HEADERS = ['X-Permission-Changed', 'X-Request-Id', 'X-Undo', 'X-Contract-Version', 'Content-Disposition'];
/** Value of the header `Vary`. The names are in lower case: otherwise, the compression plugin would add `accept-encoding` again. */
const ANSWERS_VARY = 'accept-encoding, accept-language';

declare module 'fastify' {
  interface FastifyContextConfig {
    bound?: Bound;
  }
  interface FastifyRequest {
    /** Result of the call, for the log. `null` until the call has a result. */
    outcome: { accountId: number; code: number } | null;
  }
}

/** Creates a server without routes. It sets common headers, allowed origins and the log, and reads JSON bodies as bytes. */
export async function createInstance(parts: AppParts): Promise<FastifyInstance> {
  const { clock, settings, logger } = parts;
  const http: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustIn(settings.trustProxy),
    exposeHeadRoutes: false,
    bodyLimit: LARGEST_JSON,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    // Clients that are already connected still receive answers when the server stops.
    return503OnClosing: false,
    genReqId: () => clock.randomBytes(16).toString('hex'),
    // A URL that cannot be decoded is rewritten, so that it is answered like an unknown URL.
    rewriteUrl: (request) => (isDecodable(request.url ?? '') ? (request.url ?? '/') : '/api/'),
  });
  http.decorateRequest('outcome', null);
  if (settings.traces) traceCalls(http, { continues: settings.trustProxy !== false });
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(settings, request.protocol === 'https')).header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('vary', ANSWERS_VARY);
  });
  // Pages of other origins may call this API only when the operator configured the origin (a console hosted elsewhere).
  await http.register(cors, {
    origin: settings.corsOrigins.length > 0 ? [...settings.corsOrigins] : false,
    methods: ['GET', 'POST'],
    allowedHeaders: CORS_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  limitBodies(http);
  await http.register(compress, { global: false });
  http.addHook('onResponse', async (request, reply) => logCall(parts, request, reply));
  await readBodies(http);
  return http;
}

/** Limits the time for reading the body of each request. Node has only one limit for all requests, but large uploads need more time. */
function limitBodies(http: FastifyInstance): void {
  http.addHook('onRequest', async (request) => {
    const { bound } = request.routeOptions.config;
    if (request.method !== 'POST' || (bound && LONG_TIMEOUTS.get(`/api/${bound.address}`) === UPLOAD_TIMEOUT_MS))
      return;
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy();
    }, REQUEST_TIMEOUT_MS);
    request.raw.once('close', () => clearTimeout(timer));
  });
}

/** Writes a log line for each request and ends its trace. Records the duration of contract calls, except streams. */
function logCall({ logger, latency }: AppParts, request: FastifyRequest, reply: FastifyReply): void {
  const { accountId, code } = request.outcome ?? {};
  const path = request.url.split('?', 1)[0];
  const ms = Math.round(reply.elapsedTime);
  const { bound } = request.routeOptions.config;
  // A stream's duration is only the time that its client is connected, so it is not measured.
  const isStream = bound?.endpoint.method === 'GET' && bound.endpoint.stream === true;
  const { statusCode: status } = reply;
  const isFault = (code ?? 0) >= FIRST_FAULT || status >= 500;
  if (bound && !isStream) latency?.note(bound.address, reply.elapsedTime, isFault);
  const traceId = endCall(request, { status, code, isFault });
  logger.info({
    requestId: request.id,
    ...(traceId !== undefined && { traceId }),
    method: request.method,
    path,
    status,
    code,
    accountId,
    ms,
  });
}

/**
 * Reads JSON bodies as bytes. The pipe parses them after it has checked session and permission. Multipart bodies are read by the upload
 * reader. A non-empty body of another type is refused (40002).
 */
async function readBodies(http: FastifyInstance): Promise<void> {
  http.removeAllContentTypeParsers();
  await http.register(multipart, { limits: { fileSize: FILES.pdfBytes, files: 1, fields: 10, fieldSize: 1_000 } });
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? null : refuse(40002)),
  );
}
