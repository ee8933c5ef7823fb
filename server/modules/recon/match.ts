import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EntryType } from '../../../contract/ledger.entries';
import { type ItemType, RECON } from '../../../contract/recon.states';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import { addDays, dayRange } from '../../core/money/days';
import type { LineKind, LineStatus } from '../../core/statements/statement';
import { markBills } from '../ledger';
import type { BatchRow, NumberRow } from './store';

/**
 * Matches statement entries with bills. A day's statement is joined with the bills of the surrounding days, by the platform's
 * numbers and our own numbers. The values of both sides then determine the type of a difference.
 */

type Db = Kysely<Database>;

/** Time zone of statements: the platforms use Beijing time. */
export const STATEMENT_ZONE = 'Asia/Shanghai';
/** For each kind of statement: the entry types of its bills, and the kinds of entries that are compared one by one. */
const COMPARED: Readonly<
  Record<BatchRow['kind'], { readonly types: readonly EntryType[]; readonly kinds: readonly LineKind[] }>
> = {
  trade: { types: ['ORDER_PAY', 'ORDER_REFUND', 'REFUND_AFTER_SETTLE', 'USER_TOPUP'], kinds: ['pay', 'refund'] },
  // Payments, refunds and fees are compared with the trade statement, so the fund statement has other types.
  fund: {
    types: [
      'WITHDRAW_PAY',
      'WITHDRAW_RETURN',
      'DEPOSIT_IN',
      'DEPOSIT_OUT',
      'INSURE_REMIT',
      'INSURER_COLLECT',
      'FRANCHISE_IN',
      'CHANNEL_TRANSFER_OUT',
      'CHANNEL_TRANSFER_IN',
      'WALLET_PAYOUT',
    ],
    kinds: ['transfer', 'other'],
  },
};
/** Number of days before and after the statement's day. Bills of these days may belong to the statement. */
const AROUND = { before: RECON.timingDays + 1, after: 1 };

const textList = (values: readonly string[]) => sql`any(${sql.val([...values])}::text[])`;

/** A difference that the comparison found. */
export interface Found {
  readonly type: ItemType;
  readonly line: number | null;
  readonly lineKind: LineKind | null;
  readonly tradeNo: string | null;
  readonly outNo: string | null;
  readonly channelFen: number | null;
  readonly channelFeeFen: number | null;
  readonly channelStatus: LineStatus | null;
  readonly channelAt: Date | null;
  readonly billId: number | null;
  readonly billNo: string | null;
  readonly billType: string | null;
  readonly teamId: number | null;
  readonly bookFen: number | null;
  readonly bookFeeFen: number | null;
  readonly bookStatus: string | null;
  readonly bookAt: Date | null;
}

/** The batch and merchant number of a comparison, and the start and end of the statement's day. */
export interface Ground {
  readonly batch: BatchRow;
  readonly number: NumberRow;
  readonly from: Date;
  readonly to: Date;
}

export function groundOf(batch: BatchRow, number: NumberRow): Ground {
  return { batch, number, ...dayRange(batch.day, batch.day, STATEMENT_ZONE) };
}

/** Builds the condition for bills `b` that may belong to the statement. */
function near({ batch, number }: Ground): RawBuilder<unknown> {
  const { from, to } = dayRange(addDays(batch.day, -AROUND.before), addDays(batch.day, AROUND.after), STATEMENT_ZONE);
  return sql`b.merchant_number_id = ${number.id} and b.at >= ${from} and b.at < ${to}
    and b.id >= ${idFloor(from)} and b.type = ${textList(COMPARED[batch.kind].types)}`;
}

const BOOK_FEN = sql`case b.direction when 'in' then b.net_fen else -b.net_fen end`;

/** Computes the fee that the books expect for a payment: the bill's fee, or the agreed rate rounded to the nearest fen. */
const bookFee = ({ number }: Ground) =>
  sql`case when b.fee_fen > 0 then b.fee_fen else (b.amount_fen * ${number.fee_bp} + 5000) / 10000 end`;

/** Removes the differences and matches of an earlier comparison. Differences that were changed after they were found stay. */
export async function forgetComparison(db: Db, { batch }: Ground): Promise<void> {
  const mine = sql`select from recon_item i where i.batch_id = ${batch.id}`;
  const untouched = sql`i.state = 'open' and i.version = 1`;
  await markBills(
    db,
    'pending',
    sql`select i.bill_id from recon_item i where i.batch_id = ${batch.id} and ${untouched} and i.type <> 'duplicate' and i.bill_id is not null`,
  );
  await sql`delete from recon_item i where i.batch_id = ${batch.id} and ${untouched}`.execute(db);
  await markBills(
    db,
    'pending',
    sql`select l.bill_id from statement_line l where l.batch_id = ${batch.id} and l.bill_id is not null
      and not exists (${mine} and i.line = l.line and i.trade_no = l.trade_no)`,
    'matched',
  );
  await sql`
    update statement_line l set bill_id = null where l.batch_id = ${batch.id} and l.bill_id is not null
      and not exists (${mine} and i.line = l.line and i.trade_no = l.trade_no)`.execute(db);
}

