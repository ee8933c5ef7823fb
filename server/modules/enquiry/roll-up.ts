import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '../../../contract/units';
import { tryLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import { addDays, dayRange, wallTime } from '../../core/money/days';

/**
 * Daily counts from which the figures of long ranges are read (decision 47). The counted fields of an enquiry do not change after its quote
 * has expired. Each day is therefore counted once, and again only if the time zone changes.
 */

type Db = Kysely<Database>;

/** Delay between the end of a day and its count. The day's enquiries are then stored, and most of its quotes have expired. */
const SETTLED_MS = 2 * HOUR_MS;

export interface RollUpState {
  /** The last day that the roll-up includes. */
  readonly throughDay: string;
  readonly timeZone: string;
}

export async function readRollUp(db: Db): Promise<RollUpState | null> {
  const row = await db
    .selectFrom('enquiry_roll_up')
    .select(['through_day as throughDay', 'time_zone as timeZone'])
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the last day that can be counted. The day ended at least two hours ago. No enquiry of that day or of an earlier day is open. */
async function lastSettledDay(db: Db, now: Date, timeZone: string): Promise<string> {
  const ended = addDays(wallTime(new Date(now.getTime() - SETTLED_MS), timeZone).day, -1);
  const open = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where('state', 'in', ['manual', 'quoted'])
    .executeTakeFirst();
  if (!open?.at) return ended;
  const before = addDays(wallTime(open.at, timeZone).day, -1);
  return before < ended ? before : ended;
}

async function firstDay(db: Db, timeZone: string): Promise<string | null> {
  const first = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .executeTakeFirst();
  return first?.at ? wallTime(first.at, timeZone).day : null;
}

/** Counts the enquiries of the given days and stores the counts in the roll-up tables. @param days first and last day, both included */
async function countDays(db: Db, days: { readonly from: string; readonly to: string }, timeZone: string) {
  const { from, to } = dayRange(days.from, days.to, timeZone);
  const facts = sql`
    select (created_at at time zone ${timeZone})::date as day, extract(hour from created_at at time zone ${timeZone})::smallint as hour,
      team_id, state, coalesce(refuse_reason, '') as refuse_reason, quote_fen is not null as is_quoted, quoted_by, goods_fen, answer_ms
    from enquiry where created_at >= ${from} and created_at < ${to}`;
  await sql`
    insert into enquiry_hour (team_id, day, hour, state, refuse_reason, enquiries, quoted, auto_quoted, goods_fen)
    select coalesce(team_id, 0), day, hour, state, refuse_reason, count(*), count(*) filter (where is_quoted),
      count(*) filter (where is_quoted and quoted_by = 0), sum(goods_fen)
    from (${facts}) facts
    group by grouping sets ((team_id, day, hour, state, refuse_reason), (day, hour, state, refuse_reason))
    having grouping(team_id) = 1 or team_id is not null`.execute(db);
  await sql`
    insert into enquiry_day (team_id, day, state, refuse_reason, enquiries, quoted, auto_quoted, goods_fen)
    select team_id, day, state, refuse_reason, sum(enquiries), sum(quoted), sum(auto_quoted), sum(goods_fen)
    from enquiry_hour where day between ${days.from} and ${days.to} group by team_id, day, state, refuse_reason`.execute(
    db,
  );
  await sql`
    insert into enquiry_answer (team_id, day, state, refuse_reason, answer_ms, enquiries)
    select coalesce(team_id, 0), day, state, refuse_reason, answer_ms, count(*)
    from (${facts}) facts
    group by grouping sets ((team_id, day, state, refuse_reason, answer_ms), (day, state, refuse_reason, answer_ms))
    having grouping(team_id) = 1 or team_id is not null`.execute(db);
  await sql`
    insert into enquiry_roll_up (id, through_day, time_zone) values (1, ${days.to}, ${timeZone})
    on conflict (id) do update set through_day = excluded.through_day, time_zone = excluded.time_zone`.execute(db);
}

/**
 * Extends the roll-up by the days that can be counted, unless another process is already counting. If the time zone has changed, deletes
 * the roll-up and counts again from the first day.
 */
export async function rollUpEnquiries(db: Db, now: Date, timeZone: string): Promise<void> {
  await withTransaction(db, async (transaction) => {
    if (!(await tryLock(transaction, 'enquiryRollUp'))) return;
    const state = await readRollUp(transaction);
    const to = await lastSettledDay(transaction, now, timeZone);
    const isKept = state !== null && state.timeZone === timeZone;
    const from = isKept ? addDays(state.throughDay, 1) : await firstDay(transaction, timeZone);
    if (from === null || from > to) return;
    await sql`set local statement_timeout = 0`.execute(transaction);
    if (!isKept) {
      for (const table of ['enquiry_hour', 'enquiry_day', 'enquiry_answer'] as const)
        await transaction.deleteFrom(table).execute();
    }
    await countDays(transaction, { from, to }, timeZone);
  });
}
