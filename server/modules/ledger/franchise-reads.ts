import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';
import { lastOfMonth } from '../../core/money/days';

/** Queries for the shares and the share balances of franchisees (加盟分成), read from the postings of their accounts. */

type Db = Kysely<Database>;

/** Entry types that change a share: the credits, and the refunds and reversals that reduce it. Withdrawals and adjustments are excluded. */
const SHARE = sql`(t.biz_type in ('FRANCHISE_SHARE', 'REFUND_AFTER_SETTLE', 'REVERSAL'))`;
const SIGNED = sql`case p.dc when 'C' then p.amount_fen else -p.amount_fen end`;
const FROM = sql`from ledger_account a join ledger_posting p on p.account_id = a.id
  join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id where a.code = 'FRANCHISEE_AVAILABLE'`;

/** Sums shares by franchisee, in fen. @param fromDay Includes only postings from this accounting day on. */
export async function shareTotals(
  db: Db,
  ids: readonly number[],
  fromDay = '0001-01-01',
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fen: number }>`
    select a.owner_id as id, sum(${SIGNED})::bigint as fen ${FROM}
      and a.owner_id = any(${sql.val([...ids])}::bigint[]) and p.day >= ${fromDay} and ${SHARE} group by 1`.execute(db);
  return new Map(rows.map(({ id, fen }) => [id, fen]));
}

/**
 * Builds a subquery with one row: the share total of a franchisee. Lists that sort by this total join the subquery.
 *
 * @param franchiseeId a column of the query
 */
export const sharesOfFranchisee = (franchiseeId: RawBuilder<unknown>): RawBuilder<{ readonly fen: number }> =>
  sql`(select coalesce(sum(${SIGNED}), 0)::bigint as fen ${FROM} and a.owner_id = ${franchiseeId} and ${SHARE})`;

/** Sums one franchisee's shares by month. The newest month is first. */
export async function shareMonths(db: Db, id: number, limit: number) {
  const { rows } = await sql<{ month: string; orders: number; shareFen: number; backFen: number }>`
    select to_char(p.day, 'YYYY-MM') as month,
      (count(*) filter (where t.biz_type = 'FRANCHISE_SHARE' and p.dc = 'C'))::int as orders,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0)::bigint as "shareFen",
      coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0)::bigint as "backFen" ${FROM}
      and a.owner_id = ${id} and ${SHARE} group by 1 order by 1 desc limit ${limit}`.execute(db);
  return rows;
}

/** A movement of a franchisee's share balance. */
export interface ShareMovement {
  readonly id: number;
  /** Gap-free number of the movement within its account. */
  readonly seq: number;
  readonly at: Date;
  readonly txNo: string;
  readonly type: EntryType;
  readonly relatedNo: string;
  readonly teamId: number;
  /** A negative amount means that money left the balance. */
  readonly amountFen: number;
  readonly balanceAfterFen: number;
}

const MOVEMENT = sql`p.txn_id as id, p.seq, p.at, t.tx_no as "txNo", t.biz_type as type, t.biz_no as "relatedNo",
  t.team_id as "teamId", ${SIGNED} as "amountFen", p.balance_after_fen as "balanceAfterFen"`;

/** Returns the first and last day of a month (`yyyy-MM`). Without a month, the range includes all days. */
function daysOf(month: string | null): { readonly from: string; readonly to: string } {
  if (month === null) return { from: '0001-01-01', to: '9999-12-31' };
  return { from: `${month}-01`, to: lastOfMonth(`${month}-01`) };
}

/**
 * Reads one page of a share balance's movements, newest first. Also returns the number of movements and the opening and closing balance.
 * Balances follow accounting days: an entry that is posted late changes the balance of its own accounting day.
 *
 * @param month `yyyy-MM`; `null` includes all months
 */
export async function shareFlow(
  db: Db,
  id: number,
  month: string | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ list: ShareMovement[]; total: number; openingFen: number; closingFen: number }> {
  const { from, to } = daysOf(month);
  const { rows } = await sql<ShareMovement>`
    select ${MOVEMENT} ${FROM} and a.owner_id = ${id} and p.day between ${from} and ${to}
    order by p.account_id, p.seq desc offset ${offset} limit ${limit}`.execute(db);
  return { list: rows, ...(await shareBalances(db, id, month)) };
}

/** Counts the movements of a share balance in a month, and reads its opening and closing balance in fen. */
export async function shareBalances(db: Db, id: number, month: string | null) {
  const { from, to } = daysOf(month);
  const { rows } = await sql<{ total: number; openingFen: number; closingFen: number }>`
    select (count(*) filter (where p.day >= ${from}))::int as total,
      coalesce(sum(${SIGNED}) filter (where p.day < ${from}), 0)::bigint as "openingFen",
      coalesce(sum(${SIGNED}), 0)::bigint as "closingFen" ${FROM} and a.owner_id = ${id} and p.day <= ${to}`.execute(
    db,
  );
  return rows[0] ?? { total: 0, openingFen: 0, closingFen: 0 };
}

/**
 * A range of movements of a share balance: one month, posted up to a moment, and before the number `beforeSeq`. If `beforeSeq` is `null`,
 * the range starts with the newest movement.
 */
export interface ShareRange {
  readonly franchiseeId: number;
  /** `yyyy-MM`; `null` includes all months. */
  readonly month: string | null;
  readonly upTo: Date;
  readonly beforeSeq: number | null;
}

const inRange = ({ franchiseeId, month, upTo, beforeSeq }: ShareRange) => sql`${FROM} and a.owner_id = ${franchiseeId}
  and p.day between ${daysOf(month).from} and ${daysOf(month).to}
  and t.posted_at <= ${upTo} and (${beforeSeq}::bigint is null or p.seq < ${beforeSeq})`;

/** Reads the newest movements of a range, up to `limit`. */
export async function sharesIn(db: Db, range: ShareRange, limit: number): Promise<ShareMovement[]> {
  const query = sql<ShareMovement>`select ${MOVEMENT} ${inRange(range)} order by p.account_id, p.seq desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Counts the movements of a range. The count stops at `most`. */
export async function countShares(db: Db, range: ShareRange, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${inRange(range)} limit ${most}) counted`.execute(db);
  return rows[0]?.n ?? 0;
}
