import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Kysely } from 'kysely';
import type { DataOf, Endpoint } from '../contract/endpoint';
import { endpoints } from '../contract/endpoints';
import {
  CALLBACK,
  FILES,
  INTAKE,
  RATE_LIMITS,
  REQUEST_TIMEOUT_MS,
  SESSION_LIMITS,
  UNATTENDED_HEADER,
} from '../contract/limits';
import { createSessions } from './core/access/session';
import type { Clock } from './core/clock';
import { LOCAL_HOST } from './core/console-link';
import type { Connection } from './core/database/connect';
import type { Database } from './core/database/schema';
import { type DiskGuard, diskGuard } from './core/files/disk';
import type { BatchHandler } from './core/http/bulk';
import { addressAllowed } from './core/http/clientAddress';
import { CONTRACT_VERSION } from './core/http/contract-version';
import { registerDocs } from './core/http/docs';
import { type Answer, failure } from './core/http/envelope';
import { commonHeaders, originOf } from './core/http/headers';
import type { Latency } from './core/http/latency';
import { createPipe } from './core/http/pipe';
import type { AnyHandler, Bound, Incoming, Outgoing } from './core/http/pipe/call';
import { createRateLimiter, type RateLimits, UNLIMITED } from './core/http/rate-limiter';
import { Refusal, refuse } from './core/http/refusal';
import { registerConsole } from './core/http/serve';
import { downloadToken } from './core/http/session-cookie';
import { readSigned } from './core/http/signed';
import type { Ids } from './core/ids';
import { localeOf } from './core/locale';
import { isOutOfHours, wallTime } from './core/money/days';
import type { Ports } from './core/platforms/ports';
import type { Receiver } from './core/platforms/receiver';
import { StartupError } from './core/startup';
import { moduleHandlers } from './modules';
import { accountManageBatchHandlers } from './modules/accountManage';
import { registerDownloadRoutes } from './modules/app';
import { createProposalStore } from './modules/approval';
import { registerCallbackRoutes } from './modules/callback';
import { checkExports, registerExportRoutes } from './modules/exportManage';
import { registerFileRoutes } from './modules/file';
import { franchisePageOwnTransactions, registerApplyRoutes } from './modules/franchisePage';
import { registerContentRoutes } from './modules/information';
import { intakeOwnTransactions } from './modules/intake';
import { loginOwnTransactions } from './modules/login';
import { createNoticeHub, type NoticeHub } from './modules/notice';
import { profileOwnTransactions } from './modules/profile';
import { moduleReceivers } from './modules/receivers';
import { readSetting } from './modules/site';
import { staffBatchHandlers } from './modules/staff';
import { teamBatchHandlers } from './modules/team';
import { createUndoStore } from './modules/undo';
import { userOwnTransactions } from './modules/user';
import type { Settings } from './settings';

/** What the app is built from. */
export interface AppParts {
  readonly db: Kysely<Database>;
  /** Of the same database. */
  readonly pool: Connection['pool'];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly settings: Pick<
    Settings,
    | 'trustProxy'
    | 'automationCode'
    | 'databaseUrl'
    | 'corsOrigins'
    | 'frameAncestors'
    | 'rateLimited'
    | 'publicOrigin'
    | 'outgoingAddresses'
    | 'staffSeats'
    | 'dataDir'
  >;
  readonly logger: FastifyBaseLogger;
  /** The built console, or null where another server has it. */
  readonly distDir: string | null;
  /** Told how long each call took. */
  readonly latency?: Latency;
  /** Addresses that outside platforms call; default: those of the product. */
  readonly receivers?: readonly Receiver[];
  /** Default: a look at the disk of the data folder. */
  readonly isDiskFull?: DiskGuard;
  /** Milliseconds for which a site setting that every request needs is kept; default one second. */
  readonly freshMs?: number;
  /** Milliseconds between two queries for new notices while a stream is open, and between two heartbeats; for tests. */
  readonly streamMs?: { readonly lookMs: number; readonly beatMs: number };
}

export interface App {
  readonly http: FastifyInstance;
  /** Waits for work that calls left for after their commit. */
  settle(): Promise<void>;
}

