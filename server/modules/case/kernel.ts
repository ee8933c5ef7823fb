import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { CaseExtras } from '../../../contract/approval';
import type { CaseFacts, CaseStep, CaseType } from '../../../contract/case';
import type { TextParams } from '../../../contract/message';
import { type Text, text } from '../../../contract/text';
import type { Actor } from '../../core/actor';
import type { AuditChange } from '../../core/audit';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { yuanText } from '../../core/money/amounts';
import { notify } from '../notice';
import {
  addSteps,
  type Box,
  type CaseRef,
  type CaseTable,
  caseBox,
  decideCase,
  expireCases,
  lockCase,
  mayDecide,
  type NewStep,
  readCases,
  stepsOf,
} from './store';

/** One way for all documents that people decide (contract/case.ts): a module adds its effects, its words and who may decide. */

type Db = Kysely<Database>;

const SUBMITTED = text('已提交', 'Submitted', 'Enviado', '已提交');

/** What all documents have, whatever their columns are called. */
export interface CaseRecord<S extends string> extends CaseFacts<S> {
  readonly id: number;
  readonly version: number;
  /** Null where this kind has no numbers. */
  readonly no: string | null;
  readonly makerName: string;
  readonly createdAt: Date;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
}

/** The columns that most documents have, by their usual names. */
interface CaseRow<S extends string> {
  readonly id: number;
  readonly version: number;
  readonly no: string;
  readonly state: S;
  readonly created_at: Date;
  /** Absent where it waits however long. */
  readonly expire_at?: Date;
  readonly maker_id: number;
  readonly maker_name: string;
  /** Absent where no step needs the owner. */
  readonly maker_is_owner?: boolean;
  /** Absent where it is about no money. */
  readonly amount_fen?: number | null;
  readonly checker_name: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** The usual {@link CaseDefinition.record}. */
export const readRecord = <S extends string>(row: CaseRow<S>): CaseRecord<S> => ({
  id: row.id,
  version: row.version,
  no: row.no,
  state: row.state,
  createdAt: row.created_at,
  expireAt: row.expire_at ?? null,
  makerId: row.maker_id,
  makerName: row.maker_name,
  makerIsOwner: row.maker_is_owner ?? false,
  amountFen: row.amount_fen ?? null,
  decidedByName: row.checker_name,
  decidedAt: row.decided_at,
  note: row.note,
});

/** A document under decision: its row, what it is about, and the reason that came with the call. */
export interface CaseCall<R, O> {
  readonly row: R;
  readonly object: O;
  readonly note: string;
}

/** What an effect leaves behind. */
export interface CaseEffect<S extends string> {
  /** Another state than the declared one. */
  readonly to?: S;
  /** Further columns of the document. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** The step is no decision: who decided the document last, when and why stays. */
  readonly keepsDecision?: true;
  /** What moved, for the history. */
  readonly amountFen?: number;
  readonly txNo?: string;
  /** What the system did by this step, as further lines of the history. */
  readonly lines?: readonly (LineFacts & { readonly step: string })[];
  /** What the caller reads, where it is not the step's usual sentence, and what is filled in. */
  readonly done?: Text;
  readonly params?: TextParams;
  /** What the operation record says besides. */
  readonly before?: object;
  readonly after?: object;
}

/** A line of the history, besides the step. */
interface LineFacts {
  readonly note?: string;
  readonly amountFen?: number;
  readonly txNo?: string;
  /** Of an instalment: the rider and the day whose income it is taken from. */
  readonly riderId?: number;
  readonly incomeDay?: string;
}
type Effect<S extends string, R, O> = (ctx: ActorContext, call: CaseCall<R, O>) => Promise<CaseEffect<S>>;

export interface CaseWords {
  readonly title: Text;
  readonly content: Text;
  readonly params: TextParams;
  readonly link: string;
}

/** How a document looks in the approvals inbox. */
interface CaseFace {
  readonly title: string;
  readonly object: string;
  readonly link: string;
}

interface CaseDefinition<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O> {
  readonly type: CaseType<S, A, T>;
  readonly table: CaseTable;
  record(row: R): CaseRecord<S>;
  /** What the document is about. @throws Refusal 40302 outside of the caller's data · 40401 the caller may not know of it */
  object(ctx: ActorContext, row: R): Promise<O>;
  /** What 40901 tells the caller of the document as it is; default: as the inbox shows it. */
  conflict?(ctx: ActorContext, row: R, object: O): Promise<object>;
  /** What a step does besides changing the state, in the same transaction. A refusal leaves the document as it is. */
  readonly effects?: { readonly [K in A]?: Effect<S, R, O> };
  /** What the caller reads after each step; `no` is filled in. */
  readonly done: Readonly<Partial<Record<A, Text>>>;
  /**
   * The notice to the maker about a step of another person; `no`, `checker` and the amount `x` are filled in. Null: no notice.
   */
  notice?(call: CaseCall<R, O>, state: S): CaseWords | null;
  /** The notice to the maker about a document that was not decided in time; `no` and the amount `x` are filled in. */
  expiryNotice?(row: R): CaseWords;
  /** What every record about the document says, besides its id. */
  described?(row: R): AuditChange;
  /** What the record of a step says, besides who made the document and why it was decided so. */
  recorded(
    call: CaseCall<R, O>,
    state: S,
    effect: CaseEffect<S>,
  ): Pick<AuditChange, 'before' | 'after'> & { detail?: object };
  /** The documents that a person may decide, never mind whether they wait: rule held, data scope, owner limit. */
  decidable(db: Db, actor: Actor): Promise<RawBuilder<SqlBool>> | RawBuilder<SqlBool>;
  faces(ctx: ActorContext, rows: readonly R[]): Promise<readonly CaseFace[]> | readonly CaseFace[];
  /** What the history calls its lines, where the steps do not say it. */
  readonly lineTexts?: Readonly<Record<string, Text>>;
  /** What the drawer shows besides the row and the history. */
  readonly detail?: {
    /**
     * May people read it who neither made it nor may decide it? Absent: they may not.
     *
     * @throws Refusal 40302 · 40401
     */
    admit?(ctx: ActorContext, row: R): Promise<void>;
    extras(ctx: ActorContext, row: R): Promise<Partial<CaseExtras>> | Partial<CaseExtras>;
  };
}

export interface StepInput {
  readonly id: number;
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
  readonly note?: string;
}

/** A kind of document, as the inbox and the jobs see it. */
export type Case = Pick<
  ReturnType<typeof defineCase<string, string, never, never, never>>,
  'type' | 'expire' | 'box' | 'entries' | 'detail'
>;

export function viewerOf(ctx: ActorContext) {
  const { accountId, accountType } = ctx.actor;
  return { accountId, isOwner: accountType === 'owner', can: (rule: number) => ctx.can(rule) };
}

/** Binds a declaration to its table, its effects and its words. */
export function defineCase<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O>(
  definition: CaseDefinition<S, A, T, R, O>,
) {
  const { type, table } = definition;
  const stepOf = (action: A): CaseStep<S> => type.steps[action];
  const expiry = type.transitions.find(({ action }) => action === 'expire');

  /**
   * The document, locked, if the caller may take this step now.
   *
   * @throws Refusal 40401 · 40302 · 40305 one's own · 40301 or 40401 for the maker only · 42201 · 40901 · 42245
   */
  async function open(ctx: ActorContext, action: A, input: StepInput) {
    const step = stepOf(action);
    const row = await lockCase<R>(ctx.db, table, input.id);
    if (!row) throw refuse(40401);
    const record = definition.record(row);
    const reason = noteOf(input);
    ctx.audit({ ...described(row), ...(reason && { reason }) });
    const object = await definition.object(ctx, row);
    const isMaker = record.makerId === ctx.actor.accountId;
    const isOwner = ctx.actor.accountType === 'owner';
    if (step.by === 'notMaker' && isMaker) throw refuse(40305);
    if (step.by === 'maker' && !isMaker) throw refuse(type.foreignCode);
    if (step.by === 'system' || (step.by === 'owner' && !isOwner)) throw refuse(40301);
    const state = type.stateAt(record, ctx.clock.now());
    const refusal = type.refusalIn(state, action);
    if (refusal !== null) throw refuse(refusal, { state: type.states[state].text });
    if (input.version !== undefined && input.version !== record.version) {
      const told = await definition.conflict?.(ctx, row, object);
      throw refuse(40901, {}, told ?? { current: (await entriesOf(ctx, [row]))[0] });
    }
    // Computed from the document's present state, whatever its version was: the owner decides about the document as it is now.
    if (type.needsOwner(action, record) && !isOwner) throw refuse(42245);
    return { row, object, record };
  }

  const noteOf = ({ reason, note }: StepInput) => reason ?? note ?? '';

  const described = (row: R): AuditChange => {
    const { id, no } = definition.record(row);
    return { objectId: id, ...(no !== null && { objectNo: no }), ...definition.described?.(row) };
  };

  /**
   * Takes a step: checks, effect, new state, history, notice, record.
   *
   * @param effectOf another effect than the declared one, for a step whose input says more than {@link StepInput}
   */
  async function run(
    ctx: ActorContext,
    action: A,
    input: StepInput,
    effectOf: Effect<S, R, O> | undefined = definition.effects?.[action],
  ) {
    const { row, object, record } = await open(ctx, action, input);
    const note = noteOf(input);
    const call = { row, object, note };
    const effect = (await effectOf?.(ctx, call)) ?? {};
    const state = effect.to ?? stepOf(action).to;
    const { accountId, name } = ctx.actor;
    const version = await decideCase(ctx.db, table, record, {
      state,
      decision: effect.keepsDecision ? null : { by: accountId, name, at: ctx.clock.now(), note },
      set: effect.set ?? {},
    });
    const { amountFen, txNo } = effect;
    const system = { ids: ctx.ids, clock: ctx.clock };
    await addSteps(ctx.db, [
      lineOf(ctx, record.id, action, { note, ...(amountFen !== undefined && { amountFen }), ...(txNo && { txNo }) }),
      ...(effect.lines ?? []).map(({ step, ...more }) => lineOf(system, record.id, step, more)),
    ]);
    const words = stepOf(action).by === 'maker' ? null : definition.notice?.(call, state);
    if (words) await tellMaker(ctx, record, { ...words, params: { checker: name, ...words.params } });
    const { before, after, detail } = definition.recorded(call, state, effect);
    ctx.audit({
      ...described(row),
      before,
      after,
      ...(note && { reason: note }),
      detail: { ...detail, makerId: record.makerId, makerName: record.makerName },
    });
    return answer(ctx, record, state, version, effect.done ?? definition.done[action], effect.params);
  }

  async function tellMaker(
    tools: Parameters<typeof notify>[0],
    { no, amountFen, makerId }: CaseRecord<S>,
    words: CaseWords,
  ): Promise<void> {
    const params = { no: no ?? '', x: yuanText(amountFen ?? 0), ...words.params };
    await notify(tools, { type: 'message', source: 'finance', accountIds: [makerId], ...words, params });
  }

  function answer(
    ctx: ActorContext,
    { id, no }: { readonly id: number; readonly no: string | null },
    state: S,
    version: number,
    message: Text | undefined,
    params: TextParams = {},
  ) {
    const stateText = type.stateText(state, ctx.locale);
    const said = message && ctx.t(message, { no: no ?? '', ...params });
    return { id, ...(no !== null && { no }), state, stateText, version, ...(said !== undefined && { message: said }) };
  }

  /** A line of the history. @param tools.actor absent: the system */
  function lineOf(
    tools: { readonly clock: Clock; readonly ids: Ids; readonly actor?: Pick<Actor, 'accountId' | 'name'> },
    caseId: number,
    step: string,
    more: LineFacts = {},
  ): NewStep {
    return {
      case_type: type.key,
      case_id: caseId,
      id: tools.ids.next(),
      step,
      at: tools.clock.now(),
      by_id: tools.actor?.accountId ?? 0,
      by_name: tools.actor?.name ?? '',
      note: more.note || null,
      amount_fen: more.amountFen ?? null,
      tx_no: more.txNo ?? null,
      rider_id: more.riderId ?? null,
      income_day: more.incomeDay ?? null,
    };
  }

  async function entriesOf(ctx: ActorContext, rows: readonly R[]) {
    const faces = await definition.faces(ctx, rows);
    const now = ctx.clock.now();
    const viewer = viewerOf(ctx);
    return rows.map((row, index) => {
      const record = definition.record(row);
      const state = type.stateAt(record, now);
      const face = faces[index] ?? { title: '', object: '', link: '' };
      return {
        ...face,
        key: `${type.key}.${record.id}`,
        type: type.key,
        typeText: ctx.t(type.title),
        id: record.id,
        version: record.version,
        no: record.no ?? '',
        makerName: record.makerName,
        amountFen: record.amountFen,
        createdAt: record.createdAt.toISOString(),
        expireAt: record.expireAt?.toISOString() ?? null,
        state,
        stateText: type.stateText(state, ctx.locale),
        decidedByName: record.decidedByName,
        decidedAt: record.decidedAt?.toISOString() ?? null,
        note: record.note ?? '',
        actions: type.actionsFor(record, viewer, now) as string[],
      };
    });
  }

  const stepText = (step: string): Text => {
    const { happened, text: label } = step in type.steps ? stepOf(step as A) : { text: SUBMITTED };
    return definition.lineTexts?.[step] ?? happened ?? label;
  };

  async function historyOf(ctx: ActorContext, id: number) {
    const steps = await stepsOf(ctx.db, type.key, id);
    return steps.map((step) => ({
      key: String(step.id),
      at: step.at.toISOString(),
      text: ctx.t(stepText(step.step)),
      byName: step.by_name,
      note: step.note ?? '',
      amountFen: step.amount_fen,
      txNo: step.tx_no,
    }));
  }

  return {
    type: type as unknown as CaseType<S, A>,
    run,
    answer,
    lineOf,
    /** The history of a document, oldest first. */
    history: historyOf,

    /** Adds a line to the history. @param tools.actor absent: the system */
    async addStep(
      { db, ...tools }: Parameters<typeof lineOf>[0] & { readonly db: Db },
      caseId: number,
      step: A | 'submit',
      more: LineFacts = {},
    ): Promise<void> {
      await addSteps(db, [lineOf(tools, caseId, step, more)]);
    },

    /**
     * The same step for several documents, each by itself.
     *
     * @param versions that the caller saw, by id; of others the version is not looked at
     */
    async runEach(
      ctx: ActorContext,
      action: A,
      ids: readonly number[],
      {
        versions,
        ...input
      }: Omit<StepInput, 'id' | 'version'> & {
        readonly versions?: Readonly<Record<string, number>> | undefined;
      },
    ) {
      const numberOf = async (id: number) => {
        const [row] = await readCases<R>(ctx.db, table, [id]);
        return (row && definition.record(row).no) ?? '';
      };
      return forEachRecord(ctx, ids, (id) => run(ctx, action, { ...input, id, version: versions?.[id] }), numberOf);
    },

    /** Writes the expiry of undecided documents. @param among these documents only */
    async expire(db: Db, clock: Clock, ids: Ids, among?: RawBuilder<SqlBool>): Promise<void> {
      if (!expiry) return;
      await inTransaction({ db, clock, ids }, async (tools) => {
        const to = { from: expiry.from, state: expiry.to, now: clock.now(), among };
        const rows = await expireCases<R>(tools.db, table, to);
        await addSteps(
          tools.db,
          rows.map((row) => lineOf(tools, definition.record(row).id, expiry.action)),
        );
        for (const row of rows) {
          const words = definition.expiryNotice?.(row);
          if (words) await tellMaker(tools, definition.record(row), words);
        }
      });
    },

    /** Documents in a box of a person, as a select of references. @param teamIds only of these stations */
    async box(db: Db, actor: Actor, box: Box, now: Date, teamIds?: readonly number[]): Promise<RawBuilder<CaseRef>> {
      const decidable = await definition.decidable(db, actor);
      return caseBox(table, box, {
        caseType: type.key,
        waiting: type.waiting,
        decidable,
        accountId: actor.accountId,
        teamIds,
        now,
      });
    },

    /** Documents as the approvals inbox shows them, in any order. */
    entries: async (ctx: ActorContext, ids: readonly number[]) =>
      entriesOf(ctx, await readCases<R>(ctx.db, table, ids)),

    /**
     * A document as its drawer shows it; null: there is none of this kind.
     *
     * @throws Refusal 40302 · 40401 not the caller's to read
     */
    async detail(ctx: ActorContext, id: number) {
      const [row] = await readCases<R>(ctx.db, table, [id]);
      if (!row) return null;
      const { makerId } = definition.record(row);
      const { detail } = definition;
      if (makerId !== ctx.actor.accountId) {
        const decidable = await definition.decidable(ctx.db, ctx.actor);
        if (!(await mayDecide(ctx.db, table, id, decidable))) {
          if (!detail?.admit) throw refuse(40401);
          await detail.admit(ctx, row);
        }
      }
      const [entry] = await entriesOf(ctx, [row]);
      if (!entry) return null;
      const extras = { facts: [], changes: [], evidence: [], ...(await detail?.extras(ctx, row)) };
      return { ...entry, ...extras, history: await historyOf(ctx, id) };
    },
  };
}
