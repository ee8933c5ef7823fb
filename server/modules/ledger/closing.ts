import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACCOUNTS, type AccountCode, CLOSE_AFTER_DAYS, DAY_STATES } from '../../../contract/ledger';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import { addDays, momentOf, wallTime } from '../../core/money/days';
import type { Tools } from './accounts';
import { rollUpFlows } from './flows';
import { breakSeals } from './months';
import { countAgain, openFlows } from './open-days';
import { LONGEST_TRANSACTION_MS, lockClosing, lockUntil } from './store';
import { closedUntil, firstOpenDay } from './watermark';

type Db = Kysely<Database>;

/** A row of the trial balance (试算平衡): one account code, summed over all owners. Amounts are in fen. */
export interface TrialRow {
  readonly code: AccountCode;
  readonly openingFen: number;
  readonly debitFen: number;
  readonly creditFen: number;
  readonly closingFen: number;
}

/**
 * Reads the trial balance at the end of a day, with the movements of that day. The figures of closed days are read from roll-ups.
 *
 * @param teams Includes only these stations. 0 includes all stations and the transactions without a station.
 * @param until Includes only the day's movements up to this moment. Earlier accounting days are included in full.
 */
export async function trialBalance(
  db: Db,
  day: string,
  teams: number | readonly number[] = 0,
  until: Date | null = null,
): Promise<TrialRow[]> {
  const teamIds = typeof teams === 'number' ? [teams] : [...teams];
  const isOwn = teams === 0 ? sql`true` : sql`p.team_id = any(${teamIds}::bigint[])`;
  const posted = (where: RawBuilder<unknown>) => sql`
    union all select a.code, p.day,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0) as debit_fen,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0) as credit_fen
    from ledger_posting p join ledger_account a on a.id = p.account_id
    where ${where} and ${isOwn} group by a.code, p.day`;
  const open = await firstOpenDay(db);
  // Roll-ups cover whole days. If only a part of the day counts (`until`), we read its postings, even if the day is closed.
  const last = until === null ? day : addDays(day, -1);
  const live =
    open === null || open > last
      ? sql``
      : sql`union all select code, day, debit_fen, credit_fen from (${openFlows({
          from: open,
          to: last,
          teams: teams === 0 ? null : teamIds,
          byTeam: false,
        })}) open_flow`;
  const part = until === null ? sql`` : posted(sql`p.day = ${day}::date and p.at <= ${until}`);
  const { rows } = await sql<{ code: AccountCode; beforeFen: number; debitFen: number; creditFen: number }>`
    select code, coalesce(sum(debit_fen - credit_fen) filter (where day < ${day}::date), 0)::bigint as "beforeFen",
      coalesce(sum(debit_fen) filter (where day = ${day}::date), 0)::bigint as "debitFen",
      coalesce(sum(credit_fen) filter (where day = ${day}::date), 0)::bigint as "creditFen"
    from (
      select code, day, debit_fen, credit_fen from ledger_day where team_id = any(${teamIds}::bigint[]) and day <= ${last}::date
      ${live} ${part}
    ) days group by code order by code`.execute(db);
  return rows.map(({ code, beforeFen, debitFen, creditFen }) => {
    const sign = ACCOUNTS[code].side === 'A' ? 1 : -1;
    const openingFen = beforeFen === 0 ? 0 : sign * beforeFen;
    return { code, openingFen, debitFen, creditFen, closingFen: openingFen + sign * (debitFen - creditFen) };
  });
}

/** Checks whether a day has ended in the platform's time zone, and no transaction that began on the day can still run. */
export function isOver(day: string, timeZone: string, now: Date): boolean {
  return momentOf(addDays(day, 1), 0, timeZone).getTime() + LONGEST_TRANSACTION_MS <= now.getTime();
}

/**
 * Closes a day (日结) and writes its figures to the roll-ups. The day and all earlier days then accept no postings. Days close in order.
 *
 * @param byId id of the user who closes the day; 0 is the nightly job
 * @throws Refusal 40006 (the day is not over yet), 42201 (already closed), 42247 (an earlier day is open), 42243 (debit and credit differ),
 *   42274 (the day has open items)
 */
export function closeDay(tools: Tools, day: string, timeZone: string, byId: number): Promise<void> {
  return inTransaction(tools, (own) => closeIn(own, day, timeZone, byId));
}

