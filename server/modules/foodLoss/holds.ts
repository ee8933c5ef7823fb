import { Refusal } from '../../core/http/refusal';
import { forgetHold, holdSettlement, liftHold } from '../intake';
import { findLine } from '../ledger';
import { orderSnapshot } from '../order';
import { presentOf } from '../site';
import type { LossRow, Tools } from './store';

/** The settlement of an order waits while its food loss is open (DOMAIN §3.9). The hold's reason is the number of the case. */

type Held = Pick<LossRow, 'team_id' | 'order_no' | 'no'>;
const keyOf = ({ team_id: teamId, order_no: orderNo }: Held) => ({ teamId, orderNo });

/** Holds the settlement, or the line that waits for its day. What is available already, or held by finance, stays as it is. */
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

/** Lets the settlement go on; a delivered order is settled now. A hold of finance stays. */
export async function letSettle(tools: Tools, row: Held): Promise<void> {
  if (!(await isHeldBy(tools, row))) return;
  const { timeZone } = await presentOf(tools);
  try {
    await liftHold(tools, keyOf(row), timeZone);
  } catch (error) {
    // Finance has let the line go already.
    if (!(error instanceof Refusal) || error.code !== 42201) throw error;
    await forgetHold(tools, keyOf(row));
  }
}