/** Every process follows a changed site setting this fast. */
const FRESH_MS = 1_000;
const LIMITS: RateLimits = {
  requests: RATE_LIMITS.requestsPerSecond,
  writes: RATE_LIMITS.writesPerSecond,
  signIns: SESSION_LIMITS.loginPerAddressPerMinute,
  clientRequests: INTAKE.requestsPerSecond,
  callbacks: CALLBACK.requestsPerSecond,
};
/** Codes from here on are faults of this server or of a system behind it. */
const FAULT = 50_000;
const LARGEST_JSON = 1024 * 1024;
/** A client that reads too slowly is disconnected. Its browser reconnects and continues where it was. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Where too many streams are open, try again after so long. */
const BUSY_SECONDS = 60;
const PREFLIGHT_SECONDS = 600;
/** Work that calls left for after their commit may take so long to finish when the server stops. */
const SETTLE_MS = 10_000;
const pause = (ms: number) => new Promise<void>((settle) => setTimeout(settle, ms).unref());
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
/** In lower case, since the compression adds its own word unless it finds it. */
const ANSWERS_VARY = 'accept-encoding, accept-language';
/** For JSON answers alone: downloads keep their length, and a stream of events must not be held back. */
const COMPRESSION: FastifyCompressOptions = { encodings: ['br', 'gzip'] };
/** Behind a proxy every request would seem to come from this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * One http app: every endpoint of the contract bound to its handler, the stored files, the API description, the console.
 *
 * @throws StartupError when an endpoint has no handler or a handler no endpoint
 */
