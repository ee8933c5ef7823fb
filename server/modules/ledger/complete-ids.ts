import type { Kysely } from 'kysely';
import { SECOND_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import { freeKeys, type KeyedLockOf } from '../../core/database/locks';
import { slowestClock } from '../../core/database/nodes';
import type { Database } from '../../core/database/schema';
import { idAt, idMoment, SECOND_IDS } from '../../core/ids';

/**
 * Determines which transactions are complete, so that a job can add each transaction to the stored sums of open days once
 * (docs/decisions/0084). A transaction has a shared lock on the time span of its first id until the transaction ends. If the job can lock a
 * span, no transaction of that span is in progress. If the job passed a span before a transaction locked it, the transaction is posted
 * again with later ids.
 */

type Db = Kysely<Database>;

/** Length of a time span. Shorter spans need more locks. With longer spans, the stored sums include a transaction later. */
const SPAN_MS = 10 * SECOND_MS;
/** Maximum time from creating an id to locking its span. A slower transaction is posted again. */
const MARGIN_MS = 5 * SECOND_MS;

const spanOf = (at: Date): number => Math.floor(at.getTime() / SPAN_MS);
const startOf = (span: number): number => idAt(new Date(span * SPAN_MS));

/** Returns the first id of the second in which this id was created. */
export const secondOf = (id: number): number => id - (id % SECOND_IDS);

/** Returns the lock that keeps a transaction out of the stored sums until it ends. @param first the smallest id of the transaction */
export const lockOfIds = (first: number): KeyedLockOf => ['ledgerIds', spanOf(idMoment(first))];

/**
 * Finds the first second that may still get transactions, and blocks transactions with earlier ids until the caller's transaction ends.
 *
 * @param counted the first id that the sums do not include yet
 * @param behindMs Ids older than this are complete and need no check of the locks.
 * @returns the first id of that second
 */
export async function completeUntil(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  counted: number,
  behindMs: number,
): Promise<number> {
  const now = clock.now();
  const old = secondOf(idAt(new Date(now.getTime() - behindMs)));
  const slowest = await slowestClock(db, now);
  if (slowest === null) return old;
  const from = spanOf(idMoment(Math.max(counted, old)));
  const end = spanOf(new Date(slowest.getTime() - MARGIN_MS));
  if (end <= from) return old;
  const free = new Set(await freeKeys(db, 'ledgerIds', { from, end }));
  let until = from;
  while (until < end && free.has(until)) until += 1;
  return Math.max(old, startOf(until));
}
