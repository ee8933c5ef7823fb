import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { CaseExtras } from '../../../contract/approval';
import type { CaseFacts, CaseStep, CaseType } from '../../../contract/case';
import type { TextParams } from '../../../contract/message';
import type { Text } from '../../../contract/text';
import type { Actor } from '../../core/actor';
import type { AuditChange } from '../../core/audit';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import type { CaseTable } from './store';

/** The definition of a kind of document by its module: table, effects, texts and who may decide it. */

export type Db = Kysely<Database>;

/** Fields common to all documents, independent of column names. */
export interface CaseRecord<S extends string> extends CaseFacts<S> {
  readonly id: number;
  readonly version: number;
  /** Null if this kind has no numbers. */
  readonly no: string | null;
  readonly makerName: string;
  readonly createdAt: Date;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
}

/** The usual column names of documents. */
interface CaseRow<S extends string> {
  readonly id: number;
  readonly version: number;
  readonly no: string;
  readonly state: S;
  readonly created_at: Date;
  /** Absent if it never expires. */
  readonly expire_at?: Date;
  readonly maker_id: number;
  readonly maker_name: string;
  /** Absent if no step needs the owner. */
  readonly maker_is_owner?: boolean;
  /** Absent if it has no amount. */
  readonly amount_fen?: number | null;
  readonly checker_name: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** Default implementation of {@link CaseDefinition.record}. */
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

/** A document to be decided: its row, its object, and the reason from the call. */
export interface CaseCall<R, O> {
  readonly row: R;
  readonly object: O;
  readonly note: string;
}

/** The result of an effect. */
export interface CaseEffect<S extends string> {
  /** A target state other than the declared one. */
  readonly to?: S;
  /** Further columns of the document. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** The step is not a decision: the last decider, time and reason stay. */
  readonly keepsDecision?: true;
  /** Amount that moved, for the history. */
  readonly amountFen?: number;
  readonly txNo?: string;
  /** What the system did in this step, as further lines of the history. */
  readonly lines?: readonly (LineFacts & { readonly step: string })[];
  /** Message to the caller instead of the step's usual one, and its parameters. */
  readonly done?: Text;
  readonly params?: TextParams;
  /** Additional fields of the operation record. */
  readonly before?: object;
  readonly after?: object;
}

/** A line of the history, besides the step. */
export interface LineFacts {
  readonly note?: string;
  readonly amountFen?: number;
  readonly txNo?: string;
  /** Of an instalment: the rider, and the day whose income pays it. */
  readonly riderId?: number;
  readonly incomeDay?: string;
}
export type Effect<S extends string, R, O> = (ctx: ActorContext, call: CaseCall<R, O>) => Promise<CaseEffect<S>>;

export interface CaseWords {
  readonly title: Text;
  readonly content: Text;
  readonly params: TextParams;
  readonly link: string;
}

/** A document in the form of the approvals inbox. */
interface CaseFace {
  readonly title: string;
  readonly object: string;
  readonly link: string;
}

export interface CaseDefinition<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O> {
  readonly type: CaseType<S, A, T>;
  readonly table: CaseTable;
  record(row: R): CaseRecord<S>;
  /** Loads the object of the document. @throws Refusal 40302 outside of the caller's data scope · 40401 the caller must not know of it */
  object(ctx: ActorContext, row: R): Promise<O>;
  /** Data of 40901 about the current document; default: as in the inbox. */
  conflict?(ctx: ActorContext, row: R, object: O): Promise<object>;
  /** Effects of steps besides the change of state, in the same transaction. A refusal leaves the document unchanged. */
  readonly effects?: { readonly [K in A]?: Effect<S, R, O> };
  /** Message to the caller after each step; `no` is filled in. */
  readonly done: Readonly<Partial<Record<A, Text>>>;
  /**
   * Builds the notice to the maker about a step of another person; `no`, `checker` and the amount `x` are filled in. Null: no notice.
   */
  notice?(call: CaseCall<R, O>, state: S): CaseWords | null;
  /** Builds the notice to the maker about a document that expired undecided; `no` and the amount `x` are filled in. */
  expiryNotice?(row: R): CaseWords;
  /** Fields of every operation record about the document, besides its id. */
  described?(row: R): AuditChange;
  /** Fields of the operation record of a step, besides the maker and the reason. */
  recorded(
    call: CaseCall<R, O>,
    state: S,
    effect: CaseEffect<S>,
  ): Pick<AuditChange, 'before' | 'after'> & { detail?: object };
  /** Condition: documents that a person may decide, by rule, data scope and owner limit, whether pending or not. */
  decidable(db: Db, actor: Actor): Promise<RawBuilder<SqlBool>> | RawBuilder<SqlBool>;
  /** Adjusts the actions on the document: removes steps, or adds other actions of its page. */
  actionsOf?(ctx: ActorContext, row: R, steps: readonly A[]): readonly string[];
  faces(ctx: ActorContext, rows: readonly R[]): Promise<readonly CaseFace[]> | readonly CaseFace[];
  /** Labels of history lines that are not steps. */
  readonly lineTexts?: Readonly<Record<string, Text>>;
  /** Details of the drawer besides the row and the history. */
  readonly detail?: {
    /**
     * Checks whether a person who neither made it nor may decide it may read it. Absent: no.
     *
     * @throws Refusal 40302 · 40401
     */
    admit?(ctx: ActorContext, row: R): Promise<void>;
    extras(ctx: ActorContext, row: R): Promise<Partial<CaseExtras>> | Partial<CaseExtras>;
  };
}
