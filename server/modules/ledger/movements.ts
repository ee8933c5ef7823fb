import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';
import type { ExportKey } from '../../core/export/export';
import { addDays } from '../../core/money/days';
import { flowsBetween } from './figures';

type Db = Kysely<Database>;

/** A filter for the postings to sum. Both days are inclusive. */
export interface MovementFilter {
  /** `null` includes all accounts. */
  readonly codes: readonly AccountCode[] | null;
  /** `null` includes all types. A reversal has the type of the entry that it reverses. */
  readonly types: readonly EntryType[] | null;
  /** `null` includes all stations and the transactions without a station. */
  readonly teams: readonly number[] | null;
  /** Restricts the sum to accounts of these owners. */
  readonly ownerIds?: readonly number[] | undefined;
  readonly from: string;
  readonly to: string;
  /** If set, includes the last day only up to this moment. */
  readonly until?: Date | null | undefined;
}

export interface Movement {
  readonly id: number;
  readonly teamId: number;
  readonly txNo: string;
  readonly bizType: EntryType;
  readonly bizNo: string;
  readonly day: string;
  readonly at: Date;
  readonly remark: string | null;
  readonly isReversal: boolean;
  readonly debitFen: number;
  readonly creditFen: number;
}

const anyText = (values: readonly string[]) => sql`any(${sql.val([...values])}::text[])`;
const anyId = (values: readonly number[]) => sql`any(${sql.val([...values])}::bigint[])`;

const POSTINGS = sql`
  ledger_posting p
  join ledger_account a on a.id = p.account_id
  join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
  left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id`;

/** Restricts a posting or a transaction to the filter's days and stations. */
function inside(row: RawBuilder<unknown>, { teams, from, to, until }: MovementFilter) {
  const one =
    teams?.length === 1 ? sql`${row}.team_id = ${teams[0] ?? 0}` : sql`${row}.team_id = ${anyId(teams ?? [])}`;
  const isSoFar = until ? sql`(${row}.day < ${to}::date or ${row}.at <= ${until})` : sql`true`;
  return sql`${row}.day >= ${from}::date and ${row}.day <= ${to}::date and ${isSoFar} and ${teams === null ? sql`true` : one}`;
}

/** Restricts postings. A posting has the same day as its transaction; we restrict both, so PostgreSQL skips other months in both tables. */
const insideBoth = (filter: MovementFilter) =>
  sql`${inside(sql`p`, filter)} and t.day >= ${filter.from}::date and t.day <= ${filter.to}::date`;

const ofTypes = ({ types }: MovementFilter) =>
  types === null ? sql`true` : sql`coalesce(o.biz_type, t.biz_type) = ${anyText(types)}`;
const ofAccounts = ({ codes, ownerIds }: MovementFilter) => sql`
  ${codes === null ? sql`true` : sql`a.code = ${anyText(codes)}`}
  and ${ownerIds?.length ? sql`a.owner_id = ${anyId(ownerIds)}` : sql`true`}`;
const asked = (filter: MovementFilter) => sql`${ofAccounts(filter)} and ${ofTypes(filter)}`;

/**
 * Selects each transaction of a filter once. Sort the result by day, time and id, because an index provides this order. `offset 0`
 * forces a lookup for each transaction. Without it, the planner joins all postings before it returns the first row.
 */
const walk = (filter: MovementFilter) => sql`
  select t.team_id, t.id from ledger_txn t left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
  where ${inside(sql`t`, filter)} and ${ofTypes(filter)} and exists (
    select from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.team_id = t.team_id and p.txn_id = t.id and ${ofAccounts(filter)} offset 0)`;

const MOVEMENT = sql`
  t.id, t.team_id as "teamId", t.tx_no as "txNo", t.biz_type as "bizType", t.biz_no as "bizNo", t.day::text as day, t.at, t.remark,
  t.reverses_id is not null as "isReversal",
  coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0)::bigint as "debitFen",
  coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0)::bigint as "creditFen"`;

