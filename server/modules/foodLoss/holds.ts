import { Refusal } from '../../core/http/refusal';
import { forgetHold, holdSettlement, liftHold } from '../intake';
import { findLine } from '../ledger';
import { orderSnapshot } from '../order';
import { presentOf } from '../site';
import type { LossRow, Tools } from './store';

/** Holds the order's settlement while a food loss of the order is open (DOMAIN §3.9). The hold's reason is the case number. */

type Held = Pick<LossRow, 'team_id' | 'order_no' | 'no'>;
const keyOf = ({ team_id: teamId, order_no: orderNo }: Held) => ({ teamId, orderNo });

/** Result of a hold: this case holds the settlement, another hold exists, or the money is already available. */
export type HoldResult = 'held' | 'heldBefore' | 'available';

/** Holds the order's settlement or its pending settlement line, unless the money is already available or another hold exists. */
export async function holdFor(tools: Tools, row: Held): Promise<HoldResult> {
  const order = await orderSnapshot(tools.db, row.team_id, row.order_no);
  if (order?.holdReason) return 'heldBefore';
  const line = await findLine(tools.db, row.team_id, row.order_no);
  if (order?.settledAt && line?.state !== 'pending') return line?.state === 'held' ? 'heldBefore' : 'available';
  await holdSettlement(tools, keyOf(row), row.no);
  return 'held';
}

/** Checks whether the hold of the order's settlement belongs to this case. */
async function isHeldBy({ db }: Pick<Tools, 'db'>, row: Held): Promise<boolean> {
  return (await orderSnapshot(db, row.team_id, row.order_no))?.holdReason === row.no;
}

/** Lifts the hold of this case; a delivered order is then settled immediately. A hold by finance remains. */
export async function letSettle(tools: Tools, row: Held): Promise<void> {
  if (!(await isHeldBy(tools, row))) return;
  const { timeZone } = await presentOf(tools);
  try {
    await liftHold(tools, keyOf(row), timeZone);
  } catch (error) {
    // 42201 means that finance has already lifted the hold of the settlement line.
    if (!(error instanceof Refusal) || error.code !== 42201) throw error;
    await forgetHold(tools, keyOf(row));
  }
}
