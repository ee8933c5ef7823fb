import type { Kysely } from 'kysely';
import type { Actor } from '../actor';
import type { Database } from '../database/schema';

/** A completed call for an object, with the data that its undo needs. */
export interface SingleCall {
  readonly address: string;
  readonly input: unknown;
  /** Data that the endpoint returned. */
  readonly data: unknown;
  /** State before the call, as the handler recorded it. */
  readonly before: unknown;
}

/** The calls of a request. They share an operation record. */
export interface DoneCalls {
  readonly recordId: number;
  /** A single call, or the single calls of a bulk call. */
  readonly calls: readonly SingleCall[];
  readonly actor: Actor;
  readonly at: Date;
  /** Reason that is sent when a compensation requires one. */
  readonly reason: string;
}

/** The compensation of a completed call. It runs for the user who made that call. */
export interface CompensatingCall {
  readonly address: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The call that is undone. The audit record names it. */
  readonly undoes: { readonly recordId: number; readonly address: string };
}

/** The compensations of many completed calls with the same operation record and the same endpoint. */
export interface CompensatingCalls extends Omit<CompensatingCall, 'input'> {
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/** Store of completed calls. The module `undo` implements it. */
export interface UndoStore {
  /** Stores completed calls in their transaction. @returns the undo number, or `null` when no call can be undone */
  keep(db: Kysely<Database>, done: DoneCalls): Promise<number | null>;
}
