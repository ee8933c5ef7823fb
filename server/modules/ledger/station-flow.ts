import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { copyOut } from '../../core/database/copy';
import { beginsWith } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Bytes } from '../../core/export/bytes';
import type { FieldType } from '../../core/export/export';
import { IS_LIVE } from './watermark';

/** Queries for the movements of one station's accounts. Conditions on postings include the station, so that indexes apply. */

type Db = Kysely<Database>;

interface FlowFilter {
  /** Accounting days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** If set, includes the last day only up to this moment. */
  readonly until?: Date | null | undefined;
  readonly type?: readonly EntryType[] | undefined;
  readonly direction?: 'in' | 'out' | undefined;
  readonly keyword?: string | undefined;
}

/** Cursor in a list of movements: accounting day, moment, transaction, account and posting number. */
export interface FlowPlace {
  readonly day: string;
  readonly at: Date;
  readonly txnId: number;
  readonly accountId: number;
  readonly seq: number;
}

/** Number and sums of the postings of the selected accounts, and the current balance of these accounts. Amounts are in fen. */
export interface FlowSums {
  readonly rows: number;
  readonly inFen: number;
  readonly outFen: number;
  /**
   * Net movement (in less out) before the filter's days; `afterFen` is the net movement after these days. With a filter by type, direction
   * or keyword, `beforeFen` and `afterFen` are 0.
   */
  readonly beforeFen: number;
  readonly afterFen: number;
  readonly balanceFen: number;
}

/** Finds a station's own accounts with these codes. */
export async function stationAccounts(
  db: Db,
  teamId: number,
  codes: readonly AccountCode[],
): Promise<{ id: number; code: AccountCode; balanceFen: number }[]> {
  return await db
    .selectFrom('ledger_account')
    .where('ledger_account.owner_id', '=', teamId)
    .where('ledger_account.code', 'in', [...codes])
    .where('ledger_account.team_id', '=', 0)
    .select(['ledger_account.id', 'ledger_account.code', 'ledger_account.balance_fen as balanceFen'])
    .execute();
}

/**
 * Builds the filter's conditions on a posting `p` and its transaction `t`, except account and time. Stations' accounts are of side L, so
 * a credit is an incoming amount. A reversal matches the type of its original entry too, so that a type's sums are net of reversals.
 */