/** Assigns bills to statement entries by their numbers. */
export async function assignBills(db: Db, ground: Ground): Promise<void> {
  const { batch } = ground;
  const ways: readonly (readonly [LineKind[], RawBuilder<unknown>])[] = [
    [['pay', 'transfer', 'other'], sql`b.channel_trade_no = l.trade_no`],
    [['refund'], sql`b.channel_refund_no = l.trade_no`],
    [['refund', 'transfer', 'other'], sql`b.channel_trade_no = l.out_no`],
    [['pay'], sql`b.order_no = l.out_no`],
  ];
  for (const [kinds, same] of ways) {
    const compared = kinds.filter((kind) => COMPARED[batch.kind].kinds.includes(kind));
    if (compared.length === 0) continue;
    // Use `materialized`. Otherwise the planner expects one row in a newly filled table, and searches the bills again for each entry.
    await sql`
      with f as materialized (
        select distinct on (l.line) l.line, b.id
        from statement_line l join bill b on ${near(ground)} and ${same}
          and b.direction = case when l.amount_fen < 0 then 'out' else 'in' end
        where l.batch_id = ${batch.id} and l.bill_id is null and l.kind = ${textList(compared)}
        order by l.line, b.id
      )
      update statement_line l set bill_id = f.id from f where l.batch_id = ${batch.id} and l.line = f.line`.execute(db);
  }
}

/**
 * Finds entries that have no bill, differ from their bill or are duplicates.
 *
 * @param most maximum; one more is read to detect an excess
 */
export async function differences(db: Db, ground: Ground, most: number): Promise<Found[]> {
  const { batch } = ground;
  const { kinds } = COMPARED[batch.kind];
  const fee = bookFee(ground);
  const { rows } = await sql<Found>`
    select * from (
      select case
          when l.nth > 1 or l.bill_nth > 1 and b.id is not null or r.state in ('matched', 'resolved') then 'duplicate'
          when b.id is null then case l.status when 'success' then 'channelOnly' end
          when (l.status = 'success') <> (b.status = 'success') then 'statusMismatch'
          when l.status <> 'success' then null
          when l.amount_fen <> ${BOOK_FEN} then 'amountMismatch'
          when l.kind = 'pay' and abs(l.fee_fen - (${fee})) > ${RECON.feeRoundingFen}::int then 'feeMismatch'
        end as type,
        l.line, l.kind as "lineKind", l.trade_no as "tradeNo", l.out_no as "outNo", l.amount_fen as "channelFen",
        l.fee_fen as "channelFeeFen", l.status as "channelStatus", l.at as "channelAt",
        b.id as "billId", b.bill_no as "billNo", b.type as "billType", b.team_id as "teamId", ${BOOK_FEN} as "bookFen",
        case when l.kind = 'pay' and b.id is not null then ${fee} end as "bookFeeFen", b.status as "bookStatus", b.at as "bookAt"
      from (
        select x.*, row_number() over (partition by x.kind, x.trade_no order by x.line) as nth,
          row_number() over (partition by x.bill_id order by x.line) as bill_nth
        from statement_line x where x.batch_id = ${batch.id} and x.kind = ${textList(kinds)}
      ) l left join bill b on b.id = l.bill_id and ${near(ground)}
        left join bill_recon r on r.bill_id = b.id
      where not exists (select from recon_item i where i.batch_id = ${batch.id} and i.line = l.line and i.trade_no = l.trade_no)
    ) found where type is not null order by line limit ${most + 1}`.execute(db);
  return rows;
}

/**
 * Finds the day's successful bills that have no entry and are not reversed. Call it after the other bills are marked.
 *
 * @param most maximum; one more is read to detect an excess
 */
export async function missingBills(db: Db, ground: Ground, most: number): Promise<Found[]> {
  const { batch, number, from, to } = ground;
  const { types } = COMPARED[batch.kind];
  const { rows } = await sql<Found>`
    select 'bookOnly' as type, null as line, null as "lineKind", b.channel_trade_no as "tradeNo",
      coalesce(b.order_no, b.channel_trade_no) as "outNo", null as "channelFen", null as "channelFeeFen", null as "channelStatus",
      null as "channelAt", b.id as "billId", b.bill_no as "billNo", b.type as "billType", b.team_id as "teamId", ${BOOK_FEN} as "bookFen",
      case when b.type = 'ORDER_PAY' then ${bookFee(ground)} end as "bookFeeFen", b.status as "bookStatus", b.at as "bookAt"
    from bill b
    where b.merchant_number_id = ${number.id} and b.at >= ${from} and b.at < ${to}
      and b.id >= ${idFloor(from)} and b.type = ${textList(types)}
      and b.recon_state <> 'none' and b.status = 'success'
      and not exists (select from bill_recon r where r.bill_id = b.id and r.state <> 'pending')
      and not exists (select from recon_item i where i.bill_id = b.id)
      and not exists (select from ledger_txn_key r where r.team_id = b.team_id and r.reverses_id = b.txn_id)
    order by b.id limit ${most + 1}`.execute(db);
  return rows;
}

