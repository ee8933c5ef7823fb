import { type FoodLossState, LOSS } from '../../../contract/foodLoss.states';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { inTransaction } from '../../core/database/transaction';
import type { Job } from '../../core/jobs';
import type { FilePort } from '../../core/platforms/ports';
import { addSteps } from '../case';
import { unusedVideosJob } from '../file';
import { losses } from './kind';
import { failureOf, refundDue, tryToPay } from './pay';
import { changeLoss, dueLosses, type LossRow, lockLoss, type Tools, unusedVideos } from './store';
import { FAIL_TEXT } from './words';

/** Automatic steps of cases: the end of the time for evidence, the end of the appeal window, and payments. */

/** Continues a case whose time for evidence has ended. */
async function resume(tools: Tools, row: LossRow): Promise<void> {
  const due_at = new Date(tools.clock.now().getTime() + LOSS.decideHours * HOUR_MS);
  await changeLoss(tools.db, row, { state: 'deciding', due_at });
  await losses.addStep(tools, row.id, 'resume');
}

/** Pays a case after its appeal window, or retries a failed payment. A refund by the original route waits for staff. */
async function pay(tools: Tools, row: LossRow): Promise<void> {
  const now = tools.clock.now();
  if (row.state === 'decided') await losses.addStep(tools, row.id, 'settle');
  if (row.pay_way === 'originalRoute') {
    await changeLoss(tools.db, row, { state: 'compensating', due_at: refundDue(now) });
    return;
  }
  const outcome = await tryToPay(tools, row, { operatorId: 0 });
  if ('why' in outcome) {
    await changeLoss(tools.db, row, { state: 'compFailed', ...failureOf(tools, row, outcome.why) });
    const note = FAIL_TEXT[outcome.why]['zh-CN'];
    await addSteps(tools.db, [losses.lineOf(tools, row.id, 'fail', { note })]);
    return;
  }
  const { paidFen, txNos, insurer } = outcome.paid;
  await changeLoss(tools.db, row, {
    ...{ state: 'closed', due_at: null, closed_at: now, fail_reason: null },
    ...{ paid_fen: paidFen, tx_nos: JSON.stringify(txNos), ...insurer },
  });
  const [txNo] = txNos.toReversed();
  await losses.addStep(tools, row.id, 'pay', { amountFen: paidFen, ...(txNo !== undefined && { txNo }) });
}

const ON_TIME: readonly {
  readonly states: readonly FoodLossState[];
  run(tools: Tools, row: LossRow): Promise<void>;
}[] = [
  { states: ['supplementing'], run: resume },
  { states: ['decided', 'compFailed'], run: pay },
];

/**
 * Moves every due case to its next state, each in its own transaction.
 *
 * @throws AggregateError contains the failures of single cases; it is thrown after all cases were tried
 */
export async function runDueLosses(tools: Tools): Promise<void> {
  const failures: unknown[] = [];
  for (const { states, run } of ON_TIME) {
    for await (const id of dueLosses(tools.db, states, tools.clock.now())) {
      try {
        await inTransaction(tools, async (own) => {
          const row = await lockLoss(own.db, id);
          const isStill = row && states.includes(row.state) && row.due_at !== null && row.due_at <= own.clock.now();
          if (isStill) await run(own, row);
        });
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} food losses were not handled`);
}

export const foodLossJobs = (files: FilePort): readonly Job[] => [
  { name: 'food losses', everyMs: MINUTE_MS, run: (db, clock, ids) => runDueLosses({ db, clock, ids }) },
  unusedVideosJob('food-loss-videos', files, unusedVideos),
];
