import type { DataOf, FieldError, ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { transferEndpoints } from '../../../contract/transfer';
import { TRANSFER_LIST } from '../../../contract/transfer.fields';
import { TRANSFER, transferCase } from '../../../contract/transfer.states';
import { DAY_MS } from '../../../contract/units';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { holdLock } from '../../core/database/locks';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { viewerOf } from '../case';
import { usableFiles } from '../file';
import { notify } from '../notice';
import { presentOf } from '../site';
import { filterOf, type TransferInput } from './filter';
import { assertFree, bothNumbers, linkTo, loadEnabledNumbers, transfers } from './kind';
import { postIn, postOut } from './money';
import { sendTransfer } from './send';
import { insertTransfer, transferPage, transferTotals } from './store';

/** This module contains the endpoints of transfers between merchant numbers: list, proposal, decisions and manual postings. */

type In<A extends keyof typeof transferEndpoints> = ParsedOf<(typeof transferEndpoints)[A]>;
type Row = DataOf<(typeof transferEndpoints)['finance.Transfer/getList']>['list'][number];

const WORDS = {
  submitted: text(
    '调拨 {no} 已提交，等待另一人审核',
    'Transfer {no} submitted; another person has to review it',
    'Transferência {no} enviada; outra pessoa precisa revisar',
    '調撥 {no} 已提交，等待另一人審核',
  ),
  waitsTitle: WORD.transferPendingReview,
  waitsText: text(
    '{maker} 发起 {no}：{from} → {to}，{x} 元。',
    '{maker} proposed {no}: {from} → {to}, ¥{x}.',
    '{maker} propôs {no}: {from} → {to}, ¥{x}.',
    '{maker} 發起 {no}：{from} → {to}，{x} 元。',
  ),
  same: text(
    '转出与转入不能是同一商户号',
    'Choose two different merchant numbers',
    'Escolha dois números diferentes',
    '轉出與轉入不能是同一商戶號',
  ),
} as const;

async function list(ctx: ActorContext, input: TransferInput) {
  const { filter } = await filterOf(ctx, input);
  const sort = { field: input.sortField ?? ('createdAt' as const), order: input.sortOrder ?? ('desc' as const) };
  return paged(ctx, input, async (page) => {
    const { list: rows, total } = await transferPage(ctx.db, filter, sort, page);
    const viewer = viewerOf(ctx);
    const now = ctx.clock.now();
    return {
      list: rows.map((row): Row => {
        const state = transferCase.stateAt(row, now);
        return {
          id: row.id,
          version: row.version,
          ...answerRow(ctx, TRANSFER_LIST, { ...row, state }, {}),
          actions: transferCase.actionsFor(row, viewer, now),
        } as Row;
      }),
      total,
      summary: await transferTotals(ctx.db, filter),
    };
  });
}

/**
 * Proposes a transfer.
 * @throws Refusal 40001 (both numbers are the same), 40302 (the scope is not the whole platform), 42330 (a number is disabled or missing),
 *   50201 (insufficient free balance)
 */
async function submit(ctx: ActorContext, input: In<'finance.Transfer/submit'>) {
  assertWhole(ctx);
  ctx.audit({ reason: input.reason });
  if (input.fromId === input.toId) throw invalid([{ field: 'toId', rule: 'choice', message: ctx.t(WORDS.same) }]);
  const { from, to } = await loadEnabledNumbers(ctx, { from_id: input.fromId, to_id: input.toId });
  await assertFree(ctx, from.id, input.amountFen);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('TR', day, id);
  const { accountId, name, accountType } = ctx.actor;
  await insertTransfer(ctx.db, {
    id,
    created_at: at,
    expire_at: new Date(at.getTime() + TRANSFER.days * DAY_MS),
    no,
    from_id: from.id,
    to_id: to.id,
    amount_fen: input.amountFen,
    reason: input.reason,
    maker_id: accountId,
    maker_name: name,
    maker_is_owner: accountType === 'owner',
    state: 'pending',
  });
  await transfers.addStep(ctx, id, 'submit', { note: input.reason, amountFen: input.amountFen });
  const params = { maker: name, no, from: from.name, to: to.name, x: yuanText(input.amountFen) };
  await notify(ctx, {
    event: 'transferPending',
    title: WORDS.waitsTitle,
    content: WORDS.waitsText,
    params,
    link: linkTo(id),
    dedupe: `transfer.${id}`,
  });
  ctx.audit({ objectId: id, objectNo: no, after: { from: from.mch_no, to: to.mch_no, amountFen: input.amountFen } });
  const record = { id, no };
  return transfers.answer(ctx, record, 'pending', 1, WORDS.submitted);
}

async function voucherErrors(ctx: ActorContext, fileId: number): Promise<FieldError[]> {
  if ((await usableFiles(ctx, { scene: 'fundEvidence', ids: [fileId] })).has(fileId)) return [];
  const message = validationText('requiredUpload', ctx.locale, { label: ctx.t(messageText('transfer.voucher')) });
  return [{ field: 'voucher', rule: 'requiredUpload', message }];
}

/** Approves a transfer. If a payment channel can execute the transfer, the channel is called after the commit. */
async function approve(ctx: ActorContext, input: In<'finance.Transfer/approve'>) {
  // Take this lock before locking the transfer, in the same order as payouts. It serializes the reservations of money.
  await holdLock(ctx.db, 'payoutReserve');
  const answer = await transfers.run(ctx, 'approve', input);
  if (answer.state === 'processing') ctx.afterCommit((db) => sendTransfer({ ...ctx, db }, answer.id));
  return answer;
}

export const transferHandlers = handlers(transferEndpoints, {
  'finance.Transfer/getList': list,
  'finance.Transfer/submit': submit,
  'finance.Transfer/approve': approve,
  'finance.Transfer/reject': (ctx, input) => transfers.run(ctx, 'reject', input),
  'finance.Transfer/withdraw': (ctx, input) => transfers.run(ctx, 'withdraw', input),
  'finance.Transfer/abandon': (ctx, input) => transfers.run(ctx, 'abandon', input),

  'finance.Transfer/bookOut': async (ctx, input) => {
    const errors = await voucherErrors(ctx, input.voucher);
    if (errors.length > 0) throw invalid(errors);
    return transfers.run(ctx, 'bookOut', input, async (own, { row }) => {
      const txNo = await postOut(own, row, input.voucherNo, own.actor.accountId);
      return {
        keepsDecision: true as const,
        set: { out_tx_no: txNo, voucher_id: input.voucher, channel_no: input.voucherNo },
        amountFen: row.amount_fen,
        txNo,
        params: { x: yuanText(row.amount_fen) },
        after: { voucherNo: input.voucherNo },
      };
    });
  },

  'finance.Transfer/bookIn': (ctx, input) =>
    transfers.run(ctx, 'bookIn', input, async (own, { row }) => {
      const { to } = await bothNumbers(own, row);
      return arrived(own, row, await postIn(own, row, to, input.voucherNo, own.actor.accountId));
    }),

  'finance.Transfer/bookReturn': (ctx, input) =>
    transfers.run(ctx, 'bookReturn', input, async (own, { row, note }) => {
      const { from } = await bothNumbers(own, row);
      const effect = arrived(own, row, await postIn(own, row, from, input.voucherNo, own.actor.accountId));
      return { ...effect, set: { ...effect.set, note } };
    }),
});

const arrived = (
  { clock }: Pick<ActorContext, 'clock'>,
  { amount_fen: amountFen }: { amount_fen: number },
  txNo: string,
) => ({
  keepsDecision: true as const,
  set: { in_tx_no: txNo, finished_at: clock.now() },
  amountFen,
  txNo,
  params: { x: yuanText(amountFen) },
});
