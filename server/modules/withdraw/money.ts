import { type OpenedBill, openBill, openedBill, post, withdrawPay, withdrawReturn, withdrawUnfreeze } from '../ledger';
import { presentOf } from '../site';
import type { ApplyRow, PayoutRow, Tools } from './store';

/**
 * This module posts withdrawals (DOMAIN §4.2 WITHDRAW_*). A posting has the date of the day on which it is made, even if the channel paid
 * earlier.
 */

const occasionOf = async (tools: Tools, { no, team_id: teamId }: ApplyRow, operatorId: number) => {
  const { at, day } = await presentOf(tools);
  return { bizNo: no, teamId: teamId ?? 0, at, day, operatorId };
};

function moneyOf(apply: ApplyRow, payout: PayoutRow) {
  return {
    owner: { subject: apply.subject_type, id: apply.subject_id },
    paid: {
      amountFen: apply.amount_fen,
      feeFen: apply.amount_fen - apply.net_fen,
      merchantNumberId: payout.merchant_number_id,
    },
  };
}

/** Opens the bill of a payout before the channel is called. Our number is the trade number until the channel returns its own. */
export function openPayoutBill(
  tools: Tools,
  apply: ApplyRow,
  payout: {
    readonly poNo: string;
    readonly channel: string;
    readonly day: string;
    readonly merchantNumberId: number;
  },
): Promise<OpenedBill> {
  const feeFen = apply.amount_fen - apply.net_fen;
  const owner = { counterType: apply.subject_type, counterId: apply.subject_id, counterName: apply.payee_name };
  return openBill(tools, {
    type: 'WITHDRAW_PAY',
    direction: 'out',
    teamId: apply.team_id ?? 0,
    merchantNumberId: payout.merchantNumberId,
    amountFen: apply.amount_fen,
    feeFen,
    at: tools.clock.now(),
    day: payout.day,
    facts: { ...owner, channel: payout.channel, tradeNo: payout.poNo },
  });
}

/** Posts WITHDRAW_PAY for a payout. @returns the transaction number */
export async function postPaid(tools: Tools, apply: ApplyRow, payout: PayoutRow, channelNo: string): Promise<string> {
  const { owner, paid } = moneyOf(apply, payout);
  const opened = payout.bill_id === null ? undefined : await openedBill(tools.db, payout.bill_id);
  const bill = {
    ...{ counterName: apply.payee_name, channel: payout.channel, tradeNo: channelNo },
    ...(opened && { opened }),
  };
  return (await post(tools, withdrawPay(await occasionOf(tools, apply, apply.payer_id ?? 0), owner, paid, bill))).txNo;
}

/** Posts WITHDRAW_RETURN for a returned payout. @returns the transaction number */
export async function postReturned(tools: Tools, apply: ApplyRow, payout: PayoutRow, tradeNo: string): Promise<string> {
  const { owner, paid } = moneyOf(apply, payout);
  const bill = { counterName: apply.payee_name, channel: payout.channel, tradeNo };
  return (await post(tools, withdrawReturn(await occasionOf(tools, apply, apply.payer_id ?? 0), owner, paid, bill)))
    .txNo;
}

/** Moves the frozen amount back to its owner's available balance. @returns the transaction number */
export async function unfreeze(tools: Tools, row: ApplyRow, operatorId = 0): Promise<string> {
  const owner = { subject: row.subject_type, id: row.subject_id };
  return (await post(tools, withdrawUnfreeze(await occasionOf(tools, row, operatorId), owner, row.amount_fen))).txNo;
}
