import type { Kysely } from 'kysely';
import { HOUR_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { cancelledInEscrow, type OrderRow } from '../order';
import { escrowLeft, type Payment } from './entries-order';
import type { Offence } from './offence';

/** A cancelled order must be fully refunded or settled within this many hours after its cancellation (DOMAIN §9 decision 20). */
const ESCROW_HOURS = 24;

/** Builds the payment of an order from its row. */
export function paymentOf(
  row: Pick<OrderRow, 'balance_fen' | 'paid_fen' | 'merchant_number_id' | 'app_user_id' | 'goods_fen' | 'delivery_fen'>,
): Payment {
  const balanceFen = row.balance_fen ?? 0;
  return {
    channelFen: row.paid_fen - balanceFen,
    merchantNumberId: row.merchant_number_id ?? 0,
    balanceFen,
    userId: row.app_user_id,
    subsidyFen: row.goods_fen + row.delivery_fen - row.paid_fen,
  };
}

/** Finds cancelled orders that still have money in escrow after {@link ESCROW_HOURS}. The oldest cancellation is first. */
export async function openEscrow(db: Kysely<Database>, now: Date, teams: readonly number[] | null) {
  const rows = await cancelledInEscrow(db, new Date(now.getTime() - ESCROW_HOURS * HOUR_MS), teams);
  return rows.map((row) => {
    const refundFen = row.refund_fen ?? 0;
    return {
      id: row.id,
      teamId: row.team_id,
      orderNo: row.order_no,
      cancelledAt: row.cancelled_at ?? now,
      paidFen: row.paid_fen,
      refundFen,
      leftFen: escrowLeft(paymentOf(row), refundFen),
    };
  });
}

/** Reports the orders of {@link openEscrow} as offences against invariant 7, for the nightly check and `ledger:verify`. */
export async function escrowOffences(db: Kysely<Database>, now: Date): Promise<Offence[]> {
  const open = await openEscrow(db, now, null);
  return open.map(({ orderNo, leftFen, cancelledAt }) => ({
    invariant: 7,
    where: `order ${orderNo}`,
    text: `was cancelled ${cancelledAt.toISOString()} and has ${leftFen} left in escrow`,
  }));
}