export async function buildApp(parts: AppParts): Promise<App> {
  const { db, pool, clock, settings, logger } = parts;
  const bounds = bindAll();
  checkExports();
  const freshMs = parts.freshMs ?? FRESH_MS;
  const timeZone = cached(freshMs, async () => (await readSetting(db, 'locale')).timeZone);
  const sessions = createSessions(db, clock, timeZone);
  const security = cached(freshMs, () => readSetting(db, 'security'));
  const limiter = settings.rateLimited ? createRateLimiter(pool, LIMITS) : UNLIMITED;
  const isDiskFull = parts.isDiskFull ?? diskGuard(settings);
  const localeSetting = cached(freshMs, () => readSetting(db, 'locale'));
  const pipe = createPipe({
    ...parts,
    sessions,
    deployment: {
      embeddedDatabase: settings.databaseUrl === null,
      automationCode: settings.automationCode,
      publicOrigin: settings.publicOrigin,
      outgoingAddresses: settings.outgoingAddresses,
      staffSeats: settings.staffSeats,
      dataDir: settings.dataDir,
    },
    limiter,
    log: logger,
    proposals: createProposalStore({ ...parts, actorsOf: (accountIds) => sessions.actorsOf(accountIds) }),
    undo: createUndoStore(parts),
    endpointAt: (address) => bounds.get(address),
    isDiskFull,
    signedClient: (call, address) => {
      const header = (name: string) => String(call.headers[name] ?? '');
      const body = Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0);
      return readSigned(
        { db, clock, secrets: parts.ports.secrets },
        {
          address,
          body,
          client: header('x-client'),
          timestamp: header('x-timestamp'),
          nonce: header('x-nonce'),
          signature: header('x-signature'),
        },
      );
    },
    addressAllowed: async (ip) => addressAllowed((await security()).ipAllowList, ip),
    isOutOfHours: async (at) => isOutOfHours(wallTime(at, (await localeSetting()).timeZone)),
  });

  const http: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustIn(settings.trustProxy),
    exposeHeadRoutes: false,
    bodyLimit: LARGEST_JSON,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => clock.randomBytes(16).toString('hex'),
    // An address that cannot be decoded reaches no route; it is answered like any unknown one.
    rewriteUrl: (request) => (isDecodable(request.url ?? '') ? (request.url ?? '/') : '/api/'),
  });

  http.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(settings, request.protocol === 'https')).header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('vary', ANSWERS_VARY);
  });
  // A page of another origin may call this API only when the operator named it (the console hosted elsewhere).
  await http.register(cors, {
    origin: settings.corsOrigins.length > 0 ? [...settings.corsOrigins] : false,
    methods: ['GET', 'POST'],
    allowedHeaders: CORS_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  await http.register(compress, { global: false });
  http.addHook('onResponse', async (request, reply) => {
    const { accountId, code } = request.outcome ?? {};
    const path = request.url.split('?', 1)[0];
    const ms = Math.round(reply.elapsedTime);
    const { bound } = request.routeOptions.config;
    // A stream lasts as long as its client is connected.
    const isStream = bound?.endpoint.method === 'GET' && bound.endpoint.stream === true;
    if (bound && !isStream) {
      parts.latency?.note(bound.address, reply.elapsedTime, (code ?? 0) >= FAULT || reply.statusCode >= 500);
    }
    logger.info({ requestId: request.id, method: request.method, path, status: reply.statusCode, code, accountId, ms });
  });
  const hub = createNoticeHub(
    { db, clock, failed: (error) => logger.error({ err: error }, 'new notices could not be looked for') },
    parts.streamMs,
  );
  // Open streams and answers that wait would keep the server from stopping.
  http.addHook('preClose', async () => {
    hub.close();
    pipe.stopWaiting();
  });
  // A call to a platform may last for minutes; what it leaves open is gone on with at the next start.
  http.addHook('onClose', () => Promise.race([pipe.settle(), pause(SETTLE_MS)]));
  http.decorateRequest('outcome', null);

  http.removeAllContentTypeParsers();
  await http.register(multipart, { limits: { fileSize: FILES.pdfBytes, files: 1, fields: 10, fieldSize: 1_000 } });
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? null : refuse(40002)),
  );

  async function call(bound: Bound, request: FastifyRequest, reply: FastifyReply, body: Incoming['body'] | undefined) {
    const upload = body === undefined && bound.endpoint.method === 'POST' ? await readUpload(bound, request) : null;
    const outcome = await pipe.run(bound, {
      requestId: request.id,
      ip: request.ip,
      isLocal: isLocal(request),
      origin: consoleOrigin(settings, request),
      headers: request.headers,
      query: request.query as Incoming['query'],
      body: upload ? upload.fields : (body ?? null),
      upload: upload?.file ?? null,
    });
    const { answer, accountId } = outcome;
    request.outcome = { accountId, code: answer.code };
    if (outcome.permissionChanged) reply.header('x-permission-changed', '1');
    if (outcome.undoId !== null) reply.header('x-undo', String(outcome.undoId));
    // A stream is opened by the same way as any call: session, rule and rate have been looked at.
    const isStream = bound.endpoint.method === 'GET' && bound.endpoint.stream === true;
    if (isStream && answer.code === 100 && request.headers.accept?.includes('text/event-stream')) {
      if (openStream(hub, request, reply, outcome)) return reply;
      return send(request, reply, failure(42901, outcome.locale, { retryAfter: BUSY_SECONDS }));
    }
    return send(request, reply, answer);
  }

  /** The session of a request outside of the pipe; none while the person's identities do not count. */
  async function sessionOf(request: FastifyRequest, token = request.headers.authorization) {
    const session = await sessions.read(token, request.headers['user-agent'] ?? '', request.ip);
    return session?.closed ? null : session;
  }

  /** A file is read into memory only for a request with a session. */
  async function readUpload(bound: Bound, request: FastifyRequest) {
    if (bound.endpoint.method !== 'POST' || bound.endpoint.body !== 'multipart' || !request.isMultipart()) return null;
    const session = await sessionOf(request);
    if (session === null) return { fields: null, file: null };
    const fields: Record<string, string> = {};
    let file: Incoming['upload'] = null;
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() };
        else fields[part.fieldname] = String(part.value);
      }
    } catch (error) {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
      return { fields: refuse(isTooLarge ? 40008 : 40002), file: null };
    }
    return { fields, file };
  }

  for (const bound of bounds.values()) {
    http.route({
      method: bound.endpoint.method,
      url: `/api/${bound.address}`,
      config: { bound },
      compress: COMPRESSION,
      handler: (request, reply) => {
        const isUpload = bound.endpoint.method === 'POST' && request.isMultipart();
        const body = request.body as Incoming['body'] | undefined;
        return call(bound, request, reply, isUpload ? undefined : (body ?? null));
      },
    });
  }

  registerExportRoutes(http, {
    db,
    secrets: parts.ports.secrets,
    clock,
    folder: parts.ports.exportFolder,
    actorOf: async (request) => (await sessionOf(request, downloadToken(request)))?.actor ?? null,
  });
  registerFileRoutes(http, {
    db,
    files: parts.ports.files,
    secrets: parts.ports.secrets,
    clock,
    corsOrigins: settings.corsOrigins,
  });
  registerDownloadRoutes(http, { db });
  registerContentRoutes(http, { db, clock, files: parts.ports.files, secrets: parts.ports.secrets });
  registerApplyRoutes(http, { db, clock, secrets: parts.ports.secrets });
  registerDocs(http, {
    settings,
    clock,
    title: async () => (await readSetting(db, 'identity')).siteName,
    isSignedIn: async (request) => (await sessionOf(request)) !== null,
    send,
  });

  // What could not even be read is refused by the pipe as well, so that it leaves the same record as any other refusal.
  http.setErrorHandler((error, request, reply) => {
    const { bound } = request.routeOptions.config;
    if (bound && isUnreadable(error))
      return call(bound, request, reply, error instanceof Refusal ? error : refuse(40002));
    logger.error({ err: error, requestId: request.id }, 'a request failed');
    return send(request, reply, failure(50001, localeOf(request.headers['accept-language'])));
  });

  // Plugins are loaded after the error handler is set: routes that exist by then would keep the one of the library.
  await registerCallbackRoutes(http, {
    tools: parts,
    receivers: parts.receivers ?? moduleReceivers,
    limiter,
    isDiskFull,
    log: logger,
    ...(parts.latency && { latency: parts.latency }),
  });
  const { distDir } = parts;
  const sendPage = distDir && (await registerConsole(http, distDir, settings, clock, tileSources(db, freshMs)));
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

  await http.ready();
  return { http, settle: () => pipe.settle() };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bound?: Bound;
  }
  interface FastifyRequest {
    /** How the call ended, for the log. */
    outcome: { accountId: number; code: number } | null;
  }
}

