import type { Kysely } from 'kysely';
import type { AuditSpec, Endpoint } from '../../contract/endpoint';
import { IDEMPOTENCY_KEY } from '../../contract/limits';
import { fill, type Locale } from '../../contract/text';
import { recordOperation } from './audit';
import type { Clock } from './clock';
import type { Actor, ActorContext, AuditChange, CallContext, Deployment } from './context';
import type { Database } from './database/schema';
import { withTransaction } from './database/transaction';
import { decodeBody, decodeQuery } from './decode';
import { type Answer, answerFor, success } from './envelope';
import { finishKey, hashRequest, releaseKey, takeKey } from './idempotency';
import type { Ids } from './ids';
import { localeOf } from './locale';
import type { Ports } from './ports';
import { createLimiter, type RateLimits } from './rate';
import { Accepted, invalid, Refusal, refuse } from './refusal';
import type { Session, Sessions } from './session';
import { fieldMessage, refusalFor } from './validation';

/** A handler with its types erased; `handlers()` has checked them. */
export type AnyHandler = (ctx: ActorContext, input: unknown) => Promise<unknown>;

/** One endpoint with what the pipe must know about it. */
export interface Bound {
  readonly address: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** The handler makes its own transactions; see CallContext. */
  readonly ownTransaction: boolean;
}

/** A request as the http server hands it over. */
export interface Incoming {
  readonly requestId: string;
  readonly ip: string;
  readonly isLocal: boolean;
  /** See CallContext. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The raw JSON, the text fields of an upload, or the reason why it could not be read. */
  readonly body: Buffer | Readonly<Record<string, string>> | Refusal | null;
  readonly upload: CallContext['upload'];
}

export interface Outgoing {
  readonly answer: Answer;
  readonly permissionChanged: boolean;
  /** For the log: who called. */
  readonly accountId: number;
}

interface PipeLog {
  error(details: object, text: string): void;
}

export interface PipeDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly sessions: Sessions;
  readonly deployment: Deployment;
  readonly limits: RateLimits;
  readonly log: PipeLog;
  /** May this address use the console at all (site settings, `ipAllowList`)? */
  addressAllowed(ip: string): Promise<boolean>;
}

/** What a person with a one-time password may call before it is changed. */
const BEFORE_PASSWORD_CHANGE = new Set(['Login/changeInitialPassword', 'Login/logout', 'site.Site/getSiteInfo']);
/** Refusals that leave no record: nobody acted (401), or it would let a flood fill the table (42901). */
const UNRECORDED: ReadonlySet<number> = new Set([401, 42901]);
const SECOND = 1_000;
const MINUTE = 60_000;

/** What is known about a call while it goes through the pipe. */
interface Trace {
  readonly started: number;
  locale: Locale;
  session: Session | null;
  /** The decoded input. */
  raw: Readonly<Record<string, unknown>>;
  /** The parsed input, once it was valid. */
  input: unknown;
  change: AuditChange;
  permissionChanged: boolean;
}

/**
 * The one way of every call, whatever its endpoint (DOMAIN §6.1):
 * decode → session → rate → first password → permission → idempotency → second verification → validate
 * → handler in one transaction → audit → envelope. Data scope is applied by the handlers, in their queries.
 */
