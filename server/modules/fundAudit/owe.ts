import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { businessNo } from '../../core/money/numbers';
import { addSteps } from '../case';
import { entries } from './decide';
import { insertEntry } from './store';

/** Creates a rider's debt from a food loss (餐损). The food loss case decides the debt, and this module collects it in instalments. */

export interface LossDebt {
  readonly riderId: number;
  readonly teamId: number;
  readonly amountFen: number;
  /** Number of the food loss. */
  readonly lossNo: string;
  readonly orderNo: string;
  readonly reason: string;
  /** The person who decided that the rider is liable. */
  readonly decider: { readonly id: number; readonly name: string };
  readonly day: string;
}

/** Stores the debt as an entry that is collected from income, without a ledger posting. @returns the number of the entry */
export async function oweForLoss(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock; readonly ids: Ids },
  debt: LossDebt,
): Promise<string> {
  const { db, clock, ids } = tools;
  const id = ids.next();
  const at = clock.now();
  const no = businessNo('FA', debt.day, id);
  await insertEntry(db, {
    id,
    created_at: at,
    expire_at: at,
    no,
    rider_id: debt.riderId,
    team_id: debt.teamId,
    kind: 'compensate',
    direction: 'out',
    amount_fen: debt.amountFen,
    funded_by: 'platform',
    source: 'foodLoss',
    source_no: debt.lossNo,
    related_no: debt.orderNo,
    reason: debt.reason,
    appeal_of_id: null,
    evidence: '[]',
    note: null,
    allow_instalment: true,
    // The system is the maker. The reviewer is the person who decided the food loss.
    maker_id: 0,
    maker_name: '',
    state: 'owing',
    checker_id: debt.decider.id,
    checker_name: debt.decider.name,
    decided_at: at,
  });
  const { reason: note, amountFen } = debt;
  await addSteps(db, [
    entries.lineOf({ clock, ids }, id, 'submit', { note }),
    entries.lineOf({ clock, ids }, id, 'owe', { amountFen }),
  ]);
  return no;
}
