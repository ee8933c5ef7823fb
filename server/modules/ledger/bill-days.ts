import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BILL } from '../../../contract/bill.fields';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { idAt } from '../../core/ids';
import { askedFilters, type ListFilter } from '../../core/list/query';
import { bandColumn, bandsWithin } from '../../core/money/bands';
import { wholeDays } from '../../core/money/days';
import type { Tools } from './accounts';
import { billsSince } from './bill-of';
import { BEHIND_MS } from './open-days';

/**
 * Sums of bills by day, and by day and band of amounts (docs/decisions/0075, 0083). A job adds each bill to the sums once, as soon as no
 * bill with a smaller id can appear. Bills that were opened before their money moved are not included, because their state changes later.
 */

type Db = Kysely<Database>;

/** Filters of the list of bills. `teamIds` is the data scope; `null` includes all bills, even those without a station. */
export type BillFilter = ListFilter<typeof BILL>;

const UNTIL = sql<number>`(select until_id from bill_counted)`;
/** Returns SQL for the day of a bill. @param timeZone SQL expression of the time zone */
const dayOf = (timeZone: RawBuilder<unknown>) => sql`(bill.at at time zone ${timeZone})::date`;

const ADDED = (table: string) => sql`
  net_fen = ${sql.table(table)}.net_fen + excluded.net_fen, fee_fen = ${sql.table(table)}.fee_fen + excluded.fee_fen,
  bills = ${sql.table(table)}.bills + excluded.bills`;
const NET_AND_FEE = sql`sum(net_fen), sum(fee_fen)`;
const SUMS = sql`${NET_AND_FEE}, sum(bills)`;
const BAND = bandColumn('bill.amount_fen');

/**
 * Adds the bills with ids below {@link completeBills} to the sums of their days. If the platform's time zone has changed, all sums are
 * computed again. An interrupted run can be repeated.
 *
 * @param timeZone the platform's time zone
 */
export function countBills(tools: Tools, timeZone: string): Promise<void> {
  return inTransaction(tools, async ({ db, clock }) => {
    // The first run adds all bills, so it may exceed the usual statement timeout.
    await sql`set local statement_timeout = 0`.execute(db);
    const counted = await db.selectFrom('bill_counted').selectAll().forUpdate().executeTakeFirstOrThrow();
    const isNewZone = counted.time_zone !== timeZone;
    if (isNewZone) {
      for (const table of ['bill_day', 'bill_day_total', 'bill_day_band'] as const)
        await db.deleteFrom(table).execute();
    }
    const from = isNewZone ? 0 : counted.until_id;
    const to = await completeBills(db, clock);
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
    await countBands(db, { from, to, timeZone });
    await db.updateTable('bill_counted').set({ until_id: to, time_zone: timeZone }).execute();
  });
}

/** Returns an id below which no new bill can appear. The id of a bill is larger than the id of its transaction. */
async function completeBills(db: Db, clock: Clock): Promise<number> {
  const { until_id } = await db.selectFrom('ledger_counted').select('until_id').executeTakeFirstOrThrow();
  return Math.max(until_id, idAt(new Date(clock.now().getTime() - BEHIND_MS)));
}

/**
 * Adds bills to the sums by band of amounts. Uses a separate statement, because the bills of one station and day belong to many bands.
 */
async function countBands(
  db: Db,
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
): Promise<void> {
  await sql`
    insert into bill_day_band (day, band, type, direction, channel, net_fen, fee_fen, bills)
    select ${dayOf(sql`${timeZone}::text`)}, ${BAND}, type, direction, coalesce(channel, ''), ${NET_AND_FEE}, count(*)
    from bill where id >= ${from} and id < ${to} and opened_day is null group by 1, 2, 3, 4, 5
    on conflict (day, band, type, direction, channel) do update set ${ADDED('bill_day_band')}`.execute(db);
}

/** Sources of the sums of a filter: the sums of whole days, and the bills that these sums do not include. */
export interface CountedBills {
  /** SQL query whose rows have the columns `direction`, `net_fen`, `fee_fen` and `bills`. */
  readonly days: RawBuilder<unknown>;
  /** Condition for bills that the sums do not include yet. */
  readonly isLate: RawBuilder<boolean>;
  /** Filters for the ends of the amount range that do not fill a whole band. Bills with these amounts are summed from the rows. */
  readonly rest: readonly BillFilter[];
  /** Condition for bills that the sums include. */
  readonly isCounted: RawBuilder<boolean>;
}

/** Filters that all tables of sums support. */
const COMMON = ['at', 'type', 'direction', 'status'];
const BANDED = new Set([...COMMON, 'channel', 'amountFenMin', 'amountFenMax']);
const OF_STATION = new Set([...COMMON, 'teamIds']);
const OF_ALL = new Set([...COMMON, 'channel', 'merchantNumberIds']);

/**
 * Finds the table of sums that supports the filter. For a filter by amount, also returns the whole bands of the range and the rest of the
 * range. Returns `null` if no table supports the filter.
 */
