import type { Kysely } from 'kysely';
import type { Actor } from '../actor';
import type { Database } from '../database/schema';

/** A completed call about one object, with the data that its undo needs. */
export interface SingleCall {
  readonly address: string;
  readonly input: unknown;
  /** The answer's data. */
  readonly data: unknown;
  /** The state before the call, as the handler recorded it. */
  readonly before: unknown;
}

/** The calls that one request made, all under one operation record. */
export interface DoneCalls {
  readonly recordId: number;
  /** One call, or the single calls of a bulk call. */
  readonly calls: readonly SingleCall[];
  readonly actor: Actor;
  readonly at: Date;
  /** The reason for a compensation that requires one. */
  readonly reason: string;
}

/** The inverse of a completed call, on behalf of the user who made that call. */
export interface CompensatingCall {
  readonly address: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The call that is undone, for the audit record. */
  readonly undoes: { readonly recordId: number; readonly address: string };
}

/** The inverses of many completed calls of one record, all by the same endpoint. */
export interface CompensatingCalls extends Omit<CompensatingCall, 'input'> {
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/** Store of completed calls, implemented by the module `undo`. */
export interface UndoStore {
  /** Stores calls in their own transaction. @returns the undo number; null when nothing can be undone */
  keep(db: Kysely<Database>, done: DoneCalls): Promise<number | null>;
}
