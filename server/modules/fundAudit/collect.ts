import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { addDays, wallTime } from '../../core/money/days';
import { addSteps } from '../case';
import { balancesOf, type Entry, postAll, riderDeduct, riderOrderIncome } from '../ledger';
import { presentOf } from '../site';

import { entries } from './decide';
import { collectionsOf, type Debt } from './rules';
import { collectDebt, type EntryRow, lockDebts, owingRiders, takenByDay } from './store';

/** Collects instalments automatically from riders' income (docs/decisions/0023). */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Maximum age of income in days. Each run reads the income since the oldest debt was decided, up to this age. A failed run therefore loses
 * no income.
 */
const DAYS_BACK = 92;

const WORDS = {
  collected: text('分期扣款 {no}', 'Instalment of {no}', 'Parcela de {no}', '分期扣款 {no}'),
} as const;

/**
 * Collects from each rider the amount that the income allows. If a rider's balance decreases concurrently, nothing is collected from this
 * rider until the next run.
 *
 * @throws AggregateError contains the failures of single riders; it is thrown after all riders were tried
 */
export async function collectOwing(tools: Tools): Promise<void> {
  const failures: unknown[] = [];
  for (const riderId of await owingRiders(tools.db)) {
    try {
      await inTransaction(tools, (own) => collectFrom(own, riderId));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 42241) failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `instalments of ${failures.length} riders were not collected`);
}

/** Collects from one rider the amount that the income allows, in one call of the ledger. */
async function collectFrom(tools: Tools, riderId: number): Promise<void> {
  const { db } = tools;
  const rows = await lockDebts(db, riderId);
  const { at, day, timeZone } = await presentOf(tools);
  const [oldest = day] = rows.map(({ decided_at }) => wallTime(decided_at ?? at, timeZone).day).sort();
  const furthest = addDays(day, -DAYS_BACK);
  const fromDay = oldest > furthest ? oldest : furthest;
  const debts: Debt[] = [];
  for (const row of rows) {
    const incomeFen = await riderOrderIncome(db, riderId, row.decided_at ?? at, fromDay);
    debts.push({ id: row.id, restFen: row.amount_fen - row.collected_fen, incomeFen });
  }
  const balances = await balancesOf(db, ['RIDER_AVAILABLE'], [riderId]);
  const wanted = collectionsOf(
    debts,
    await takenByDay(db, riderId, fromDay),
    balances.get(`RIDER_AVAILABLE:${riderId}`) ?? 0,
  );
  if (wanted.length === 0) return;
  const byId = new Map(rows.map((row) => [row.id, { row, taken: [] as { amountFen: number; day: string }[] }]));
  const postings: Entry[] = [];
  const order: { readonly row: EntryRow; readonly amountFen: number; readonly day: string }[] = [];
  for (const { id, day: incomeDay, amountFen } of wanted) {
    const debt = byId.get(id);
    if (!debt || debt.row.funded_by === 'deposit') continue;
    const { row, taken } = debt;
    taken.push({ amountFen, day: incomeDay });
    // Each posting of an entry needs the next step number. The ledger treats a repeated step as the same posting.
    const on = { bizNo: row.no, step: row.tx_nos.length + taken.length, teamId: row.team_id, at, day };
    postings.push(
      riderDeduct(
        { ...on, remark: WORDS.collected['zh-CN'].replace('{no}', row.no) },
        riderId,
        amountFen,
        row.source === 'foodLoss' ? 'loss' : debt.row.funded_by,
      ),
    );
    order.push({ row, amountFen, day: incomeDay });
  }
  const posted = await postAll(tools, postings);
  await addSteps(
    db,
    order.map(({ row, amountFen, day: incomeDay }, index) =>
      entries.lineOf(tools, row.id, 'collect', { riderId, amountFen, incomeDay, txNo: posted[index]?.txNo ?? '' }),
    ),
  );
  for (const { row, taken } of byId.values()) {
    if (taken.length === 0) continue;
    const collectedFen = taken.reduce((sum, { amountFen }) => sum + amountFen, row.collected_fen);
    const txNos = order.flatMap((one, index) => (one.row.id === row.id ? [posted[index]?.txNo ?? ''] : []));
    await collectDebt(db, row, {
      state: collectedFen === row.amount_fen ? 'effective' : 'owing',
      collectedFen,
      txNos: [...row.tx_nos, ...txNos],
    });
  }
}
