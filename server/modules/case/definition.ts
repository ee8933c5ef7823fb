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

/** What a module says of a kind of document: its table, its effects, its words and who may decide it. */

export type Db = Kysely<Database>;

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
export interface LineFacts {
  readonly note?: string;
  readonly amountFen?: number;
  readonly txNo?: string;
  /** Of an instalment: the rider and the day whose income it is taken from. */
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

/** How a document looks in the approvals inbox. */
interface CaseFace {
  readonly title: string;
  readonly object: string;
  readonly link: string;
}

export interface CaseDefinition<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O> {
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
  /** What a person may do with the document, where that is not just its steps: some left out, others of its page added. */
  actionsOf?(ctx: ActorContext, row: R, steps: readonly A[]): readonly string[];
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
