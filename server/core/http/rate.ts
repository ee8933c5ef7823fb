import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { refuse } from './refusal';

/**
 * Counts a hit in a window that all processes share. It uses a single statement, so parallel hits are counted correctly.
 *
 * @returns the number of hits in the window, including this hit, and the seconds until the window ends
 */
export async function countHit(
  db: Kysely<Database>,
  clock: Clock,
  key: string,
  windowSeconds: number,
): Promise<{ hits: number; secondsLeft: number }> {
  const now = clock.now();
  const windowBegan = new Date(now.getTime() - windowSeconds * 1000);
  const row = await db
    .insertInto('throttle')
    .values({ key, window_start: now, hits: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when throttle.window_start <= ${windowBegan} then 1 else throttle.hits + 1 end`,
        window_start: sql<Date>`case when throttle.window_start <= ${windowBegan} then ${now} else throttle.window_start end`,
      }),
    )
    .returning(['hits', 'window_start as windowStart'])
    .executeTakeFirstOrThrow();
  const ends = row.windowStart.getTime() + windowSeconds * 1000;
  return { hits: row.hits, secondsLeft: Math.max(1, Math.ceil((ends - now.getTime()) / 1000)) };
}

/** Reads the number of hits in a window without adding a hit. */
export async function readHits(
  db: Kysely<Database>,
  clock: Clock,
  key: string,
  windowSeconds: number,
): Promise<{ hits: number; secondsLeft: number }> {
  const now = clock.now().getTime();
  const row = await db
    .selectFrom('throttle')
    .select(['hits', 'window_start as windowStart'])
    .where('key', '=', key)
    .executeTakeFirst();
  const ends = (row?.windowStart.getTime() ?? 0) + windowSeconds * 1000;
  if (!row || ends <= now) return { hits: 0, secondsLeft: 0 };
  return { hits: row.hits, secondsLeft: Math.max(1, Math.ceil((ends - now) / 1000)) };
}

/**
 * Counts an action that is limited per window over all processes. Call it in the transaction of the call, so that refused and failed calls
 * do not count.
 *
 * @throws Refusal 42904 with the minutes until the window ends
 */
export async function assertBelowLimit(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock },
  key: string,
  most: number,
  windowSeconds: number,
): Promise<void> {
  const { hits, secondsLeft } = await countHit(tools.db, tools.clock, key, windowSeconds);
  if (hits > most) throw refuse(42904, { n: Math.ceil(secondsLeft / 60) }, { retryAfter: secondsLeft });
}