function sumsFor(filter: BillFilter) {
  const asked = askedFilters(filter);
  const knows = (known: ReadonlySet<string>) => asked.every((key) => known.has(key));
  if (knows(OF_STATION) && filter.teamIds) return { table: sql`bill_day`, bands: null };
  if (knows(OF_ALL)) return { table: sql`bill_day_total`, bands: null };
  const bands = knows(BANDED) ? bandsWithin(filter.amountFenMin ?? undefined, filter.amountFenMax ?? undefined) : null;
  return bands && { table: sql`bill_day_band`, bands };
}

/**
 * Plans how to read the sums of a filter.
 *
 * @returns `null` if no sums by day exist or support the filter; the caller must then add up the bills
 */
export async function countedBills(db: Db, filter: BillFilter): Promise<CountedBills | null> {
  const sums = sumsFor(filter);
  if (!sums) return null;
  const { at, type, direction, status, teamIds, channel, merchantNumberIds } = filter;
  const counted = await db.selectFrom('bill_counted').selectAll().executeTakeFirstOrThrow();
  if (counted.until_id === 0) return null;
  const days = at ? wholeDays(at, counted.time_zone) : { from: '-infinity', to: 'infinity' };
  if (days === null) return null;
  const { table, bands } = sums;
  const among = (column: string, values: readonly (string | number)[] | null | undefined, kind: 'text' | 'bigint') =>
    values ? sql`and ${sql.ref(column)} = any(${sql.val([...values])}::${sql.raw(kind)}[])` : sql``;
  return {
    // The money of every bill in the sums has moved, so each of them has the status `success`.
    days: sql`select direction, net_fen, fee_fen, bills from ${table} where day >= ${days.from}::date and day < ${days.to}::date
      and ${status && !status.includes('success') ? sql`false` : sql`true`}
      ${among('type', type, 'text')} ${direction ? sql`and direction = ${direction}` : sql``}
      ${among('team_id', teamIds, 'bigint')} ${among('channel', channel, 'text')} ${among('merchant_number_id', merchantNumberIds, 'bigint')}
      ${bands ? sql`and band >= ${bands.from} and band < ${bands.to}` : sql``}`,
    // The statement reads the exact limit (`UNTIL`). The literal is only a hint: it shows the planner how few bills the sums lack.
    isLate: sql<boolean>`(bill.opened_day is null and bill.id >= ${sql.lit(counted.until_id)} and bill.id >= ${UNTIL})`,
    rest: (bands?.rest ?? []).map(({ least, most }) => ({ ...filter, amountFenMin: least, amountFenMax: most })),
    // `id + 0` prevents the use of the id index. The planner would choose it, because it expects few ids below an unknown limit.
    isCounted: sql<boolean>`(bill.opened_day is null and bill.id + 0 < ${UNTIL})`,
  };
}

const ZONE = sql`(select nullif(time_zone, '') from bill_counted)`;
const sinceDay = (from: string | null) => (day: RawBuilder<unknown>) =>
  from === null ? sql`true` : sql`${day} >= ${from}::date`;

/** Builds the SQL for the bills that the sums by day include. @param from first day; `null` includes all days */
const countedRows = (from: string | null) => sql`
  from bill where id < ${UNTIL} and opened_day is null and ${billsSince('bill', from)} and ${sinceDay(from)(dayOf(ZONE))}`;
const DIFFERENCE = sql`' differs from its bills by ' || sum(net_fen) || ', ' || sum(fee_fen) || ' and ' || sum(bills)`;
const DIFFERS = sql`having sum(net_fen) <> 0 or sum(fee_fen) <> 0 or sum(bills) <> 0 order by day`;

/**
 * Builds the SQL that finds wrong sums by day. Each station's sums must equal its bills, and the totals must equal the stations' sums.
 *
 * @param from first day that is checked; `null` checks all days
 */
export const billDaysWrong = (from: string | null): RawBuilder<unknown> => {
  const since = sinceDay(from);
  return sql`
    select 'day ' || day as where, 'its count of ' || type || ' ' || direction || ' of station ' || team_id || ${DIFFERENCE} as text
    from (
      select team_id, day, type, direction, net_fen, fee_fen, bills from bill_day where ${since(sql`day`)}
      union all
      select team_id, ${dayOf(ZONE)}, type, direction, -net_fen, -fee_fen, -1 ${countedRows(from)}
      union all
      select -1, day, type, direction, net_fen, fee_fen, bills from bill_day_total where ${since(sql`day`)}
      union all
      select -1, day, type, direction, -net_fen, -fee_fen, -bills from bill_day where ${since(sql`day`)}
    ) both_ways
    group by team_id, day, type, direction ${DIFFERS}`;
};

/** Builds the SQL that finds sums by band of amounts that differ from their bills. @param from as in {@link billDaysWrong} */
export const billBandsWrong = (from: string | null): RawBuilder<unknown> => {
  return sql`
    select 'day ' || day as where, 'its count of ' || type || ' ' || direction || ' ' || channel || ' from ' || band
      || ' fen' || ${DIFFERENCE} as text
    from (
      select day, band, type, direction, channel, net_fen, fee_fen, bills from bill_day_band where ${sinceDay(from)(sql`day`)}
      union all
      select ${dayOf(ZONE)}, ${BAND}, type, direction, coalesce(channel, ''), -net_fen, -fee_fen, -1 ${countedRows(from)}
    ) both_ways
    group by day, band, type, direction, channel ${DIFFERS}`;
};
