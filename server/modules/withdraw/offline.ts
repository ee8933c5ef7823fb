import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import type { withdrawEndpoints } from '../../../contract/withdraw';
import { WITHDRAW_FIELDS } from '../../../contract/withdraw.states';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { usableFiles } from '../file';
import { applications, assertSecondPerson } from './decide';
import { postPaid, postReturned } from './money';
import { refuseUnknown } from './paying';
import { lockReserve, recordPayout } from './payouts';
import { payoutsOf } from './store';

/** This module records payouts that people make outside the platform, and payments that a bank returned. */

type In<A extends keyof typeof withdrawEndpoints> = ParsedOf<(typeof withdrawEndpoints)[A]>;

const LATER = text(
  '打款时间不能晚于现在',
  'The time of payment must not be in the future',
  'A data do pagamento não pode estar no futuro',
  '打款時間不能晚於現在',
);

async function fieldErrors(ctx: ActorContext, input: In<'finance.Withdraw/payOffline'>): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (new Date(input.paidAt) > ctx.clock.now()) errors.push({ field: 'paidAt', rule: 'range', message: ctx.t(LATER) });
  const usable = await usableFiles(ctx, { scene: 'fundEvidence', ids: [input.voucher] });
  if (!usable.has(input.voucher)) {
    const message = validationText('requiredUpload', ctx.locale, { label: ctx.t(WITHDRAW_FIELDS.voucher) });
    errors.push({ field: 'voucher', rule: 'requiredUpload', message });
  }
  return errors;
}

/**
 * Records a payout that was made outside the platform, together with its voucher.
 * @throws Refusal 40001 (invalid fields), 40302 (out of scope), 40305 (the caller reviewed it), 40401 (unknown application),
 * 40901 (changed meanwhile), 40903 (voucher already recorded), 42201 (the state does not allow it), 42258 (result unknown),
 * 50201 (insufficient balance)
 */
export async function payOffline(ctx: ActorContext, input: In<'finance.Withdraw/payOffline'>) {
  const errors = await fieldErrors(ctx, input);
  if (errors.length > 0) throw invalid(errors);
  await lockReserve(ctx);
  await refuseUnknown(ctx, input.id);
  return applications.run(ctx, 'payOffline', input, async (own, { row }) => {
    assertSecondPerson(own, row);
    const { accountId, name } = own.actor;
    const { merchantNumberId, voucherNo, voucher, paidAt } = input;
    const made = { merchantNumberId, voucherNo, voucherId: voucher, paidAt: new Date(paidAt) };
    const payout = await recordPayout(own, row, made);
    const txNo = await postPaid(own, { ...row, payer_id: accountId }, payout, voucherNo);
    const now = own.clock.now();
    return {
      keepsDecision: true as const,
      set: { payer_id: accountId, payer_name: name, pay_started_at: now, finished_at: now, note: null },
      amountFen: row.net_fen,
      txNo,
      params: { x: yuanText(row.net_fen) },
      after: { payout: payout.po_no, voucherNo, txNo },
    };
  });
}

/**
 * Records that the bank returned the payment.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown application), 40901 (changed meanwhile), 42201 (the state does not allow it, or
 *   there is no successful payout)
 */
export function recordReturn(ctx: ActorContext, input: In<'finance.Withdraw/recordReturn'>) {
  return applications.run(ctx, 'recordReturn', input, async (own, { row, note }) => {
    const payout = (await payoutsOf(own.db, [row.id])).find(({ state }) => state === 'success');
    if (!payout) throw refuse(42201, { state: applications.type.states[row.state].text });
    const txNo = await postReturned(own, row, payout, input.voucherNo);
    return {
      keepsDecision: true as const,
      set: { note, finished_at: own.clock.now() },
      amountFen: row.amount_fen,
      txNo,
      params: { x: yuanText(row.amount_fen) },
      after: { payout: payout.po_no, voucherNo: input.voucherNo, txNo },
    };
  });
}
