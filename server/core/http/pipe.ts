import type { Kysely } from 'kysely';
import type { AuditSpec, Endpoint } from '../../../contract/endpoint';
import { IDEMPOTENCY_KEY, INTAKE, UNATTENDED_HEADER } from '../../../contract/limits';
import { fill, type Locale, text } from '../../../contract/text';
import { missingRight } from '../access/access';
import type { Session, Sessions } from '../access/session';
import { recordOperation } from '../audit';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { inSavepoint, withTransaction } from '../database/transaction';
import { DISK_FULL_TEXT, type DiskGuard } from '../files/disk';
import type { Ids } from '../ids';
import { localeOf } from '../locale';
import type { Ports } from '../platforms/ports';
import { type BatchHandler, type DoneOne, refusalOf } from './bulk';
import type { Actor, ActorContext, AuditChange, CallContext, Deployment } from './context';
import { decodeBody, decodeQuery } from './decode';
import { type Answer, answerFor, success } from './envelope';
import {
  FOUR_EYES_TEXT,
  type ProposalStore,
  SecondPersonNeeded,
  type SecondPersonRequest,
  type StoredProposal,
  stateHash,
} from './four-eyes';
import { finishKey, hashRequest, releaseKey, takeKey } from './idempotency';
import { createLimiter, type RateLimits } from './rate';
import { Accepted, invalid, Refusal, refuse } from './refusal';
import type { SignedClient } from './signed';
import type { CompensatingCall, CompensatingCalls, SingleCall, UndoStore } from './undo';
import { fieldMessage, refusalFor } from './validation';

/** A handler with its types erased; `handlers()` has checked them. */
export type AnyHandler = (ctx: ActorContext, input: unknown) => Promise<unknown>;

/** One endpoint with what the pipe must know about it. */
export interface Bound {
  readonly address: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** Does what many such calls do, where it can be done in a few statements. */
  readonly several?: BatchHandler | undefined;
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
  /** The call can be taken back under this number; null where it cannot. */
  readonly undoId: number | null;
  /** For the log: who called. */
  readonly accountId: number;
  /** The session of the call; 0 without one. */
  readonly sessionId: number;
  /** What a stream says is in this language. */
  readonly locale: Locale;
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
  /** Keeps calls that a second person must agree to. */
  readonly desk: ProposalStore;
  /** Notes calls that can be taken back. */
  readonly undo: UndoStore;
  /** The endpoint of a kept call. */
  endpointAt(address: string): Bound | undefined;
  /** Who signed a request of another server, or null. */
  signedClient(call: Incoming, address: string): Promise<SignedClient | null>;
  /** May this address use the console at all (site settings, `ipAllowList`)? */
  addressAllowed(ip: string): Promise<boolean>;
  /** Does the moment lie outside the office hours of the platform's time zone? Asked before any transaction begins. */
  isOutOfHours(at: Date): Promise<boolean>;
  /** Then nothing is saved, but for signing in and out: reading goes on, and the page System health says what to do. */
  isDiskFull: DiskGuard;
}

