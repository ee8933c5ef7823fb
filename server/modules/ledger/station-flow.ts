import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { copyOut } from '../../core/database/copy';
import { beginsWith } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Bytes } from '../../core/export/bytes';
import type { FieldType } from '../../core/export/export';
import { IS_LIVE } from './watermark';

/** The movements of one station's accounts. Every condition names the station. */

type Db = Kysely<Database>;

interface FlowFilter {
  /** Accounting days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Of the last day only what happened up to this moment. */
  readonly until?: Date | null | undefined;
  readonly type?: readonly EntryType[] | undefined;
  readonly direction?: 'in' | 'out' | undefined;
  readonly keyword?: string | undefined;
}

/** Where a page of the flow ends: accounting day, moment, transaction, account, number of the posting. */
export interface FlowPlace {
  readonly day: string;
  readonly at: Date;
  readonly txnId: number;
  readonly accountId: number;
  readonly seq: number;
}

/** What the postings of some accounts sum up to, and what their balances are now. Fen. */
export interface FlowSums {
  readonly rows: number;
  readonly inFen: number;
  readonly outFen: number;
  /** In less out before the range, and after it. */
  readonly beforeFen: number;
  readonly afterFen: number;
  readonly balanceFen: number;
}

/** A station's own accounts of these kinds. */
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
 * What a filter asks of a posting `p` and its transaction `t`, besides account and time. Stations' accounts are of side L: credit = in.
 * A reversal counts as the type that it undoes too, so that the sums of a type are what is left of it.
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

/** Whether {@link asked} needs the transaction; without it the database chooses rows first and reads only theirs. */
const asksTxn = ({ type, keyword }: FlowFilter): boolean => Boolean(type?.length || keyword);
const TXN = sql`join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id`;

const inside = ({ from, to, until }: FlowFilter): RawBuilder<SqlBool> => {
  const isSoFar = until ? sql`(p.day < ${to}::date or p.at <= ${until})` : sql`true`;
  return sql`(p.day >= ${from}::date and p.day <= ${to}::date and ${isSoFar})`;
};
const later = ({ to, until }: FlowFilter): RawBuilder<SqlBool> =>
  until ? sql`(p.day > ${to}::date or p.day = ${to}::date and p.at > ${until})` : sql`p.day > ${to}::date`;

/** A place, or one whose moment is still as the database wrote it. */
type Place = Omit<FlowPlace, 'at'> & { readonly at: Date | string };

/** Newest or oldest first. */
export type FlowOrder = 'desc' | 'asc';

/** Rows after a position in an order. The day is a condition of its own as well: the index of an account starts with it. */
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

/** The fields of a movement, in the order in which the flow gives them. */
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

/** One transaction; the limit makes the database look it up, instead of joining all of the station's to a few. */
const ofTxn = (teamId: number, which: RawBuilder<unknown>) =>
  sql`select t.* from ledger_txn t where t.team_id = ${teamId} and ${which} limit 1`;

/** A stretch of movements. */
interface FlowStretch<P extends Place = Place> {
  readonly after: P | null;
  readonly limit: number;
  readonly order: FlowOrder;
}

/** Movements of some accounts in an order of time; each account is read along its own index, forwards or backwards. */
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
    left join lateral (${ofTxn(teamId, sql`t.reverses_id = f."txnId"`)}) undoing on true
    order by f.day ${dir}, f.at ${dir}, f."txnId" ${dir}, f."accountId" ${dir}, f.seq ${dir}`;
}

/** A page of movements. */
export async function flowPage(
  db: Db,
  ...page: [teamId: number, accountIds: readonly number[], filter: FlowFilter, page: FlowStretch<FlowPlace>]
): Promise<Movement[]> {
  return (await flowQuery(...page).execute(db)).rows;
}

/** Copies the same with the fields of {@link FLOW_FIELDS}. */
export function copyFlow(db: Db, into: Bytes, ...page: Parameters<typeof flowQuery>): Promise<void> {
  return copyOut(db, flowQuery(...page), into);
}

/** How many movements are left after a place, counted no further than `most`. */
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
 * Days on which something moved, or single movements: `day, at, debit_fen, credit_fen, debits, credits`; a day has no moment.
 * Closed days come from their roll-ups wherever those can answer the filter: one number has few movements, and roll-ups know no
 * reversals of their own.
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
  // A part of a day has no roll-up.
  const [isRolled, isLive] = filter.until
    ? [sql`day <> ${filter.to}::date`, sql`(p.day = ${filter.to}::date or ${IS_LIVE})`]
    : [sql`true`, IS_LIVE];
  if (!type?.length && !direction) {
    // Neither entry type nor side is asked for: all days, since the opening balance is the sum of those before.
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

/** Sums of a filter over accounts; where nothing is left out, of everything before and after its days as well. */
export async function flowSums(
  db: Db,
  teamId: number,
  accounts: readonly FlowAccount[],
  filter: FlowFilter,
): Promise<FlowSums> {
  // Accounts and their postings in one snapshot, or a posting of this moment would look like a difference.
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

/** What the available balance of a station moved by, by accounting day, from a day on. */
export async function movedByDay(db: Db, teamId: number, from: string): Promise<Map<string, number>> {
  const accounts = await stationAccounts(db, teamId, ['TEAM_AVAILABLE']);
  const { rows } = await sql<{ day: string; fen: number }>`
    select p.day::text as day, sum(p.credit_fen - p.debit_fen)::bigint as fen
    from (${moved(teamId, accounts, { from, to: from })}) p where p.day >= ${from}::date group by 1`.execute(db);
  return new Map(rows.map(({ day, fen }) => [day, fen]));
}
