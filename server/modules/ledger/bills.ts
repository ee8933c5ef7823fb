import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { deltaOf, type Entry } from './rules';

type BillRow = Omit<Insertable<Database['bill']>, 'id' | 'bill_no' | 'txn_id'>;

/**
 * The bill (账单) of an entry that moves money at a payment platform; its amount is that of the posting (DOMAIN §4.3, 12). Null
 * for all other entries.
 */
export function billOf(entry: Entry): BillRow | null {
  const outside = entry.lines.filter(({ account }) => account === 'CHANNEL');
  const sum = outside.reduce((all, line) => all + deltaOf(line), 0);
  const [first] = outside;
  if (!first || sum === 0) return null;
  const { bill = {} } = entry;
  const amount = Math.abs(sum);
  const fee = bill.feeFen ?? 0;
  return {
    team_id: entry.teamId,
    type: entry.bizType,
    direction: sum > 0 ? 'in' : 'out',
    counter_type: bill.counterType ?? 'none',
    counter_id: bill.counterId ?? 0,
    counter_name: bill.counterName ?? '',
    order_no: bill.orderNo ?? null,
    amount_fen: amount,
    fee_fen: fee,
    net_fen: amount,
    channel: bill.channel ?? null,
    merchant_number_id: first.ownerId,
    channel_trade_no: bill.tradeNo ?? null,
    channel_refund_no: bill.channelRefundNo ?? null,
    status: 'success',
    recon_state: 'pending',
    at: entry.at,
  };
}

/** The platforms' fees of what users paid into each merchant number in a time, by station; the fee of each payment is rounded by itself. */
export async function paymentFees(
  db: Kysely<Database>,
  { from, to, rateBp }: { readonly from: Date; readonly to: Date; readonly rateBp: number },
): Promise<{ teamId: number; merchantNumberId: number; fen: number }[]> {
  const { rows } = await sql<{ teamId: number; merchantNumberId: number; fen: number }>`
    select team_id as "teamId", merchant_number_id as "merchantNumberId", sum((amount_fen * ${rateBp} + 5000) / 10000)::bigint as fen
    from bill where type = 'ORDER_PAY' and at >= ${from} and at < ${to} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The bill of a transaction, for its reversal; null when none belongs to it. */
export async function billOfTransaction(db: Kysely<Database>, teamId: number, txnId: number) {
  const row = await db
    .selectFrom('bill')
    .where('bill.team_id', '=', teamId)
    .where('bill.txn_id', '=', txnId)
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
