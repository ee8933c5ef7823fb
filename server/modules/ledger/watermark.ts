import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { addDays } from '../../core/money/days';

/** Which days are open: those after the watermark. */

type Db = Kysely<Database>;

const CLOSED_UNTIL = sql<string | null>`(select closed_until from ledger_watermark)`;

/** This day and every earlier one are closed, known or not (DOMAIN §9 decision 17); null: no day is. */
export async function closedUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select ${CLOSED_UNTIL}::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Days that are not rolled up. Closed days never change, so their roll-ups are exact, and so are the postings of the others. */
export const isOpenDay = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${day} > coalesce(${CLOSED_UNTIL}, '-infinity'))`;

/** The first open day; null: no day is closed and nothing was posted. */
export async function firstOpenDay(db: Db): Promise<string | null> {
  const until = await closedUntil(db);
  if (until !== null) return addDays(until, 1);
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from ledger_posting`.execute(db);
  return rows[0]?.day ?? null;
}

/** Postings `p` of days that have no roll-up. */
export const IS_LIVE = isOpenDay(sql`p.day`);
