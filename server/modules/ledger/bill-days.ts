import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BILL } from '../../../contract/bill.fields';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { idAt } from '../../core/ids';
import { askedFilters, type ListFilter } from '../../core/list/query';
import { dayStartingAt } from '../../core/money/days';
import type { Tools } from './accounts';
import { BEHIND_MS } from './open-days';

/**
 * Sums of bills by day (docs/decisions/0075). A job counts each bill once, when no bill with a smaller id can appear any more. Bills that
 * were opened before their money moved are never counted, because their state changes later.
 */

type Db = Kysely<Database>;

/** The filters of the list of bills. `teamIds` holds the data scope: null = all, with those that belong to no station. */
export type BillFilter = ListFilter<typeof BILL>;

const UNTIL = sql<number>`(select until_id from bill_counted)`;
/** The day of a bill. @param timeZone SQL of the zone */
const dayOf = (timeZone: RawBuilder<unknown>) => sql`(bill.at at time zone ${timeZone})::date`;

const ADDED = (table: string) => sql`
  net_fen = ${sql.table(table)}.net_fen + excluded.net_fen, fee_fen = ${sql.table(table)}.fee_fen + excluded.fee_fen,
  bills = ${sql.table(table)}.bills + excluded.bills`;
const SUMS = sql`sum(net_fen), sum(fee_fen), sum(bills)`;

/**
 * Adds the bills that are old enough to the sums of their days; all bills again after the platform changed its time zone. Safe to repeat.
 *
 * @param timeZone of the platform
 */
export function countBills(tools: Tools, timeZone: string): Promise<void> {
  return inTransaction(tools, async ({ db, clock }) => {
    // The first run counts all bills.
    await sql`set local statement_timeout = 0`.execute(db);
    const counted = await db.selectFrom('bill_counted').selectAll().forUpdate().executeTakeFirstOrThrow();
    const isNewZone = counted.time_zone !== timeZone;
    if (isNewZone) {
      for (const table of ['bill_day', 'bill_day_total'] as const) await db.deleteFrom(table).execute();
    }
    const from = isNewZone ? 0 : counted.until_id;
    const to = idAt(new Date(clock.now().getTime() - BEHIND_MS));
    if (to <= from) return;
    await sql`
      with counted as materialized (
        select team_id, ${dayOf(sql`${timeZone}::text`)} as day, type, direction, coalesce(channel, '') as channel,
          coalesce(merchant_number_id, 0) as merchant_number_id, sum(net_fen) as net_fen, sum(fee_fen) as fee_fen, count(*) as bills
        from bill where id >= ${from} and id < ${to} and opened_day is null group by 1, 2, 3, 4, 5, 6
      ), own as (
        insert into bill_day (team_id, day, type, direction, net_fen, fee_fen, bills)
        select team_id, day, type, direction, ${SUMS} from counted group by 1, 2, 3, 4
        on conflict (team_id, day, type, direction) do update set ${ADDED('bill_day')}
      )
      insert into bill_day_total (day, type, direction, channel, merchant_number_id, net_fen, fee_fen, bills)
      select day, type, direction, channel, merchant_number_id, ${SUMS} from counted group by 1, 2, 3, 4, 5
      on conflict (day, type, direction, channel, merchant_number_id) do update set ${ADDED('bill_day_total')}`.execute(
      db,
    );
    await db.updateTable('bill_counted').set({ until_id: to, time_zone: timeZone }).execute();
  });
}

/** How the sums of a filter are read: counted days, and the bills that no day holds. */
export interface CountedBills {
  /** Rows of `direction`, `net_fen`, `fee_fen` and `bills`. */
  readonly days: RawBuilder<unknown>;
  /** The condition of bills that are not counted yet. */
  readonly isLate: RawBuilder<boolean>;
}

/** Filters that the sums of days know. */
const KNOWN = new Set(['at', 'type', 'direction', 'status', 'teamIds', 'channel', 'merchantNumberIds']);

/** @returns null where the counted days do not answer the filter: its bills must be summed */
export async function countedBills(db: Db, filter: BillFilter): Promise<CountedBills | null> {
  if (askedFilters(filter).some((key) => !KNOWN.has(key))) return null;
  const { at, type, direction, status, teamIds, channel, merchantNumberIds } = filter;
  if (teamIds && (channel || merchantNumberIds)) return null;
  const counted = await db.selectFrom('bill_counted').selectAll().executeTakeFirstOrThrow();
  if (counted.until_id === 0) return null;
  const days = at ? wholeDays(at, counted.time_zone) : { from: '-infinity', to: 'infinity' };
  if (days === null) return null;
  const among = (column: string, values: readonly (string | number)[] | null | undefined, kind: 'text' | 'bigint') =>
    values ? sql`and ${sql.ref(column)} = any(${sql.val([...values])}::${sql.raw(kind)}[])` : sql``;
  // Each counted bill has moved its money.
  const isAsked = sql`day >= ${days.from}::date and day < ${days.to}::date
    and ${status && !status.includes('success') ? sql`false` : sql`true`}
    ${among('type', type, 'text')} ${direction ? sql`and direction = ${direction}` : sql``}`;
  return {
    days: teamIds
      ? sql`select direction, net_fen, fee_fen, bills from bill_day where ${isAsked} ${among('team_id', teamIds, 'bigint')}`
      : sql`select direction, net_fen, fee_fen, bills from bill_day_total where ${isAsked}
          ${among('channel', channel, 'text')} ${among('merchant_number_id', merchantNumberIds, 'bigint')}`,
    // The mark in the statement decides. The one read before only tells the planner how few bills are left.
    isLate: sql<boolean>`(bill.opened_day is null and bill.id >= ${sql.lit(counted.until_id)} and bill.id >= ${UNTIL})`,
  };
}

/** The days of a range of moments, `to` exclusive; null where it does not begin and end with a day. */
function wholeDays(at: { readonly from: Date; readonly to: Date }, timeZone: string) {
  const [from, to] = [dayStartingAt(at.from, timeZone), dayStartingAt(at.to, timeZone)];
  return from === null || to === null ? null : { from, to };
}

/** Counted days that differ from their bills, for the check of the books. @param from the first day that is read; null: all days */
export const billDaysWrong = (from: string | null): RawBuilder<unknown> => {
  const zone = sql`(select nullif(time_zone, '') from bill_counted)`;
  const since = (day: RawBuilder<unknown>) => (from === null ? sql`true` : sql`${day} >= ${from}::date`);
  // A day begins at most 14 hours before the same day in UTC.
  const near = from === null ? sql`true` : sql`bill.at >= ${from}::date - interval '1 day'`;
  return sql`
    select 'day ' || day as where, 'its count of ' || type || ' ' || direction || ' of station ' || team_id || ' differs from its bills by '
      || sum(net_fen) || ', ' || sum(fee_fen) || ' and ' || sum(bills) as text
    from (
      select team_id, day, type, direction, net_fen, fee_fen, bills from bill_day where ${since(sql`day`)}
      union all
      select team_id, ${dayOf(zone)}, type, direction, -net_fen, -fee_fen, -1 from bill
      where id < ${UNTIL} and opened_day is null and ${near} and ${since(dayOf(zone))}
      union all
      select -1, day, type, direction, net_fen, fee_fen, bills from bill_day_total where ${since(sql`day`)}
      union all
      select -1, day, type, direction, -net_fen, -fee_fen, -bills from bill_day where ${since(sql`day`)}
    ) both_ways
    group by team_id, day, type, direction having sum(net_fen) <> 0 or sum(fee_fen) <> 0 or sum(bills) <> 0 order by day`;
};