async function closeIn(tools: Tools, day: string, timeZone: string, byId: number): Promise<void> {
  const { db, clock } = tools;
  const at = clock.now();
  if (!isOver(day, timeZone, at)) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  await lockClosing(db);
  const until = await closedUntil(db);
  if (until !== null && day <= until) throw refuse(42201, { state: DAY_STATES.closed });
  await lockUntil(tools, day);
  const earlier = await openBefore(db, until, day);
  if (earlier !== null) throw refuse(42247, { day: earlier });
  await noteDays(db, day, day);
  const row = await db.selectFrom('day_close').selectAll().where('day_close.day', '=', day).executeTakeFirstOrThrow();
  if (row.diff_fen !== 0) throw refuse(42243);
  if (row.open_items > 0) throw refuse(42274, { n: row.open_items });
  await rollUp(db, day);
  await db
    .updateTable('day_close')
    .set({ state: 'closed', by_id: byId, at })
    .where('day_close.day', '=', day)
    .execute();
  await db.updateTable('ledger_watermark').set({ closed_until: day }).execute();
}

/**
 * Finds the first open day with postings or recorded figures, which must be closed before any later day.
 *
 * @returns `null` if there is no such day
 */
export async function nextToClose(db: Db): Promise<string | null> {
  return openBefore(db, await closedUntil(db), 'infinity');
}

/** Finds the first open day before `day` that has postings or recorded figures. @returns `null` if there is none */
async function openBefore(db: Db, until: string | null, day: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(day) from day_close where day > coalesce(${until}::date, '-infinity') and day < ${day}::date),
      (select min(day) from ledger_posting where day > coalesce(${until}::date, '-infinity') and day < ${day}::date)
    )::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

async function rollUp(db: Db, day: string): Promise<void> {
  await db.deleteFrom('ledger_day').where('ledger_day.day', '=', day).execute();
  await sql`
    insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
    select case when grouping(p.team_id) = 1 then 0 else p.team_id end, ${day}::date, a.code,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0), coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0), count(*)
    from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.day = ${day}::date
    group by grouping sets ((p.team_id, a.code), (a.code))
    having grouping(p.team_id) = 1 or p.team_id <> 0`.execute(db);
  await rollUpFlows(db, day);
}

/**
 * Reopens a closed day and all later days, because the balances of the later days depend on this day. Removes the roll-ups of these days
 * and the seals of their months.
 *
 * @throws Refusal 42201 (the day is not closed)
 */
export function reopenDay(
  tools: Tools,
  day: string,
  how: { readonly byId: number; readonly reason: string },
): Promise<void> {
  return inTransaction(tools, (own) => reopenIn(own, day, how));
}

async function reopenIn(
  { db, clock, ids }: Tools,
  day: string,
  { byId, reason }: { readonly byId: number; readonly reason: string },
): Promise<void> {
  await lockClosing(db);
  const until = await closedUntil(db);
  if (until === null || day > until) throw refuse(42201, { state: DAY_STATES.open });
  const at = clock.now();
  const seal = await breakSeals(db, day);
  await db
    .updateTable('day_close')
    .set({ state: 'open', by_id: byId, at })
    .where('day_close.day', '>=', day)
    .where('day_close.state', '=', 'closed')
    .execute();
  await db.deleteFrom('ledger_flow').where('ledger_flow.day', '>=', day).execute();
  await db.deleteFrom('ledger_flow_total').where('ledger_flow_total.day', '>=', day).execute();
  await db.deleteFrom('ledger_day').where('ledger_day.day', '>=', day).execute();
  await db
    .updateTable('ledger_watermark')
    .set({ closed_until: addDays(day, -1) })
    .execute();
  await countAgain(db, day);
  await db
    .insertInto('ledger_reopening')
    .values({ id: ids.next(), from_day: day, until_day: until, at, by_id: byId, reason, seal })
    .execute();
}

/** Lists the reopenings that affect a range of days, newest first, with the user, time and reason. */
export async function reopenings(db: Db, from: string, to: string) {
  return db
    .selectFrom('ledger_reopening as r')
    .where('r.from_day', '<=', to)
    .where('r.until_day', '>=', from)
    .select(['r.from_day as fromDay', 'r.until_day as untilDay', 'r.at', 'r.by_id as byId', 'r.reason'])
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
}

