import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';
import { openFlows } from './open-days';
import { firstOpenDay } from './watermark';

type Db = Kysely<Database>;

/**
 * Sums by entry type and account. `key` is the station, the day (`yyyy-MM-dd`) or the hour. The key is empty if rows are not grouped.
 * `debits` and `credits` are numbers of postings.
 */
export interface FlowRow {
  readonly key: string;
  readonly type: EntryType;
  readonly code: AccountCode;
  readonly debitFen: number;
  readonly creditFen: number;
  readonly debits: number;
  readonly credits: number;
}

/** Groups rows by their key: station, day or hour. */
export function flowsByKey(rows: readonly FlowRow[]): Map<string, FlowRow[]> {
  const groups = new Map<string, FlowRow[]>();
  for (const row of rows) {
    const group = groups.get(row.key);
    if (group) group.push(row);
    else groups.set(row.key, [row]);
  }
  return groups;
}

/**
 * Sums the movements of a range of days, both inclusive. Closed days are read from roll-ups. Open days are read from stored sums and from
 * the new movements that these sums do not include yet.
 *
 * @param teams `null` includes all stations and the transactions without a station.
 */
export async function flowsBetween(
  db: Db,
  wanted: { readonly from: string; readonly to: string; readonly teams: readonly number[] | null },
  by: 'all' | 'team' | 'day',
): Promise<FlowRow[]> {
  const { from, to, teams } = wanted;
  const open = await firstOpenDay(db);
  const own = (column: string) =>
    teams === null ? sql`true` : sql`${sql.ref(column)} = any(${sql.val([...teams])}::bigint[])`;
  const live =
    open === null || open > to
      ? sql``
      : sql`union all select * from (${openFlows({ from, to, teams, byTeam: by === 'team' })}) open_flow`;
  const closed =
    teams === null && by !== 'team'
      ? sql`select 0::bigint as team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_flow_total`
      : sql`select team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_flow`;
  const key = { all: sql`''`, team: sql`team_id::text`, day: sql`day::text` }[by];
  const { rows } = await sql<FlowRow>`
    select ${key} as key, biz_type as type, code, sum(debit_fen)::bigint as "debitFen", sum(credit_fen)::bigint as "creditFen",
      sum(debits)::int as debits, sum(credits)::int as credits
    from (
      select * from (${closed}) closed_flow where day >= ${from}::date and day <= ${to}::date and ${own('team_id')}
      ${live}
    ) flow
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Sums the postings of one day by `key`, optionally up to a moment. Roll-ups cover only whole days, so we always read the postings. */
async function flowsWithin(
  db: Db,
  day: string,
  teams: readonly number[] | null,
  key: RawBuilder<unknown>,
  until: Date | null,
): Promise<FlowRow[]> {
  const { rows } = await sql<FlowRow>`
    select ${key} as key, coalesce(o.biz_type, t.biz_type) as type, a.code,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0)::bigint as "debitFen",
      coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0)::bigint as "creditFen",
      (count(*) filter (where p.dc = 'D'))::int as debits, (count(*) filter (where p.dc = 'C'))::int as credits
    from ledger_posting p
    join ledger_account a on a.id = p.account_id
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
    where p.day = ${day}::date and t.day = ${day}::date and ${until === null ? sql`true` : sql`p.at <= ${until}`}
      and ${teams === null ? sql`true` : sql`p.team_id = any(${sql.val([...teams])}::bigint[])`}
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Sums one day's movements up to a moment (inclusive), as the trial balance and the list of movements do. */
export function flowsUpTo(
  db: Db,
  wanted: { readonly day: string; readonly until: Date; readonly teams: readonly number[] | null },
): Promise<FlowRow[]> {
  return flowsWithin(db, wanted.day, wanted.teams, sql`''`, wanted.until);
}

/** Sums one day's movements by hour (`0`–`23`). */
export function flowsByHour(
  db: Db,
  wanted: { readonly day: string; readonly teams: readonly number[] | null; readonly timeZone: string },
): Promise<FlowRow[]> {
  const hour = sql`extract(hour from p.at at time zone ${wanted.timeZone})::int::text`;
  return flowsWithin(db, wanted.day, wanted.teams, hour, null);
}

/** The account codes of a station's own money. */
const OWN: readonly AccountCode[] = ['TEAM_PENDING', 'TEAM_AVAILABLE', 'TEAM_FROZEN', 'TEAM_HELD', 'TEAM_DEPOSIT'];

/** Sums the balances of the stations' own accounts ({@link OWN}) at the end of a day, by station. */
export async function moneyOfTeams(db: Db, day: string, teams: readonly number[] | null): Promise<Map<number, number>> {
  const open = await firstOpenDay(db);
  const own = (column: string) =>
    teams === null ? sql`true` : sql`${sql.ref(column)} = any(${sql.val([...teams])}::bigint[])`;
  const codes = sql`any(${sql.val([...OWN])}::text[])`;
  const live =
    open === null || open > day
      ? sql``
      : sql`union all select team_id, credit_fen - debit_fen from (${openFlows({
          from: null,
          to: day,
          teams,
          byTeam: true,
        })}) open_flow where team_id <> 0 and code = ${codes}`;
  const { rows } = await sql<{ teamId: number; fen: number }>`
    select team_id as "teamId", sum(fen)::bigint as fen from (
      select team_id, credit_fen - debit_fen as fen from ledger_day
      where team_id <> 0 and day <= ${day}::date and code = ${codes} and ${own('team_id')}
      ${live}
    ) moved group by 1`.execute(db);
  return new Map(rows.map(({ teamId, fen }) => [teamId, fen]));
}

/** Reads the current balance of each merchant number. With `teams`, reads only the amounts that belong to these stations. */
export async function channelBalances(db: Db, teams: readonly number[] | null): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; fen: number }>`
    select owner_id as id, sum(balance_fen)::bigint as fen from ledger_account
    where code = 'CHANNEL' and ${teams === null ? sql`true` : sql`team_id = any(${sql.val([...teams])}::bigint[])`}
    group by 1`.execute(db);
  return new Map(rows.map(({ id, fen }) => [id, fen]));
}

/**
 * Sums a rider's income from orders by accounting day, less what refunds and reversals took back. Includes only entries that happened
 * after `after`. The result has no entry for a day without income.
 *
 * @param fromDay the first day to include
 */
export async function riderOrderIncome(
  db: Db,
  riderId: number,
  after: Date,
  fromDay: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; fen: number }>`
    select p.day, sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end)::bigint as fen
    from ledger_account a
    join ledger_posting p on p.account_id = a.id and p.at > ${after} and p.day >= ${fromDay}::date
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    left join ledger_txn undone on undone.team_id = t.team_id and undone.id = t.reverses_id
    where a.code = 'RIDER_AVAILABLE' and a.owner_id = ${riderId}
      and coalesce(undone.biz_type, t.biz_type) in ('ORDER_SETTLE', 'REFUND_AFTER_SETTLE')
    group by 1`.execute(db);
  return new Map(rows.map(({ day, fen }) => [day, fen]));
}