export function createPipe(deps: PipeDeps) {
  const limiter = createLimiter(deps.clock);
  /** Work that was promised for after a commit and may still be running. */
  const pending = new Set<Promise<void>>();

  async function run(bound: Bound, call: Incoming): Promise<Outgoing> {
    const trace: Trace = {
      started: performance.now(),
      locale: localeOf(header(call, 'accept-language')),
      session: null,
      raw: {},
      input: undefined,
      change: {},
      permissionChanged: false,
    };
    let answer: Answer;
    try {
      answer = await steps(bound, call, trace);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        deps.log.error({ err: error, requestId: call.requestId, address: bound.address }, 'a call failed');
      }
      answer = answerFor(error, trace.locale);
      await recordRefusal(bound, call, trace, answer.code);
    }
    return {
      answer,
      permissionChanged: trace.permissionChanged,
      accountId: trace.session?.actor.accountId ?? 0,
    };
  }

  async function steps(bound: Bound, call: Incoming, trace: Trace): Promise<Answer> {
    const { endpoint } = bound;
    const raw = decode(endpoint, call);
    trace.raw = raw;

    const token = header(call, 'authorization');
    trace.session = await deps.sessions.read(token, header(call, 'user-agent') ?? '');
    const actor = trace.session?.actor ?? null;
    if (endpoint.access !== 'public' && actor === null) throw refuse(401);
    if (!(await deps.addressAllowed(call.ip))) throw refuse(40301);

    limitRate(bound, call, actor);

    if (actor?.mustChangePassword && endpoint.access !== 'public' && !BEFORE_PASSWORD_CHANGE.has(bound.address)) {
      throw refuse(40306);
    }
    if (actor !== null && !isPermitted(endpoint, actor)) throw refuse(40301);

    if (endpoint.method === 'GET' || !endpoint.idempotent) return execute(bound, call, trace, raw);
    const key = header(call, 'idempotency-key') ?? '';
    if (!IDEMPOTENCY_KEY.test(key)) {
      const rule = key === '' ? 'required' : 'pattern';
      throw invalid([{ field: 'Idempotency-Key', rule, message: fieldMessage(rule, trace.locale) }]);
    }
    const taken = {
      accountId: actor?.accountId ?? 0,
      key,
      requestHash: hashRequest(bound.address, raw),
      holder: call.requestId,
    };
    const stored = await takeKey(deps.db, deps.clock, taken);
    if (stored) return stored;
    try {
      return await execute(bound, call, trace, raw, (db, answer) => finishKey(db, taken, answer));
    } catch (error) {
      await releaseKey(deps.db, taken);
      throw error;
    }
  }

  async function execute(
    bound: Bound,
    call: Incoming,
    trace: Trace,
    raw: Readonly<Record<string, unknown>>,
    beforeCommit: (db: Kysely<Database>, answer: Answer) => Promise<void> = async () => undefined,
  ): Promise<Answer> {
    const { endpoint } = bound;
    const second = () => {
      const mayRepair = endpoint.method === 'POST' && endpoint.afterRecovery === true;
      if (trace.session?.mustBindFactor && !mayRepair) throw refuse(40308);
      if (!trace.session?.ticketFits(header(call, 'x-verify-ticket'))) throw refuse(40303);
    };
    if (endpoint.method === 'POST' && endpoint.risk === 'second') second();

    const parsed = endpoint.input.safeParse(raw, { reportInput: true });
    if (!parsed.success) throw refusalFor(parsed.error, trace.locale);
    trace.input = parsed.data;

    let tasks: (() => Promise<void>)[] = [];
    const work = async (db: Kysely<Database>): Promise<Answer> => {
      // A repeated transaction starts from nothing.
      tasks = [];
      trace.change = {};
      trace.permissionChanged = false;
      const ctx = makeContext(db, call, trace, second, tasks);
      const result = await bound.handler(ctx, parsed.data);
      const isAccepted = result instanceof Accepted;
      const data = endpoint.data.parse(isAccepted ? result.data : result);
      const answer = success(isAccepted ? 110 : 100, data, trace.locale);
      if (endpoint.method === 'POST' && endpoint.audit !== null) {
        const change = { after: trace.input, ...described(trace), ...trace.change };
        await record(db, endpoint.audit, call, trace, answer.code, change);
      }
      await beforeCommit(db, answer);
      return answer;
    };
    const isPlain = bound.ownTransaction || endpoint.method === 'GET';
    const answer = isPlain ? await work(deps.db) : await withTransaction(deps.db, work, deps.clock);
    runLater(tasks, call.requestId);
    return answer;
  }

  function makeContext(
    db: Kysely<Database>,
    call: Incoming,
    trace: Trace,
    requireSecond: () => void,
    tasks: (() => Promise<void>)[],
  ): ActorContext {
    const actor = trace.session?.actor ?? null;
    return {
      db,
      locale: trace.locale,
      clock: deps.clock,
      ids: deps.ids,
      ports: deps.ports,
      deployment: deps.deployment,
      requestId: call.requestId,
      ip: call.ip,
      isLocal: call.isLocal,
      origin: call.origin,
      userAgent: header(call, 'user-agent') ?? '',
      upload: call.upload,
      // Handlers of public endpoints see it as `Actor | null` (ContextOf); all others run with a session only.
      actor: actor as Actor,
      can: (rule) => actor?.rules.has(rule) ?? false,
      t: (text, params) => fill(text[trace.locale], params),
      audit(change) {
        trace.change = change;
      },
      requireSecond,
      permissionChanged() {
        trace.permissionChanged = true;
      },
      afterCommit(task) {
        tasks.push(task);
      },
    };
  }

  function limitRate(bound: Bound, call: Incoming, actor: Actor | null): void {
    const { requests, writes, signIns } = deps.limits;
    const isWrite = bound.endpoint.method === 'POST';
    const waits = [
      actor && limiter.take(`account:${actor.accountId}`, requests, SECOND),
      actor && isWrite && limiter.take(`writes:${actor.accountId}`, writes, SECOND),
      !actor && isWrite && limiter.take(`signIn:${call.ip}`, signIns, MINUTE),
      !actor && !isWrite && limiter.take(`visitor:${call.ip}`, requests * 3, SECOND * 10),
    ];
    const retryAfter = Math.max(...waits.map((wait) => wait || 0));
    if (retryAfter > 0) throw refuse(42901, {}, { retryAfter });
  }

  async function record(
    db: Kysely<Database>,
    spec: AuditSpec,
    call: Incoming,
    trace: Trace,
    resultCode: number,
    change: AuditChange,
  ): Promise<void> {
    await recordOperation(db, {
      id: deps.ids.next(),
      at: deps.clock.now(),
      actor: trace.session?.actor ?? null,
      spec,
      resultCode,
      change,
      ip: call.ip,
      userAgent: header(call, 'user-agent') ?? '',
      requestId: call.requestId,
      costMs: performance.now() - trace.started,
    });
  }

  /** After the transaction is undone, on a connection of its own: what was tried, and why it was refused. */
  async function recordRefusal(bound: Bound, call: Incoming, trace: Trace, code: number): Promise<void> {
    if (UNRECORDED.has(code)) return;
    const spec = refusalSpec(bound, code);
    if (spec === null) return;
    const { before: _before, after: _after, ...facts } = trace.change;
    const change = {
      detail: trace.input === undefined ? undefined : { input: trace.input },
      ...described(trace),
      ...facts,
    };
    try {
      await record(deps.db, spec, call, trace, code, change);
    } catch (error) {
      deps.log.error({ err: error, requestId: call.requestId }, 'an operation record could not be written');
    }
  }

  function runLater(tasks: readonly (() => Promise<void>)[], requestId: string): void {
    for (const task of tasks) {
      const running = task()
        .catch((error: unknown) => deps.log.error({ err: error, requestId }, 'work after a call failed'))
        .finally(() => pending.delete(running));
      pending.add(running);
    }
  }

  return {
    run,
    /** Waits for the work that calls left for after their commit. */
    async settle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

export type Pipe = ReturnType<typeof createPipe>;

function header(call: Incoming, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function decode(endpoint: Endpoint, call: Incoming): Record<string, unknown> {
  if (endpoint.method === 'GET') return decodeQuery(call.query);
  if (call.body instanceof Refusal) throw call.body;
  if (call.body === null || Buffer.isBuffer(call.body)) return decodeBody(call.body);
  return decodeQuery(call.body);
}

function isPermitted(endpoint: Endpoint, actor: Actor): boolean {
  if (endpoint.access === 'public' || endpoint.access === 'signedIn') return true;
  return [endpoint.access.rule].flat().some((rule) => actor.rules.has(rule));
}

/** Whom a call is about, as far as its input says so. */
function described(trace: Trace): AuditChange {
  const { id, teamId, reason: given } = trace.raw;
  const objectId = [id, teamId].find((value) => Number.isSafeInteger(value)) as number | undefined;
  const reason = typeof given === 'string' ? given : undefined;
  return { ...(objectId && { objectId }), ...(reason && { reason }) };
}

/** Refused changes are recorded as what they would have been; of reads only those for which the right is missing. */
function refusalSpec(bound: Bound, code: number): AuditSpec | null {
  if (bound.endpoint.method === 'POST') return bound.endpoint.audit;
  if (code !== 40301) return null;
  const [controller = '', action = ''] = bound.address.split('/');
  return { module: controller.split('.')[0] ?? '', action, object: 'page' };
}