/** The read after which a page knows what its person may do. */
const SITE_INFO = 'site.Site/getSiteInfo';
/** What a person with a one-time password may call before it is changed. */
const BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set(['Login/changeInitialPassword', 'Login/logout', SITE_INFO]);
/** What a person may call while none of his identities counts (40311, 40312): to leave. */
const WHILE_CLOSED = new Set(['Login/logout']);
/** Refused reads that are recorded: the right was missing, or the identity's hours or addresses. */
const RECORDED_READS: ReadonlySet<number> = new Set([40301, 40311, 40312]);
/** Refusals that leave no record: nobody acted (401), it would let a flood fill the table (42901), there is no room for it (50301). */
const UNRECORDED: ReadonlySet<number> = new Set([401, 42901, 50301]);
/** The reason that is recorded where taking back needs one. */
const UNDO_TEXT: Readonly<Record<Locale, string>> = text('撤销操作', 'Undo', 'Desfazer', '復原操作');
const SECOND = 1_000;
const MINUTE = 60_000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What is known about a call while it goes through the pipe. */
interface Trace {
  readonly started: number;
  locale: Locale;
  session: Session | null;
  /** The server that signed the call. */
  client: SignedClient | null;
  /** The decoded input. */
  raw: Readonly<Record<string, unknown>>;
  /** The parsed input, once it was valid. */
  input: unknown;
  change: AuditChange;
  permissionChanged: boolean;
  isOutOfHours: boolean;
  /** The call whose marks of secret and personal fields hold for the record: a compensation's. */
  spec: AuditSpec | null;
  /** What a call about several records amounts to. */
  singles: SingleCall[];
  undoId: number | null;
  /** It was made without the second person that it needs: there is none, or the rule is switched off. */
  alone: boolean;
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
      client: null,
      raw: {},
      input: undefined,
      change: {},
      permissionChanged: false,
      isOutOfHours: false,
      spec: null,
      singles: [],
      undoId: null,
      alone: false,
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
      undoId: trace.undoId,
      permissionChanged: trace.permissionChanged || (bound.address !== SITE_INFO && trace.session?.isStale === true),
      accountId: trace.session?.actor.accountId ?? 0,
      sessionId: trace.session?.actor.sessionId ?? 0,
      locale: trace.locale,
    };
  }

  async function steps(bound: Bound, call: Incoming, trace: Trace): Promise<Answer> {
    const { endpoint } = bound;
    trace.isOutOfHours = await deps.isOutOfHours(deps.clock.now());
    if (endpoint.access === 'signed') return signedSteps(bound, call, trace);
    const raw = decode(endpoint, call);
    trace.raw = raw;

    const token = header(call, 'authorization');
    const unattended = header(call, UNATTENDED_HEADER.toLowerCase()) !== undefined;
    trace.session = await deps.sessions.read(token, header(call, 'user-agent') ?? '', call.ip, unattended);
    const actor = trace.session?.actor ?? null;
    if (endpoint.access !== 'public' && actor === null) throw refuse(401);
    if (!(await deps.addressAllowed(call.ip))) throw refuse(40301);

    limitRate(bound, call, actor);

    if (actor?.mustChangePassword && endpoint.access !== 'public' && !BEFORE_PASSWORD_CHANGE.has(bound.address)) {
      throw refuse(40306);
    }
    const closed = trace.session?.closed;
    if (closed && endpoint.access !== 'public' && !WHILE_CLOSED.has(bound.address)) throw closed;
    if (actor !== null && !isPermitted(endpoint, actor)) throw missingRight(rulesOf(endpoint), trace.locale);

    if (endpoint.method === 'POST' && endpoint.access !== 'public' && !WHILE_CLOSED.has(bound.address))
      await needRoom(trace);
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

  /** The way of a call that another server signed: no session, no idempotency key; whoever signs wrongly may not try often. */
  async function signedSteps(bound: Bound, call: Incoming, trace: Trace): Promise<Answer> {
    const taken = (wait: number) => {
      if (wait > 0) throw refuse(42901, {}, { retryAfter: wait });
    };
    trace.client = await deps.signedClient(call, bound.address);
    if (trace.client === null) {
      taken(limiter.take(`signIn:${call.ip}`, deps.limits.signIns, MINUTE));
      throw refuse(401);
    }
    const isLimited = Number.isFinite(deps.limits.requests);
    if (isLimited) taken(limiter.take(`client:${trace.client.id}`, INTAKE.requestsPerSecond, SECOND));
    trace.raw = decode(bound.endpoint, call);
    await needRoom(trace);
    return execute(bound, call, trace, trace.raw);
  }

  /** @throws Refusal 50301 while the disk is nearly full */
  async function needRoom({ locale }: Trace): Promise<void> {
    if (await deps.isDiskFull()) throw refuse(50301, {}, null, DISK_FULL_TEXT[locale]);
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
      trace.alone = false;
      trace.spec = null;
      trace.singles = [];
      trace.undoId = null;
      const ctx = makeContext(db, endpoint, call, trace, second, tasks);
      const result = await bound.handler(ctx, parsed.data);
      const isAccepted = result instanceof Accepted;
      const data = endpoint.data.parse(isAccepted ? result.data : result);
      const answer = success(isAccepted ? 110 : 100, data, trace.locale);
      if (endpoint.method === 'POST' && endpoint.audit !== null) {
        const change: Writable<AuditChange> = { after: trace.input, ...described(trace), ...trace.change };
        if (trace.alone) change.detail = { ...(change.detail as object | undefined), withoutSecondPerson: true };
        const recordId = await record(db, trace.spec ?? endpoint.audit, call, trace, answer.code, change);
        const actor = trace.session?.actor;
        // A compensation is not taken back by another one: the person does that himself.
        if (actor && !isAccepted && trace.spec === null) {
          const at = deps.clock.now();
          const reason = UNDO_TEXT[trace.locale];
          const whole = { address: bound.address, input: parsed.data, data, before: change.before };
          const calls = trace.singles.length > 0 ? trace.singles : [whole];
          trace.undoId = await deps.undo.keep(db, { recordId, calls, actor, at, reason });
        }
      }
      await beforeCommit(db, answer);
      return answer;
    };
    const isPlain = bound.ownTransaction || endpoint.method === 'GET';
    try {
      const answer = isPlain ? await work(deps.db) : await withTransaction(deps.db, work, deps.clock);
      if (trace.session && bound.address === SITE_INFO) await deps.sessions.noteSeen(trace.session);
      runLater(tasks, call.requestId);
      return answer;
    } catch (error) {
      if (!(error instanceof SecondPersonNeeded)) throw error;
      return withTransaction(deps.db, (db) => propose(db, error), deps.clock);
    }

    /** Instead of the call, of which nothing remains. */
    async function propose(db: Kysely<Database>, { request, approverIds }: SecondPersonNeeded): Promise<Answer> {
      const { state, teamId, change } = request;
      const maker = trace.session?.actor;
      if (!maker) throw refuse(401);
      const id = deps.ids.next();
      await deps.desk.keep(db, {
        id,
        address: bound.address,
        payload: raw,
        rules: rulesOf(endpoint),
        teamId,
        approverIds,
        stateHash: stateHash(state),
        change,
        maker,
        at: deps.clock.now(),
      });
      const data = endpoint.data.parse({
        id,
        state: 'proposed',
        stateText: FOUR_EYES_TEXT.waits[trace.locale],
        version: 1,
        message: FOUR_EYES_TEXT.proposed[trace.locale],
        warnings: [],
      });
      const answer = success(110, data, trace.locale);
      if (endpoint.method === 'POST' && endpoint.audit !== null) {
        await record(db, endpoint.audit, call, trace, answer.code, { ...change, detail: { proposalId: id } });
      }
      await beforeCommit(db, answer);
      return answer;
    }
  }

  /** The context's way to a second person; `approved`: the mark of the state that somebody else agrees to now. */
  function secondPersonOf(
    db: Kysely<Database>,
    trace: Trace,
    endpoint: Endpoint,
    approved: { readonly stateHash: string; readonly by: Actor } | null,
  ) {
    return async (request: SecondPersonRequest): Promise<void> => {
      const mayAgree = async (person: Actor) => request.mayAgree?.(within(endpoint, person));
      if (approved !== null) {
        if (stateHash(request.state) !== approved.stateHash) {
          throw refuse(40901, {}, null, FOUR_EYES_TEXT.stale[trace.locale]);
        }
        return mayAgree(approved.by);
      }
      if (await deps.desk.isOn(db)) {
        const approverIds = await deps.desk.approversOf(db, {
          teamId: request.teamId,
          mayAgree,
          rules: rulesOf(endpoint),
          makerId: trace.session?.actor.accountId ?? 0,
        });
        if (approverIds.length > 0) throw new SecondPersonNeeded(request, approverIds);
      }
      trace.alone = true;
    };
  }

  /** Runs a kept call in the approver's transaction, with the proposer's rights as they are now. */
  async function executeStored(ctx: ActorContext, trace: Trace, kept: StoredProposal): Promise<void> {
    const bound = deps.endpointAt(kept.address);
    if (!bound || !isPermitted(bound.endpoint, ctx.actor)) throw refuse(40301);
    const person = await deps.sessions.actorOf(kept.makerId);
    if (!person || !isPermitted(bound.endpoint, person)) {
      throw refuse(40301, {}, null, FOUR_EYES_TEXT.makerGone[trace.locale]);
    }
    const stale = () => refuse(40901, {}, null, FOUR_EYES_TEXT.stale[trace.locale]);
    const parsed = bound.endpoint.input.safeParse(kept.payload);
    if (!parsed.success) throw stale();
    const maker = within(bound.endpoint, person);
    const asMaker: ActorContext = {
      ...ctx,
      actor: maker,
      can: (rule) => maker.rules.has(rule),
      requireSecond: () => undefined,
      // An approver takes nothing back by himself.
      recordUndoable: () => undefined,
      secondPerson: secondPersonOf(ctx.db, trace, bound.endpoint, { stateHash: kept.stateHash, by: ctx.actor }),
    };
    try {
      await bound.handler(asMaker, parsed.data);
    } catch (error) {
      // The handler compares versions for whoever fills its form; an approver has nothing to compare and nothing to keep.
      throw error instanceof Refusal && error.code === 40901 ? stale() : error;
    }
  }

  /** The endpoint that takes a former call back, with the context in which it does, as if the caller had asked it himself. */
  function undoContext(ctx: ActorContext, trace: Trace, address: string) {
    const bound = deps.endpointAt(address);
    const person = trace.session?.actor;
    const endpoint = bound?.endpoint;
    const spec = endpoint?.method === 'POST' ? endpoint.audit : null;
    if (!bound || endpoint?.method !== 'POST' || !spec || !person) throw refuse(40401);
    if (!isPermitted(endpoint, person)) throw missingRight(rulesOf(endpoint), trace.locale);
    if (endpoint.risk === 'second') ctx.requireSecond();
    const inside: ActorContext = {
      ...ctx,
      actor: within(endpoint, person),
      isUndo: true,
      secondPerson: async () => {
        throw refuse(42201, {}, null, FOUR_EYES_TEXT.ownPage[trace.locale]);
      },
    };
    const parsed = (input: unknown): unknown => {
      const result = endpoint.input.safeParse(input);
      if (!result.success) throw refusalFor(result.error, trace.locale);
      return result.data;
    };
    const answerOf = (data: unknown): unknown => endpoint.data.parse(data instanceof Accepted ? data.data : data);
    return { bound, spec, inside, parsed, answerOf };
  }

  /** Runs the opposite of a former call in this call's transaction, as if the caller had made it himself. */
  async function compensate(ctx: ActorContext, trace: Trace, wanted: CompensatingCall) {
    const { bound, spec, inside, parsed, answerOf } = undoContext(ctx, trace, wanted.address);
    const data = await bound.handler(inside, parsed(wanted.input));
    trace.spec = { ...spec, module: 'common', action: 'undo' };
    trace.change = {
      ...trace.change,
      objectType: trace.change.objectType ?? spec.object,
      detail: { ...(trace.change.detail as object | undefined), undoes: wanted.undoes },
    };
    return { data: answerOf(data), change: trace.change };
  }

  /** The same for many: by the endpoint's own way of doing much at once where it has one, else one after the other. */
  async function compensateEach(ctx: ActorContext, trace: Trace, { inputs, ...wanted }: CompensatingCalls) {
    const { bound, spec, inside, parsed, answerOf } = undoContext(ctx, trace, wanted.address);
    const { several } = bound;
    if (!several) {
      const outcomes: (DoneOne | Refusal)[] = [];
      for (const input of inputs) {
        let one: DoneOne | null = null;
        const refusal = await refusalOf(() =>
          inSavepoint(ctx.db, async () => {
            one = await compensate(ctx, trace, { ...wanted, input });
          }),
        );
        outcomes.push(refusal ?? one ?? refuse(40401));
      }
      return outcomes;
    }
    const sound: unknown[] = [];
    for (const input of inputs) {
      const refusal = await refusalOf(() => {
        sound.push(parsed(input));
      });
      if (refusal) sound.push(refusal);
    }
    const rest = sound.filter((one) => !(one instanceof Refusal));
    const done = (await several(inside, rest)).values();
    trace.spec = { ...spec, module: 'common', action: 'undo' };
    trace.change = { objectType: spec.object };
    return sound.map((one): DoneOne | Refusal => {
      if (one instanceof Refusal) return one;
      const { value } = done.next();
      if (value === undefined) throw new Error(`${wanted.address} did less than it was asked for`);
      return value instanceof Refusal ? value : { ...value, data: answerOf(value.data) };
    });
  }

  function makeContext(
    db: Kysely<Database>,
    endpoint: Endpoint,
    call: Incoming,
    trace: Trace,
    requireSecond: () => void,
    tasks: (() => Promise<void>)[],
  ): ActorContext {
    const actor = trace.session ? within(endpoint, trace.session.actor) : null;
    const ctx: ActorContext = {
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
      client: trace.client,
      isUndo: false,
      can: (rule) => actor?.rules.has(rule) ?? false,
      t: (text, params) => fill(text[trace.locale], params),
      audit(change) {
        trace.change = change;
      },
      requireSecond,
      secondPerson: secondPersonOf(db, trace, endpoint, null),
      executeProposal(kept) {
        return executeStored(ctx, trace, kept);
      },
      recordUndoable({ before = trace.change.before as object | undefined, ...single }) {
        trace.singles.push({ ...single, before });
      },
      compensate: (wanted) => compensate(ctx, trace, wanted),
      compensateEach: (wanted) => compensateEach(ctx, trace, wanted),
      permissionChanged() {
        trace.permissionChanged = true;
      },
      afterCommit(task) {
        tasks.push(task);
      },
    };
    return ctx;
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
  ): Promise<number> {
    const id = deps.ids.next();
    await recordOperation(db, {
      id,
      at: deps.clock.now(),
      actor: trace.session?.actor ?? null,
      spec,
      resultCode,
      change,
      ip: call.ip,
      userAgent: header(call, 'user-agent') ?? '',
      requestId: call.requestId,
      costMs: performance.now() - trace.started,
      isOutOfHours: trace.isOutOfHours,
    });
    return id;
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

/** The rules of which a caller needs one; empty: none is asked for. */
function rulesOf({ access }: Endpoint): readonly number[] {
  return typeof access === 'object' ? [access.rule].flat() : [];
}

function isPermitted(endpoint: Endpoint, actor: Actor): boolean {
  return typeof endpoint.access === 'string' || rulesOf(endpoint).some((rule) => actor.rules.has(rule));
}

/** The caller as an endpoint sees him: with the data scope of its module (DOMAIN §3.11). */
function within(endpoint: Endpoint, actor: Actor): Actor {
  const rule = rulesOf(endpoint).find((one) => actor.rules.has(one));
  return rule === undefined ? actor : { ...actor, scope: actor.scopeOf(rule) };
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
  if (!RECORDED_READS.has(code)) return null;
  const [controller = '', action = ''] = bound.address.split('/');
  return { module: controller.split('.')[0] ?? '', action, object: 'page' };
}