function asked({ type, direction, keyword }: FlowFilter): RawBuilder<SqlBool> {
  const parts = [
    type?.length
      ? sql`(t.biz_type = any(${sql.val([...type])}::text[]) or exists (select from ledger_txn was where was.team_id = t.team_id
          and was.id = t.reverses_id and was.biz_type = any(${sql.val([...type])}::text[])))`
      : null,
    direction ? sql`p.dc = ${direction === 'in' ? 'C' : 'D'}` : null,
    keyword ? sql`(${beginsWith('t.tx_no', keyword)} or ${beginsWith('t.biz_no', keyword)})` : null,
  ].filter((part) => part !== null);
  return sql<SqlBool>`(${parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`})`;
}

/** Checks whether {@link asked} needs the transaction. If not, the query joins only the transactions of the selected rows. */
const asksTxn = ({ type, keyword }: FlowFilter): boolean => Boolean(type?.length || keyword);
const TXN = sql`join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id`;

const inside = ({ from, to, until }: FlowFilter): RawBuilder<SqlBool> => {
  const isSoFar = until ? sql`(p.day < ${to}::date or p.at <= ${until})` : sql`true`;
  return sql`(p.day >= ${from}::date and p.day <= ${to}::date and ${isSoFar})`;
};
const later = ({ to, until }: FlowFilter): RawBuilder<SqlBool> =>
  until ? sql`(p.day > ${to}::date or p.day = ${to}::date and p.at > ${until})` : sql`p.day > ${to}::date`;

/** A cursor whose `at` may be the text that the database returned. */
type Place = Omit<FlowPlace, 'at'> & { readonly at: Date | string };

/** `desc` is newest first, `asc` is oldest first. */
export type FlowOrder = 'desc' | 'asc';

/** Restricts rows to those after a cursor. The separate condition on the day lets PostgreSQL use the index of the account. */
const beyond = (after: Place | null, order: FlowOrder): RawBuilder<SqlBool> => {
  if (after === null) return sql`true`;
  const [reaches, exceeds] = order === 'desc' ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  return sql`p.day ${reaches} ${after.day}::date and (p.day, p.at, p.txn_id, p.account_id, p.seq) ${exceeds}
    (${after.day}::date, ${after.at}::timestamptz, ${after.txnId}::bigint, ${after.accountId}::bigint, ${after.seq}::bigint)`;
};

interface Movement extends FlowPlace {
  readonly inFen: number | null;
  readonly outFen: number | null;
  readonly balanceAfterFen: number;
  readonly txNo: string;
  readonly type: EntryType;
  readonly relatedNo: string;
  readonly remark: string | null;
  readonly operatorId: number;
  readonly reversesNo: string | null;
  readonly reversedByNo: string | null;
}

/** The fields of a movement with their types, in the column order of the query. */
export const FLOW_FIELDS = {
  day: 'text',
  at: 'moment',
  txnId: 'int',
  accountId: 'int',
  seq: 'int',
  inFen: 'int',
  outFen: 'int',
  balanceAfterFen: 'int',
  txNo: 'text',
  type: 'text',
  relatedNo: 'text',
  remark: 'text',
  operatorId: 'int',
  reversesNo: 'text',
  reversedByNo: 'text',
} as const satisfies Readonly<Record<keyof Movement, FieldType>>;

const OTHERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  txNo: sql`mine.tx_no`,
  type: sql`mine.biz_type`,
  relatedNo: sql`mine.biz_no`,
  remark: sql`mine.remark`,
  operatorId: sql`mine.operator_id`,
  reversesNo: sql`undone.tx_no`,
  reversedByNo: sql`undoing.tx_no`,
};
const FIELDS = sql.join(
  Object.keys(FLOW_FIELDS).map((name) => sql`${OTHERS[name] ?? sql.ref(`f.${name}`)} as ${sql.ref(name)}`),
);

/**
 * Selects one transaction. Because of the limit, PostgreSQL looks up each transaction; without it, PostgreSQL joins all transactions of the
 * station.
 */
const ofTxn = (teamId: number, which: RawBuilder<unknown>) =>
  sql`select t.* from ledger_txn t where t.team_id = ${teamId} and ${which} limit 1`;

/** A range of movements: cursor, limit and sort order. */
interface FlowStretch<P extends Place = Place> {
  readonly after: P | null;
  readonly limit: number;
  readonly order: FlowOrder;
}

/** Selects movements of these accounts in order of time. PostgreSQL reads each account in the order of an index, forwards or backwards. */
function flowQuery(teamId: number, accountIds: readonly number[], filter: FlowFilter, page: FlowStretch) {
  const dir = page.order === 'desc' ? sql`desc` : sql`asc`;
  return sql<Movement>`
    select ${FIELDS}
    from (
      select x.* from unnest(${sql.val([...accountIds])}::bigint[]) as wanted(id)
      cross join lateral (
        select p.day::text as day, p.at, p.txn_id as "txnId", p.account_id as "accountId", p.seq,
          case p.dc when 'C' then p.amount_fen end as "inFen", case p.dc when 'D' then p.amount_fen end as "outFen",
          p.balance_after_fen as "balanceAfterFen"
        from ledger_posting p ${asksTxn(filter) ? TXN : sql``}
        where p.account_id = wanted.id and p.team_id = ${teamId} and ${inside(filter)}
          and ${asked(filter)} and ${beyond(page.after, page.order)}
        order by p.day ${dir}, p.at ${dir}, p.txn_id ${dir}, p.seq ${dir} limit ${page.limit}
      ) x
      order by x.day ${dir}, x.at ${dir}, x."txnId" ${dir}, x."accountId" ${dir}, x.seq ${dir} limit ${page.limit}
    ) f
    join lateral (${ofTxn(teamId, sql`t.id = f."txnId"`)}) mine on true
    left join lateral (${ofTxn(teamId, sql`t.id = mine.reverses_id`)}) undone on true
    left join lateral (
      select k.tx_no from ledger_txn_key k where k.team_id = ${teamId} and k.reverses_id = f."txnId" limit 1) undoing on true
    order by f.day ${dir}, f.at ${dir}, f."txnId" ${dir}, f."accountId" ${dir}, f.seq ${dir}`;
}

/** Reads at most `limit` movements after the cursor, in the given order. */
export async function flowPage(
  db: Db,
  ...page: [teamId: number, accountIds: readonly number[], filter: FlowFilter, page: FlowStretch<FlowPlace>]
): Promise<Movement[]> {
  return (await flowQuery(...page).execute(db)).rows;
}

/** Copies a range of movements into `into`. The columns are {@link FLOW_FIELDS}. */
export function copyFlow(db: Db, into: Bytes, ...page: Parameters<typeof flowQuery>): Promise<void> {
  return copyOut(db, flowQuery(...page), into);
}

/** Counts the movements after a cursor. The count stops at `most`. */
export async function flowRest(
  db: Db,
  teamId: number,
  accountIds: readonly number[],
  filter: FlowFilter,
  after: Place | null,
  order: FlowOrder,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ledger_posting p ${asksTxn(filter) ? TXN : sql``}
      where p.account_id = any(${sql.val([...accountIds])}::bigint[]) and p.team_id = ${teamId}
        and ${inside(filter)} and ${asked(filter)} and ${beyond(after, order)} limit ${most}
    ) found`.execute(db);
  return rows[0]?.n ?? 0;
}

interface FlowAccount {
  readonly id: number;
  readonly code: AccountCode;
}

