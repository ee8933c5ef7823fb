import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { addDays } from '../../core/money/days';

/** The watermark of closing. Days after it are open. */

type Db = Kysely<Database>;

const CLOSED_UNTIL = sql<string | null>`(select closed_until from ledger_watermark)`;

/** Reads the watermark: this day and every earlier one are closed, noted or not (DOMAIN §9 decision 17); null if no day is closed. */
export async function closedUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select ${CLOSED_UNTIL}::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Restricts to days without roll-ups. Closed days never change, so their roll-ups stay exact. */
export const isOpenDay = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${day} > coalesce(${CLOSED_UNTIL}, '-infinity'))`;

/** Finds the first open day; null if no day is closed and nothing was posted. */
export async function firstOpenDay(db: Db): Promise<string | null> {
  const until = await closedUntil(db);
  if (until !== null) return addDays(until, 1);
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from ledger_posting`.execute(db);
  return rows[0]?.day ?? null;
}

/** Restricts postings `p` to days without roll-ups. */
export const IS_LIVE = isOpenDay(sql`p.day`);
