import { HOUR_MS } from '../../contract/units';
import type { Ports } from '../core/platforms/ports';
import { transferHandlers } from '../modules/transfer';
import { act, type Stage } from './acting';
import { peopleWith } from './fundAudits';
import { proofOf } from './withdrawals';

/** Creates transfers between the demo's merchant numbers in several states. */

type Whole = Stage & { readonly ports: Ports };
type End = 'done' | 'inTransit' | 'byHand' | 'pending' | 'rejected' | 'failed';

const ENDS: readonly (readonly [End, hoursAgo: number, amountFen: number, reason: string])[] = [
  ['done', 70, 300_000, '备付周末打款'],
  ['failed', 52, 120_000, '归集到银行账户'],
  ['rejected', 46, 900_000, '归集到银行账户'],
  ['done', 30, 200_000, '备付骑手提现'],
  ['inTransit', 6, 150_000, '归集到银行账户'],
  ['byHand', 4, 80_000, '备付骑手提现'],
  ['pending', 2, 260_000, '备付周末打款'],
];

interface People {
  readonly maker: number;
  readonly checker: number;
}

async function lead(stage: Whole, id: number, end: End, at: Date, { maker, checker }: People): Promise<void> {
  const later = (steps: number) => new Date(at.getTime() + steps * (HOUR_MS / 4));
  const checked = { who: checker, at: later(1) };
  if (end === 'pending') return;
  if (end === 'rejected') {
    const input = { id, version: 1, reason: '金额超出备付计划' };
    await act(stage, transferHandlers, 'finance.Transfer/reject', { ...checked, input });
    return;
  }
  await act(stage, transferHandlers, 'finance.Transfer/approve', { ...checked, input: { id, version: 1 } });
  if (end === 'byHand') return;
  const voucher = await proofOf(stage, maker, later(2));
  const out = { id, version: 2, voucherNo: `DB${id}`, voucher };
  await act(stage, transferHandlers, 'finance.Transfer/bookOut', { who: maker, at: later(3), input: out });
  const back = { id, version: 3, voucherNo: `DR${id}` };
  if (end === 'done')
    await act(stage, transferHandlers, 'finance.Transfer/bookIn', { who: maker, at: later(4), input: back });
  if (end === 'failed') {
    const input = { ...back, reason: '收款账户信息有误，款项退回' };
    await act(stage, transferHandlers, 'finance.Transfer/bookReturn', { who: maker, at: later(4), input });
  }
}

/** Creates the transfers. @param now the latest time of any action */
export async function makeTransfers(stage: Whole, now: Date): Promise<void> {
  const { db } = stage;
  const [maker] = await peopleWith(db, 'financePayer');
  // In the small data set, one account is payer and reviewer. The owner then approves the transfers of this account.
  const agreeing = [...(await peopleWith(db, 'financeReviewer')), ...(await peopleWith(db, 'owner'))];
  const checker = agreeing.find(({ id }) => id !== maker?.id);
  const numberOf = (channel: string) =>
    db.selectFrom('merchant_number').select('id').where('channel', '=', channel).orderBy('id').executeTakeFirst();
  const [wechat, bank] = [await numberOf('wechat'), await numberOf('bank')];
  if (!checker || !maker || !wechat || !bank) return;
  for (const [end, hoursAgo, amountFen, reason] of ENDS) {
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const input = { fromId: wechat.id, toId: bank.id, amountFen, reason };
    await db.transaction().execute(async (transaction) => {
      const own = { ...stage, db: transaction };
      const { id } = await act(own, transferHandlers, 'finance.Transfer/submit', { who: maker.id, at, input });
      await lead(own, id, end, at, { maker: maker.id, checker: checker.id });
    });
  }
}