/**
 * Selects daily sums or single movements: `day, at, debit_fen, credit_fen, debits, credits`. Daily sums have no `at`. Closed days are
 * read from roll-ups if the roll-ups support the filter. A filter by keyword reads postings, because few movements match. A filter by
 * the type `REVERSAL` also reads postings, because roll-ups do not separate reversals.
 */
function moved(teamId: number, accounts: readonly FlowAccount[], filter: FlowFilter) {
  const { type, direction, keyword } = filter;
  const ids = sql`any(${sql.val(accounts.map(({ id }) => id))}::bigint[])`;
  const codes = sql`any(${sql.val(accounts.map(({ code }) => code))}::text[])`;
  const byDc = (dc: 'D' | 'C', value: RawBuilder<unknown>) =>
    sql`case p.dc when ${sql.lit(dc)} then ${value} else 0 end`;
  const postings = (where: RawBuilder<unknown>) => sql`
    select p.day, p.at, ${byDc('D', sql`p.amount_fen`)} as debit_fen, ${byDc('C', sql`p.amount_fen`)} as credit_fen,
      ${byDc('D', sql`1`)} as debits, ${byDc('C', sql`1`)} as credits
    from ledger_posting p
      ${asksTxn(filter) ? TXN : sql``}
    where p.account_id = ${ids} and p.team_id = ${teamId} and ${asked(filter)} and ${where}`;
  if (keyword || type?.includes('REVERSAL')) return postings(inside(filter));
  // Roll-ups cover only whole days. If `until` is set, the postings of the last day are therefore read one by one.
  const [isRolled, isLive] = filter.until
    ? [sql`day <> ${filter.to}::date`, sql`(p.day = ${filter.to}::date or ${IS_LIVE})`]
    : [sql`true`, IS_LIVE];
  if (!type?.length && !direction) {
    // Without a filter by type or direction, select all days: the opening balance is the sum of the earlier days.
    return sql`
      select day, null::timestamptz as at, debit_fen, credit_fen, postings as debits, 0 as credits from ledger_day
      where team_id = ${teamId} and code = ${codes} and ${isRolled}
      union all ${postings(isLive)}`;
  }
  const side = (column: 'debit_fen' | 'credit_fen' | 'debits' | 'credits') =>
    direction && (direction === 'in') !== column.startsWith('credit') ? sql`0 as ${sql.ref(column)}` : sql.ref(column);
  return sql`
    select day, null::timestamptz as at, ${side('debit_fen')}, ${side('credit_fen')}, ${side('debits')}, ${side('credits')} from ledger_flow p
    where team_id = ${teamId} and code = ${codes} and ${isRolled} and day >= ${filter.from}::date and day <= ${filter.to}::date
      and ${type?.length ? sql`biz_type = any(${sql.val([...type])}::text[])` : sql`true`}
    union all ${postings(sql`${inside(filter)} and ${isLive}`)}`;
}

/**
 * Sums the movements of these accounts that match the filter. Without a filter by type, direction or keyword, also sums the movements
 * before and after the days of the filter.
 */
export async function flowSums(
  db: Db,
  teamId: number,
  accounts: readonly FlowAccount[],
  filter: FlowFilter,
): Promise<FlowSums> {
  // One statement reads balances and postings in one snapshot. With two statements, a concurrent posting would look like a difference.
  const { rows } = await sql<FlowSums>`
    select coalesce(sum(p.debits + p.credits) filter (where ${inside(filter)}), 0)::int as rows,
      coalesce(sum(p.credit_fen) filter (where ${inside(filter)}), 0)::bigint as "inFen",
      coalesce(sum(p.debit_fen) filter (where ${inside(filter)}), 0)::bigint as "outFen",
      coalesce(sum(p.credit_fen - p.debit_fen) filter (where p.day < ${filter.from}::date), 0)::bigint as "beforeFen",
      coalesce(sum(p.credit_fen - p.debit_fen) filter (where ${later(filter)}), 0)::bigint as "afterFen",
      (select coalesce(sum(balance_fen), 0)::bigint from ledger_account
        where id = any(${sql.val(accounts.map(({ id }) => id))}::bigint[])) as "balanceFen"
    from (${moved(teamId, accounts, filter)}) p`.execute(db);
  return rows[0] as FlowSums;
}

/** Sums the movements of a station's available balance by accounting day, from a given day on. */
export async function movedByDay(db: Db, teamId: number, from: string): Promise<Map<string, number>> {
  const accounts = await stationAccounts(db, teamId, ['TEAM_AVAILABLE']);
  const { rows } = await sql<{ day: string; fen: number }>`
    select p.day::text as day, sum(p.credit_fen - p.debit_fen)::bigint as fen
    from (${moved(teamId, accounts, { from, to: from })}) p where p.day >= ${from}::date group by 1`.execute(db);
  return new Map(rows.map(({ day, fen }) => [day, fen]));
}
