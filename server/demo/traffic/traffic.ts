import type { Kysely } from 'kysely';
import type { Address, Data, Input } from '../../../contract';
import type { Database } from '../../core/database/schema';
import type { Random } from '../random';

/** What the apps of riders and users send, besides orders, in `npm run simulate`. */

/** Calls a signed endpoint. @throws Error when the whole request was refused */
export type Send = <A extends Address>(address: A, input: Input<A>) => Promise<Data<A>>;

export interface TrafficTools {
  /** For reading only: everything is written through signed endpoints. */
  readonly db: Kysely<Database>;
  readonly send: Send;
  readonly chance: Random;
  readonly now: Date;
  /** A new id, as the platform assigns them. */
  newId(): number;
}

/** One round. @returns the numbers of accepted and refused reports */
export type Traffic = (tools: TrafficTools) => Promise<{ readonly done: number; readonly refused: number }>;

export const NOTHING = { done: 0, refused: 0 } as const;
