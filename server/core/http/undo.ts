import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { Actor } from './context';

/** A call about one object that was done, with what it takes to take it back. */
export interface SingleCall {
  readonly address: string;
  readonly input: unknown;
  /** The answer's data. */
  readonly data: unknown;
  /** What stood there before, as the handler recorded it. */
  readonly before: unknown;
}

/** What a request did, all of it under one operation record. */
export interface DoneCalls {
  readonly recordId: number;
  /** One, or what a bulk call amounts to. */
  readonly calls: readonly SingleCall[];
  readonly actor: Actor;
  readonly at: Date;
  /** Said as the reason of a compensation that needs one. */
  readonly reason: string;
}

/** The opposite of a done call, on behalf of who did that. */
export interface CompensatingCall {
  readonly address: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What it takes back, for the record. */
  readonly undoes: { readonly recordId: number; readonly address: string };
}

/** The opposites of many done calls under one record, all by the same endpoint. */
export interface CompensatingCalls extends Omit<CompensatingCall, 'input'> {
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/** Where done calls are noted; the module `undo`. */
export interface UndoStore {
  /** Notes calls in their own transaction. @returns the number to take them back with; null where nothing can be taken back */
  keep(db: Kysely<Database>, done: DoneCalls): Promise<number | null>;
}
