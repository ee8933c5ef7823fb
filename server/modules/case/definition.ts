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

/** What a module defines for its kind of document: table, effects, texts and who may decide. */

export type Db = Kysely<Database>;

/** Fields that all documents have, under names that do not depend on the table's columns. */
export interface CaseRecord<S extends string> extends CaseFacts<S> {
  readonly id: number;
  readonly version: number;
  /** `null` when documents of this kind have no number. */
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
  /** Absent when documents of this kind never expire. */
  readonly expire_at?: Date;
  readonly maker_id: number;
  readonly maker_name: string;
  /** `true` when the maker is an owner. Absent when no step requires the owner. */
  readonly maker_is_owner?: boolean;
  /** Amount in fen. Absent when documents of this kind have no amount. */
  readonly amount_fen?: number | null;
  readonly checker_name: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** Reads the fields of a row with the usual column names. This function is the default for {@link CaseDefinition.record}. */
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

/** A document on which a user runs a step: its row, its object, and the reason that the user entered. */
export interface CaseCall<R, O> {
  readonly row: R;
  readonly object: O;
  readonly note: string;
}

/** What an effect adds to or changes in its step: state, columns, history, message and operation record. */
export interface CaseEffect<S extends string> {
  /** The new state, when it is not the declared one. */
  readonly to?: S;
  /** Further columns of the document to change. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** `true` when the step is not a decision. The last decider, time and reason then do not change. */
  readonly keepsDecision?: true;
  /** Amount in fen that the history line shows. */
  readonly amountFen?: number;
  readonly txNo?: string;
  /** What the system did in this step. Each entry becomes a further line of the history. */
  readonly lines?: readonly (LineFacts & { readonly step: string })[];
  /** The message to the caller that replaces the step's usual message, and its parameters. */
  readonly done?: Text;
  readonly params?: TextParams;
  /** Additional fields of the operation record. */
  readonly before?: object;
  readonly after?: object;
}

/** The data of a history line in addition to its step. */
export interface LineFacts {
  readonly note?: string;
  readonly amountFen?: number;
  readonly txNo?: string;
  /** For an instalment: the rider, and the day whose income pays the instalment. */
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

/** How the approvals inbox shows a document. */
interface CaseFace {
  readonly title: string;
  readonly object: string;
  readonly link: string;
}

export interface CaseDefinition<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O> {
  readonly type: CaseType<S, A, T>;
  readonly table: CaseTable;
  record(row: R): CaseRecord<S>;
  /**
   * Loads the object that the document concerns, such as a station or a rider.
   *
   * @throws Refusal 40302 (the object is outside the caller's data scope), 40401 (the caller must not learn that the object exists)
   */
  object(ctx: ActorContext, row: R): Promise<O>;
  /** Builds the data of a conflict (40901) from the current document. By default, the data are the document as the inbox shows it. */
  conflict?(ctx: ActorContext, row: R, object: O): Promise<object>;
  /** Effects of steps in addition to the change of state, in the same transaction. A refusal leaves the document unchanged. */
  readonly effects?: { readonly [K in A]?: Effect<S, R, O> };
  /** Messages to the caller by step. A message can contain the document's number as `{no}`. */
  readonly done: Readonly<Partial<Record<A, Text>>>;
  /**
   * Builds the notice to the maker about a step of another person. The notice can contain the document's number as `{no}`, the other
   * person's name as `{checker}` and the amount as `{x}`. `null` means that the maker gets no notice.
   */
  notice?(call: CaseCall<R, O>, state: S): CaseWords | null;
  /**
   * Builds the notice to the maker about a document that expired undecided. The notice can contain the document's number as `{no}` and
   * the amount as `{x}`.
   */
  expiryNotice?(row: R): CaseWords;
  /** Builds the fields of every operation record about the document, in addition to the document's id and number. */
  described?(row: R): AuditChange;
  /** Builds the fields of a step's operation record, in addition to the maker and the reason. */
  recorded(
    call: CaseCall<R, O>,
    state: S,
    effect: CaseEffect<S>,
  ): Pick<AuditChange, 'before' | 'after'> & { detail?: object };
  /**
   * Builds the condition for documents that a person may decide. The condition covers the permission, the data scope and the documents that
   * only an owner may decide, but not the state.
   */
  decidable(db: Db, actor: Actor): Promise<RawBuilder<SqlBool>> | RawBuilder<SqlBool>;
  /** Changes the list of actions on the document. It can remove steps, or add other actions of the document's page. */
  actionsOf?(ctx: ActorContext, row: R, steps: readonly A[]): readonly string[];
  faces(ctx: ActorContext, rows: readonly R[]): Promise<readonly CaseFace[]> | readonly CaseFace[];
  /** Labels of history lines that are not steps. */
  readonly lineTexts?: Readonly<Record<string, Text>>;
  /** Additional details that the drawer shows below the row and the history. */
  readonly detail?: {
    /**
     * Checks that a person may read a document that they neither made nor may decide. Without this function, such a person may not read
     * the document (40401).
     *
     * @throws Refusal 40302 (outside the scope), 40401 (not visible)
     */
    admit?(ctx: ActorContext, row: R): Promise<void>;
    extras(ctx: ActorContext, row: R): Promise<Partial<CaseExtras>> | Partial<CaseExtras>;
  };
}