/**
 * Counts bills that are processing or have a difference (docs/decisions/0026), by day. The day is the accounting day of the bill's
 * transaction, or the day on which the bill was opened.
 */
const openBills = (where: RawBuilder<unknown>) => sql`
  select coalesce(t.day, b.opened_day) as day, count(*)::int as open
  from (
    select b.id, b.team_id, b.txn_id, b.opened_day from bill b where b.status = 'processing'
    union select b.id, b.team_id, b.txn_id, b.opened_day from bill_recon r join bill b on b.id = r.bill_id where r.state = 'difference'
  ) b left join ledger_txn t on t.team_id = b.team_id and t.id = b.txn_id
  where ${where} group by 1`;

/**
 * SQL that counts open items by day: the {@link openBills}, and open statement entries that have no bill or are duplicates. A statement
 * entry counts on the day of its statement.
 */
const allOpen = sql`
  select day, sum(open)::int as open from (
    ${openBills(sql`true`)}
    union all select r.day, count(*)::int from recon_item r
    where r.state in ('open', 'handling') and (r.bill_id is null or r.type = 'duplicate') group by 1
  ) both_kinds group by 1`;

/**
 * Counts the open items that prevent closing, by day. The result has no entry for a day without open items.
 *
 * @param teams Counts only bills of these stations. `null` counts everything, as closing requires.
 */
export async function openItems(db: Db, teams: readonly number[] | null): Promise<Map<string, number>> {
  const counted = teams === null ? allOpen : openBills(sql`b.team_id = any(${[...teams]}::bigint[])`);
  const { rows } = await sql<{ day: string; open: number }>`${counted}`.execute(db);
  return new Map(rows.map(({ day, open }) => [day, open]));
}

/** Records the figures of open days in `day_close`. */
async function noteDays(db: Db, from: string, to: string): Promise<void> {
  await sql`
    insert into day_close (day, debit_fen, credit_fen, diff_fen, open_items, state)
    select n::date, d.debit, d.credit, d.debit - d.credit, coalesce(o.open, 0), 'open'
    from generate_series(${from}::date, ${to}::date, interval '1 day') n
    cross join lateral (
      select coalesce(sum(amount_fen) filter (where dc = 'D'), 0) as debit, coalesce(sum(amount_fen) filter (where dc = 'C'), 0) as credit
      from ledger_posting where day = n::date
    ) d
    left join (${allOpen}) o on o.day = n::date
    where not exists (select from day_close c where c.day = n::date and c.state = 'closed')
    on conflict (day) do update set debit_fen = excluded.debit_fen, credit_fen = excluded.credit_fen, diff_fen = excluded.diff_fen,
      open_items = excluded.open_items
      where day_close.state = 'open'`.execute(db);
}

/**
 * Runs the nightly closing (DOMAIN §4.5). First records the figures of every open day that is over. Then closes the days that are more than
 * `CLOSE_AFTER_DAYS` days before today. Stops at the first day whose debit and credit differ or that has open items.
 *
 * @returns the days that were closed
 */
export async function closeOldDays(tools: Tools, timeZone: string): Promise<string[]> {
  const { db, clock } = tools;
  const { day: today } = wallTime(clock.now(), timeZone);
  const first = await firstOpenDay(db);
  const last = addDays(today, -1);
  if (first === null || first > last) return [];
  // The first run may have to record the figures of several months.
  await inTransaction(tools, async (own) => {
    await sql`set local statement_timeout = 0`.execute(own.db);
    await noteDays(own.db, first, last);
  });
  const closed: string[] = [];
  for (let day = first; day < addDays(today, -CLOSE_AFTER_DAYS); day = addDays(day, 1)) {
    const row = await db
      .selectFrom('day_close')
      .select(['day_close.diff_fen as diffFen', 'day_close.open_items as openItems'])
      .where('day_close.day', '=', day)
      .executeTakeFirst();
    // Days close in order: if a day cannot be closed, all later days stay open.
    if (row?.diffFen !== 0 || row.openItems > 0) break;
    await closeDay(tools, day, timeZone, 0);
    closed.push(day);
  }
  return closed;
}
