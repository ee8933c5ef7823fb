import { type Insertable, type Kysely, sql } from 'kysely';
import { ID_SLACK, idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { businessNo } from '../../core/money/numbers';
import type { Tools } from './accounts';
import type { OpenedType } from './bill-of';
import { type BillFacts, deltaOf, type Entry, type OpenedBill } from './rules';

type BillRow = Omit<Insertable<Database['bill']>, 'id' | 'bill_no' | 'txn_id'>;

/**
 * Builds the bill (账单) of an entry that moves money at a payment platform. The net amount is the moved money (DOMAIN §4.3 invariant 12).
 * The amount is the net amount plus our fee.
 *
 * @returns `null` for an entry that moves no money at a payment platform
 */
export function billOf(entry: Entry): BillRow | null {
  const outside = entry.lines.filter(({ account }) => account === 'CHANNEL');
  const sum = outside.reduce((all, line) => all + deltaOf(line), 0);
  const [first] = outside;
  if (!first || sum === 0) return null;
  const { bill = {} } = entry;
  const net = Math.abs(sum);
  const fee = bill.feeFen ?? 0;
  return {
    team_id: entry.teamId,
    type: entry.bizType,
    direction: sum > 0 ? 'in' : 'out',
    ...factsOf(bill),
    amount_fen: net + fee,
    fee_fen: fee,
    net_fen: net,
    merchant_number_id: first.ownerId,
    status: 'success',
    recon_state: 'pending',
    at: entry.at,
  };
}

const factsOf = (bill: BillFacts) => ({
  counter_type: bill.counterType ?? ('none' as const),
  counter_id: bill.counterId ?? 0,
  counter_name: bill.counterName ?? '',
  order_no: bill.orderNo ?? null,
  channel: bill.channel ?? null,
  channel_trade_no: bill.tradeNo ?? null,
  channel_refund_no: bill.channelRefundNo ?? null,
});

export function newBill(ids: Ids, day: string): { id: number; bill_no: string } {
  const id = ids.next();
  return { id, bill_no: businessNo('BL', day, id) };
}

/** A bill that is opened before its money moves. */
export interface BillToOpen {
  readonly type: OpenedType;
  readonly direction: 'in' | 'out';
  readonly teamId: number;
  readonly merchantNumberId: number;
  readonly amountFen: number;
  readonly feeFen?: number;
  readonly at: Date;
  readonly day: string;
  /** `tradeNo` is our own number until the payment platform assigns its number. */
  readonly facts: BillFacts;
}

/** Opens a bill before the payment platform is called (DOMAIN §9 decision 22). Later an entry refers to it, or {@link endBill} ends it. */
export async function openBill({ db, ids }: Pick<Tools, 'db' | 'ids'>, bill: BillToOpen): Promise<OpenedBill> {
  const { id, bill_no: billNo } = newBill(ids, bill.day);
  const { amountFen, feeFen = 0 } = bill;
  await db
    .insertInto('bill')
    .values({
      ...factsOf(bill.facts),
      id,
      bill_no: billNo,
      txn_id: null,
      team_id: bill.teamId,
      type: bill.type,
      direction: bill.direction,
      amount_fen: amountFen,
      fee_fen: feeFen,
      net_fen: amountFen - feeFen,
      merchant_number_id: bill.merchantNumberId,
      status: 'processing',
      recon_state: 'pending',
      at: bill.at,
      opened_day: bill.day,
    })
    .execute();
  return { id, billNo };
}

/**
 * Ends a processing bill for which no money moved, because the payment platform refused the payment or a user closed the bill.
 *
 * @throws Error the bill is not processing
 */
export async function endBill(db: Kysely<Database>, id: number, status: 'failed' | 'closed'): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('bill')
    .set({ status, recon_state: 'none' })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`bill ${id} is not processing`);
}

/** Returns a merchant number's balance minus its outgoing processing bills (net), in fen. The caller must have the lock `payoutReserve`. */
export async function freeAtNumber(db: Kysely<Database>, merchantNumberId: number): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select (
      (select coalesce(sum(balance_fen), 0) from ledger_account where code = 'CHANNEL' and owner_id = ${merchantNumberId})
      - (select coalesce(sum(net_fen), 0) from bill
          where merchant_number_id = ${merchantNumberId} and status = 'processing' and direction = 'out')
    )::bigint as fen`.execute(db);
  return rows[0]?.fen ?? 0;
}

/** Finds an opened bill for the entry that will complete it. @throws Error the bill does not exist */
export async function openedBill(db: Kysely<Database>, id: number): Promise<OpenedBill> {
  const row = await db.selectFrom('bill').select(['id', 'bill_no as billNo']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Error(`there is no bill ${id}`);
  return row;
}

/**
 * Computes the payment platforms' fees for users' payments, by merchant number and station. The fee of each payment is rounded separately.
 *
 * @param rateBp the fee rate in basis points
 */
export async function paymentFees(
  db: Kysely<Database>,
  { from, to, rateBp }: { readonly from: Date; readonly to: Date; readonly rateBp: number },
): Promise<{ teamId: number; merchantNumberId: number; fen: number }[]> {
  const { rows } = await sql<{ teamId: number; merchantNumberId: number; fen: number }>`
    select team_id as "teamId", merchant_number_id as "merchantNumberId", sum((amount_fen * ${rateBp} + 5000) / 10000)::bigint as fen
    from bill where type = 'ORDER_PAY' and at >= ${from} and at < ${to} and id >= ${idFloor(from)}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Finds the bill of a transaction for its reversal. Returns `null` if the transaction has no bill. */
export async function billOfTransaction(db: Kysely<Database>, teamId: number, txnId: number) {
  const row = await db
    .selectFrom('bill')
    .where('bill.team_id', '=', teamId)
    .where('bill.txn_id', '=', txnId)
    .where('bill.id', '<', txnId + ID_SLACK)
    .select([
      'bill.counter_type as counterType',
      'bill.counter_id as counterId',
      'bill.counter_name as counterName',
      'bill.order_no as orderNo',
      'bill.channel',
    ])
    .executeTakeFirst();
  return row ?? null;
}