interface Page {
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads one page of transactions, each with its debit and credit sums on the selected accounts. The page is sorted by accounting day and
 * time.
 */
export async function movementPage(
  db: Db,
  filter: MovementFilter,
  page: Page,
  sums: MovementSums,
): Promise<Movement[]> {
  if (sums.count === 0) return [];
  const order = sql.raw(page.order);
  const where = sql`order by t.day ${order}, t.at ${order}, t.id ${order} offset ${page.offset} limit ${page.limit}`;
  const { rows } = sums.isMany
    ? await sql<Movement>`
        select ${MOVEMENT} from (${walk(filter)} ${where}) w join ${POSTINGS} on t.team_id = w.team_id and t.id = w.id
        where ${asked(filter)} group by t.team_id, t.id order by t.day ${order}, t.at ${order}, t.id ${order}`.execute(
        db,
      )
    : await sql<Movement>`
        select ${MOVEMENT} from ${POSTINGS} where ${insideBoth(filter)} and ${asked(filter)}
        group by t.team_id, t.id ${where}`.execute(db);
  return rows;
}

export interface MovementSums {
  readonly debitFen: number;
  readonly creditFen: number;
  /** Number of transactions. If the sums are read from roll-ups, the count stops at one above the list limit. */
  readonly count: number;
  /** True if there are so many postings that scanning the days' transactions is faster than summing all postings. */
  readonly isMany: boolean;
}

/** Above this number of postings, a page scans the days' transactions, because nearly every transaction matches. */
const MANY = 5 * LIST_LIMITS.countCap;
/** Maximum number of postings of a transaction: a settlement has up to six postings, and one for each of up to five fees by rules. */
export const MOST_POSTINGS = 11;
/** Above this number of postings, the number of transactions exceeds the list limit. The transactions are then not counted. */
const COUNTED = MOST_POSTINGS * LIST_LIMITS.countCap;

/**
 * Sums all movements of a filter. Closed days are read from roll-ups. Postings are read if the filter selects owners, and for the last day
 * if `until` is set.
 */
export async function movementSums(db: Db, filter: MovementFilter): Promise<MovementSums> {
  const { codes, types, teams, ownerIds, from, to, until } = filter;
  // Roll-ups cover only whole days and do not separate owners.
  if (ownerIds?.length || (until && from === to)) {
    const { rows } = await sql<Omit<MovementSums, 'isMany'>>`
      select coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0)::bigint as "debitFen",
        coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0)::bigint as "creditFen", count(distinct t.id)::int as count
      from ${POSTINGS} where ${insideBoth(filter)} and ${asked(filter)}`.execute(db);
    return { debitFen: 0, creditFen: 0, count: 0, ...rows[0], isMany: false };
  }
  if (until) {
    const [days, part] = [
      await movementSums(db, { ...filter, to: addDays(to, -1), until: null }),
      await movementSums(db, { ...filter, from: to }),
    ];
    // Every transaction belongs to one day, so we can add the counts of both ranges.
    return {
      debitFen: days.debitFen + part.debitFen,
      creditFen: days.creditFen + part.creditFen,
      count: Math.min(days.count + part.count, LIST_LIMITS.countCap + 1),
      isMany: days.isMany,
    };
  }
  const flows = (await flowsBetween(db, { from, to, teams }, 'all')).filter(
    ({ code, type }) => (codes === null || codes.includes(code)) && (types === null || types.includes(type)),
  );
  const sum = (key: 'debitFen' | 'creditFen' | 'debits' | 'credits') => flows.reduce((all, row) => all + row[key], 0);
  const postings = sum('debits') + sum('credits');
  // A scan reads all stations or one station. A scan for several stations would read the transactions of all stations.
  const isMany = postings > MANY && (teams === null || teams.length === 1);
  return {
    debitFen: sum('debitFen'),
    creditFen: sum('creditFen'),
    count:
      postings === 0 ? 0 : postings > COUNTED ? LIST_LIMITS.countCap + 1 : await countTransactions(db, filter, isMany),
    isMany,
  };
}

async function countTransactions(db: Db, filter: MovementFilter, isMany: boolean): Promise<number> {
  const most = LIST_LIMITS.countCap + 1;
  const found = isMany
    ? sql`${walk(filter)} limit ${most}`
    : sql`select from ${POSTINGS} where ${insideBoth(filter)} and ${asked(filter)} group by t.team_id, t.id limit ${most}`;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${found}) found`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Computes the balance of the owners' accounts at the start of the filter's first day: debit less credit, in fen. Without a station
 * filter, subtracts the movements since that day from the current balance, because a sum of all earlier movements would read more rows.
 * With a station filter, sums the earlier movements of these stations, because no balance by station exists.
 */
export async function openingOf(
  db: Db,
  filter: MovementFilter & { readonly codes: readonly AccountCode[]; readonly ownerIds: readonly number[] },
): Promise<number> {
  if (filter.teams !== null) {
    const before = await movementSums(db, { ...filter, from: '0001-01-01', to: addDays(filter.from, -1), until: null });
    return before.debitFen - before.creditFen;
  }
  const { rows } = await sql<{ fen: number }>`
    select (
      (select coalesce(sum(case a.side when 'A' then a.balance_fen else -a.balance_fen end), 0)
        from ledger_account a where ${ofAccounts(filter)})
      - (select coalesce(sum(case p.dc when 'D' then p.amount_fen else -p.amount_fen end), 0)
        from ledger_posting p join ledger_account a on a.id = p.account_id
        where ${ofAccounts(filter)} and p.day >= ${filter.from}::date)
    )::bigint as fen`.execute(db);
  return rows[0]?.fen ?? 0;
}

/* ---- exports: the newest row is first; the cursor of a row never changes ---- */

const below = (after: ExportKey | null) =>
  after === null
    ? sql`true`
    : // A posting has the day of its transaction. The separate condition on `p.day` keeps the scan from reading earlier batches again.
      sql`p.day <= ${after[0] ?? ''}::date and (t.day, t.at, t.id) < (${after[0] ?? ''}::date, ${after[1] ?? ''}::timestamptz, ${after[2] ?? 0}::bigint)`;

/** Reads one batch of rows for an export. */
export async function exportedMovements(
  db: Db,
  filter: MovementFilter,
  after: ExportKey | null,
  limit: number,
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select ${MOVEMENT} from ${POSTINGS} where ${insideBoth(filter)} and ${asked(filter)} and ${below(after)}
    group by t.team_id, t.id order by t.day desc, t.at desc, t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Counts the rows of an export. The count stops at `most`. */
export async function exportedMovementCount(
  db: Db,
  filter: MovementFilter,
  after: ExportKey | null,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ${POSTINGS} where ${insideBoth(filter)} and ${asked(filter)} and ${below(after)} group by t.team_id, t.id limit ${most}
    ) found`.execute(db);
  return rows[0]?.n ?? 0;
}