/** Marks the bills of differences that are open or being handled as `difference`, and bills whose entry has no difference as `matched`. */
export async function markCompared(db: Db, { batch }: Ground): Promise<void> {
  await markBills(
    db,
    'difference',
    sql`select i.bill_id from recon_item i where i.batch_id = ${batch.id} and i.bill_id is not null
      and i.type <> 'duplicate' and i.state in ('open', 'handling')`,
  );
  // A duplicate entry does not belong to a bill. Only the difference of the duplicate entry refers to the bill.
  await sql`
    update statement_line l set bill_id = null from recon_item i
    where l.batch_id = ${batch.id} and i.batch_id = ${batch.id} and i.line = l.line and i.trade_no = l.trade_no and i.type = 'duplicate'
      and l.bill_id is not null`.execute(db);
  await markBills(
    db,
    'matched',
    sql`select l.bill_id from statement_line l where l.batch_id = ${batch.id} and l.bill_id is not null
      and not exists (select from recon_item i where i.batch_id = ${batch.id} and i.line = l.line and i.trade_no = l.trade_no)`,
  );
}

/** Finds open differences of other batches whose missing entries are in this statement. @returns ids of the differences */
export async function foundAgain(db: Db, { batch }: Ground): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from recon_item i join statement_line l on l.batch_id = ${batch.id} and l.bill_id = i.bill_id
    where i.type = 'bookOnly' and i.state in ('open', 'handling') and i.batch_id <> ${batch.id}
      and not exists (select from recon_item o where o.batch_id = ${batch.id} and o.line = l.line and o.trade_no = l.trade_no)
    for update of i`.execute(db);
  return rows.map(({ id }) => id);
}

interface BookSums {
  readonly count: number;
  readonly inFen: number;
  readonly outFen: number;
}

/** Sums the day's bills that the statement should contain. */
export async function bookSums(db: Db, { batch, number, from, to }: Ground): Promise<BookSums> {
  const ofKind = batch.kind === 'trade' ? sql`b.type = ${textList(COMPARED.trade.types)}` : sql`true`;
  const { rows } = await sql<BookSums>`
    select count(*)::int as count,
      coalesce(sum(b.net_fen) filter (where b.direction = 'in'), 0)::bigint as "inFen",
      coalesce(sum(b.net_fen) filter (where b.direction = 'out'), 0)::bigint as "outFen"
    from bill b where b.merchant_number_id = ${number.id} and b.at >= ${from} and b.at < ${to}
      and b.id >= ${idFloor(from)} and b.status = 'success' and ${ofKind}`.execute(db);
  return rows[0] ?? { count: 0, inFen: 0, outFen: 0 };
}

/** Counts the entries that are compared one by one and have no difference. */
export async function countMatched(db: Db, { batch }: Ground): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from statement_line l where l.batch_id = ${batch.id} and l.kind = ${textList(COMPARED[batch.kind].kinds)}
      and not exists (select from recon_item i where i.batch_id = ${batch.id} and i.line = l.line and i.trade_no = l.trade_no)`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Sums the statement's fees by station. Station 0 has the entries without a bill. For a fee difference, sums the expected fee. */
export async function statedFees(db: Db, { batch }: Ground): Promise<Map<number, number>> {
  const { rows } = await sql<{ teamId: number; fen: number }>`
    select coalesce(b.team_id, 0) as "teamId",
      sum(case when i.type = 'feeMismatch' then i.book_fee_fen else l.fee_fen end)::bigint as fen
    from statement_line l left join bill b on b.id = l.bill_id
      left join recon_item i on i.batch_id = l.batch_id and i.line = l.line and i.trade_no = l.trade_no
    where l.batch_id = ${batch.id} and l.kind in ('pay', 'refund') and l.status = 'success' and i.type is distinct from 'duplicate'
    group by 1`.execute(db);
  return new Map(rows.map(({ teamId, fen }) => [teamId, fen]));
}

/** Updates the planner's statistics of the entries. With old statistics, the planner assumes that the new entries do not exist. */
export const analyzeLines = (db: Db) => sql`analyze statement_line`.execute(db);
