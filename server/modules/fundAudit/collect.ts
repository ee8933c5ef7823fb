import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction, withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { yuan } from '../../core/money/amounts';
import { addDays, wallTime } from '../../core/money/days';
import { balancesOf, type Entry, postAll, riderDeduct, riderOrderIncome } from '../ledger';
import { notify } from '../notice';
import { presentOf } from './answers';
import { linkTo, stepOf } from './entry';
import { collectionsOf, type Debt } from './rules';
import { addSteps, changeEntry, type EntryRow, expireEntries, lockDebts, owingRiders, takenByDay } from './store';

/** What happens by itself: instalments are taken from income, entries that nobody decided end (docs/decisions/0023). */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Income is looked at since the oldest debt was decided, so that no run that failed loses a share; never further back than this. */
const DAYS_BACK = 92;

const WORDS = {
  collected: text('分期扣款 {no}', 'Instalment of {no}', 'Parcela de {no}', '分期扣款 {no}'),
  expiredTitle: text(
    '骑手资金审核单已过期：{no}',
    'Rider fund entry expired: {no}',
    'Registro de fundos expirado: {no}',
    '騎手資金審核單已過期：{no}',
  ),
  expiredText: text(
    '{no} 共 {x} 元，没有人在有效期内审核，可以重新提交。',
    'Nobody decided about {no} (¥{x}) in time; it can be submitted anew.',
    'Ninguém decidiu sobre {no} (¥{x}) a tempo; pode ser enviado de novo.',
    '{no} 共 {x} 元，沒有人在有效期內審核，可以重新提交。',
  ),
} as const;

/**
 * Takes what each rider's income allows; a rider whose balance falls at this moment waits for the next time.
 *
 * @throws AggregateError what went wrong with single riders, once all others had their turn
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

/** Takes what one rider's income allows, all in one call of the ledger. */
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
  const entries: Entry[] = [];
  const order: { readonly row: EntryRow; readonly amountFen: number; readonly day: string }[] = [];
  for (const { id, day: incomeDay, amountFen } of wanted) {
    const debt = byId.get(id);
    if (!debt || debt.row.funded_by === 'deposit') continue;
    const { row, taken } = debt;
    taken.push({ amountFen, day: incomeDay });
    // The steps of one number go on where the last posting ended: the same again would be the same entry.
    const on = { bizNo: row.no, step: row.tx_nos.length + taken.length, teamId: row.team_id, at, day };
    entries.push(
      riderDeduct(
        { ...on, remark: WORDS.collected['zh-CN'].replace('{no}', row.no) },
        riderId,
        amountFen,
        debt.row.funded_by,
      ),
    );
    order.push({ row, amountFen, day: incomeDay });
  }
  const posted = await postAll(tools, entries);
  await addSteps(
    db,
    order.map(({ row, amountFen, day: incomeDay }, index) =>
      stepOf(tools, { id: row.id, riderId }, 'collect', {
        by: null,
        amountFen,
        incomeDay,
        txNo: posted[index]?.txNo ?? '',
      }),
    ),
  );
  for (const { row, taken } of byId.values()) {
    if (taken.length === 0) continue;
    const collected = taken.reduce((sum, { amountFen }) => sum + amountFen, row.collected_fen);
    const txNos = order.flatMap((one, index) => (one.row.id === row.id ? [posted[index]?.txNo ?? ''] : []));
    const version = await changeEntry(db, row, {
      state: collected === row.amount_fen ? 'effective' : 'owing',
      collected_fen: collected,
      tx_nos: JSON.stringify([...row.tx_nos, ...txNos]),
    });
    if (version === null) throw new Error(`entry ${row.no} changed though it was locked`);
  }
}

/** Ends what nobody decided in time, and tells who entered it. */
export async function expirePending(tools: Tools): Promise<void> {
  await withTransaction(
    tools.db,
    async (db) => {
      const on = { ...tools, db };
      const ended = await expireEntries(db, tools.clock.now());
      await addSteps(
        db,
        ended.map((entry) => stepOf(on, entry, 'expire', { by: null })),
      );
      for (const { no, makerId, amountFen } of ended) {
        await notify(on, {
          type: 'message',
          source: 'finance',
          accountIds: [makerId],
          title: WORDS.expiredTitle,
          content: WORDS.expiredText,
          params: { no, x: yuan(amountFen) },
          link: linkTo(no),
        });
      }
    },
    tools.clock,
  );
}