function bindAll(): Map<string, Bound> {
  const handlers = moduleHandlers as unknown as Readonly<Record<string, AnyHandler | undefined>>;
  const own: ReadonlySet<string> = new Set([
    ...loginOwnTransactions,
    ...profileOwnTransactions,
    ...intakeOwnTransactions,
    ...userOwnTransactions,
    ...franchisePageOwnTransactions,
  ]);
  const batchHandlers: Readonly<Record<string, BatchHandler | undefined>> = {
    ...accountManageBatchHandlers,
    ...staffBatchHandlers,
    ...teamBatchHandlers,
  };
  const bounds = new Map<string, Bound>();
  for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const handler = handlers[address];
    if (!handler) throw new StartupError(`The endpoint ${address} has no handler: this build is incomplete.`);
    const ownTransaction = own.has(address);
    if (ownTransaction && endpoint.method === 'POST' && endpoint.idempotent) {
      throw new StartupError(`The endpoint ${address} needs one transaction for its effect and its stored answer.`);
    }
    bounds.set(address, { address, endpoint, handler, batchHandler: batchHandlers[address], ownTransaction });
  }
  const foreign = Object.keys(handlers).find((address) => !bounds.has(address));
  if (foreign) throw new StartupError(`The handler ${foreign} answers no endpoint of the contract.`);
  return bounds;
}

/** The stream's endpoint has answered: the position to start from. */
type StreamStart = DataOf<(typeof endpoints)['dashboard.Notice/stream']>;

/**
 * Turns an answered call into a stream of new notices. It continues after `Last-Event-ID`, or starts now.
 *
 * @returns false where too many are open
 */
function openStream(hub: NoticeHub, request: FastifyRequest, reply: FastifyReply, outcome: Outgoing): boolean {
  const { accountId, sessionId, locale } = outcome;
  if (!hub.hasRoom(accountId)) return false;
  const { counts, lastEventId } = outcome.answer.data as StreamStart;
  const known = Number(request.headers['last-event-id'] ?? lastEventId);
  // A number that this feed has not reached comes from another database: from now on, then.
  const seq = Number.isSafeInteger(known) && known >= 0 && known <= lastEventId ? known : lastEventId;
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Nothing between may keep it back or pack it.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  const remove = hub.add(
    {
      accountId,
      sessionId,
      locale,
      seq,
      send(text) {
        if (raw.destroyed || raw.writableLength > MOST_UNREAD_BYTES) return false;
        raw.write(text);
        return true;
      },
      end: () => raw.end(),
    },
    counts,
  );
  raw.on('close', remove);
  return true;
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('x-contract-version', CONTRACT_VERSION)
    .send(JSON.stringify({ ...answer, requestId: request.id }));
}

/** Where the caller has the console open: what the operator says, a page hosted elsewhere, else the address of this call. */
function consoleOrigin(settings: AppParts['settings'], request: FastifyRequest): string {
  const { origin } = request.headers;
  if (settings.publicOrigin !== null) return settings.publicOrigin;
  if (origin && settings.corsOrigins.includes(origin)) return origin;
  return `${request.protocol}://${request.host}`;
}

/** Does the caller sit at this very machine? Asked before the SMS outbox is shown; a foreign host name is a trick. */
function isLocal(request: FastifyRequest): boolean {
  return (
    LOOPBACK.test(request.ip) &&
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(request.headers.host ?? '') &&
    PROXY_HEADERS.every((name) => request.headers[name] === undefined)
  );
}

/** Whose `X-Forwarded-For` is believed, in the http server's words; a number counts proxies from this server outwards. */
function trustIn(setting: Settings['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return [...setting];
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** The request's own fault: too large, cut off, or no JSON by its type. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof Refusal) return true;
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
}

function tileSources(db: Kysely<Database>, freshMs: number): () => Promise<{ images: string[] }> {
  const read = cached(freshMs, () => readSetting(db, 'map'));
  return async () => ({ images: [originOf((await read()).mapTileUrl)].filter((origin) => origin !== null) });
}

function cached<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (!value || now - readAt >= freshMs) {
      readAt = now;
      value = read();
      value.catch(() => {
        value = undefined;
      });
    }
    return value;
  };
}
