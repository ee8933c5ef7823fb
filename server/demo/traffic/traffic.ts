import type { Kysely } from 'kysely';
import type { Address, Data, Input } from '../../../contract';
import type { Database } from '../../core/database/schema';
import type { Random } from '../random';

/** Types of the simulated apps in `npm run simulate`, which send events of riders, users and merchants except orders. */

/** Function that calls a signed endpoint. @throws Error when the server refuses the whole request */
export type Send = <A extends Address>(address: A, input: Input<A>) => Promise<Data<A>>;

export interface TrafficTools {
  /** For reads only. All writes go through signed endpoints. */
  readonly db: Kysely<Database>;
  readonly send: Send;
  readonly chance: Random;
  readonly now: Date;
  /** Returns a new id in the format that the apps' platform assigns. */
  newId(): number;
}

/** Function that runs one round of an app. @returns the numbers of accepted and refused events */
export type Traffic = (tools: TrafficTools) => Promise<{ readonly done: number; readonly refused: number }>;

export const NOTHING = { done: 0, refused: 0 } as const;
