import { billEndpoints } from '../../../contract/bill';
import { BILL } from '../../../contract/bill.fields';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { valueText } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { yuan } from '../../core/money/amounts';
import {
  type BillRecord,
  billPage,
  billSums,
  findBill,
  findTransaction,
  isReversible,
  linkedTransactions,
  reverse,
} from '../ledger';
import { presentOf } from '../site';
import { assertTeamInScope } from '../team';
import { transferLink, transferOfBill } from '../transfer';
import { applicationOfBill } from '../withdraw';
import { orderAnswers, rowAnswers, transactionAnswer } from './answers';
import { filterOf } from './filter';
import { reverseSettlement, settlementAnswer } from './settlement';

const WORDS = {
  reversed: WORD.reversedMasculine,
  done: text('账单 {no} 已冲正', 'Bill {no} was reversed', 'O lançamento {no} foi estornado', '帳單 {no} 已沖正'),
} as const;

/**
 * Finds a bill that the caller may see. Callers with a limited scope may not see bills without a station.
 *
 * @throws Refusal 40401 (unknown id), 40302 (outside the scope)
 */
async function requireBill(ctx: ActorContext, id: number): Promise<BillRecord> {
  const bill = await findBill(ctx.db, id);
  if (!bill) throw refuse(40401);
  if (ctx.actor.scope.kind === 'all') return bill;
  if (bill.teamId === 0) throw refuse(40302);
  await assertTeamInScope(ctx, bill.teamId);
  return bill;
}

/** Finds the withdrawal or transfer for which a bill was created, if the caller may see the page of these documents. */
async function documentOf(ctx: ActorContext, billId: number): Promise<{ no: string; path: string } | null> {
  const withdrawal = ctx.can(RULE['financial.apply']) ? await applicationOfBill(ctx.db, billId) : null;
  if (withdrawal) return { no: withdrawal.no, path: `/financial/apply?open=${withdrawal.id}` };
  const transfer = ctx.can(RULE['financial.merchant']) ? await transferOfBill(ctx.db, billId) : null;
  return transfer && { no: transfer.no, path: transferLink(transfer.id) };
}

/** Handlers for bill details (账单明细, DOMAIN §3.5, §6.6). */
export const billHandlers = handlers(billEndpoints, {
  'finance.Bill/getList': async (ctx, input) => {
    const { sortField = 'at', sortOrder = 'desc' } = input;
    const { filter, days } = await filterOf(ctx, input);
    return paged(ctx, input, async (page) => {
      const [bills, sums] = await Promise.all([
        billPage(ctx.db, filter, { ...page, sortField, sortOrder }),
        billSums(ctx.db, filter),
      ]);
      const summary = { ...sums, netFen: sums.inFen - sums.outFen };
      return {
        list: await rowAnswers(ctx, bills),
        total: sums.count,
        summary: { ...summary, fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null },
      };
    });
  },

  'finance.Bill/getDetail': async (ctx, { id }) => {
    const bill = await requireBill(ctx, id);
    const { teamId, txnId, orderNo } = bill;
    const [rows, record, links, about, settlement, document] = await Promise.all([
      rowAnswers(ctx, [bill]),
      txnId === null ? null : findTransaction(ctx.db, teamId, txnId),
      linkedTransactions(ctx.db, { teamId, txnId: txnId ?? 0, orderNo }),
      orderAnswers(ctx, teamId, orderNo),
      settlementAnswer(ctx, teamId, orderNo),
      documentOf(ctx, id),
    ]);
    const [row] = rows;
    if (!row) throw refuse(40401);
    return {
      ...row,
      ...about,
      settlement,
      document,
      transaction: record && (await transactionAnswer(ctx, record)),
      linked: links.map(({ bizType, at, ...link }) => ({
        ...link,
        typeText: ctx.t(ENTRY_TYPES[bizType].text),
        at: at.toISOString(),
      })),
    };
  },

  'finance.Bill/reverse': async (ctx, { id, reason }) => {
    const bill = await requireBill(ctx, id);
    const { teamId, txnId, billNo, amountFen, direction } = bill;
    // The approver sees these values.
    const after = { amount: yuan(direction === 'in' ? -amountFen : amountFen), reason };
    ctx.audit({ objectId: id, objectNo: billNo, after, reason });
    if (bill.reversedByNo !== null) throw refuse(42244);
    if (bill.status !== 'success' || txnId === null)
      throw refuse(42201, { state: valueText(ctx, BILL, 'status', bill.status) });
    if (!isReversible(bill.type)) throw refuse(42201, { state: ctx.t(ENTRY_TYPES[bill.type].text) });
    const { at, day } = await presentOf(ctx);
    const on = { at, day, remark: reason, operatorId: ctx.actor.accountId };
    const post = () => reverse(ctx, { teamId, id: txnId }, on);
    await ctx.secondPerson({
      state: { billNo, txnId, amountFen, status: bill.status },
      teamId,
      change: { objectId: id, objectNo: billNo, after },
      tryOut: post,
    });
    const posted = await post();
    return {
      id,
      no: posted.txNo,
      state: 'reversed',
      stateText: ctx.t(WORDS.reversed),
      version: 1,
      message: ctx.t(WORDS.done, { no: billNo }),
    };
  },

  'finance.Bill/reverseSettlement': reverseSettlement,
});
