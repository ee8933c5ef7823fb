import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { addDays } from '../../core/money/days';

/** The closing watermark. All days after it are open. */

type Db = Kysely<Database>;

const CLOSED_UNTIL = sql<string | null>`(select closed_until from ledger_watermark)`;

/** Reads the watermark. This day and all earlier days are closed (DOMAIN §9 decision 17). @returns `null` if no day is closed */
export async function closedUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select ${CLOSED_UNTIL}::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Condition for open days, which have no roll-ups. A closed day does not change until it is reopened, so its roll-up stays exact. */
export const isOpenDay = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${day} > coalesce(${CLOSED_UNTIL}, '-infinity'))`;

/** Finds the first open day. @returns `null` if no day is closed and there are no postings */
export async function firstOpenDay(db: Db): Promise<string | null> {
  const until = await closedUntil(db);
  if (until !== null) return addDays(until, 1);
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from ledger_posting`.execute(db);
  return rows[0]?.day ?? null;
}

/** Restricts postings `p` to open days, which have no roll-ups. */
export const IS_LIVE = isOpenDay(sql`p.day`);
