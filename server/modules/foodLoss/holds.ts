import { Refusal } from '../../core/http/refusal';
import { forgetHold, holdSettlement, liftHold } from '../intake';
import { findLine } from '../ledger';
import { orderSnapshot } from '../order';
import { presentOf } from '../site';
import type { LossRow, Tools } from './store';

/** Holds of settlements while a food loss of the order is open (DOMAIN §3.9). The reason of the hold is the number of the case. */

type Held = Pick<LossRow, 'team_id' | 'order_no' | 'no'>;
const keyOf = ({ team_id: teamId, order_no: orderNo }: Held) => ({ teamId, orderNo });

/** Holds the settlement or the pending line. Money that is already available or held by finance does not change. */
export async function holdFor(tools: Tools, row: Held): Promise<boolean> {
  const order = await orderSnapshot(tools.db, row.team_id, row.order_no);
  if (order?.holdReason) return false;
  const line = await findLine(tools.db, row.team_id, row.order_no);
  if (order?.settledAt && line?.state !== 'pending') return false;
  await holdSettlement(tools, keyOf(row), row.no);
  return true;
}

/** Whether the case itself holds the order. */
async function isHeldBy({ db }: Pick<Tools, 'db'>, row: Held): Promise<boolean> {
  return (await orderSnapshot(db, row.team_id, row.order_no))?.holdReason === row.no;
}

/** Lifts the hold; a delivered order is then settled at once. A hold by finance stays. */
export async function letSettle(tools: Tools, row: Held): Promise<void> {
  if (!(await isHeldBy(tools, row))) return;
  const { timeZone } = await presentOf(tools);
  try {
    await liftHold(tools, keyOf(row), timeZone);
  } catch (error) {
    // Finance has already lifted the hold of the line.
    if (!(error instanceof Refusal) || error.code !== 42201) throw error;
    await forgetHold(tools, keyOf(row));
  }
}
