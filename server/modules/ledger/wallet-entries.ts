import type { Occasion } from './entries';
import { type BillFacts, credit, debit, type Entry, mirrored } from './rules';

/** Entries of users' wallets (用户余额, DOMAIN §4.2). `orderPay` handles orders paid from a wallet. Pure functions. */

/** USER_TOPUP: a user tops up the wallet (充值). The platform may add a gift (赠送). */
export function walletTopUp(
  on: Occasion,
  topUp: {
    readonly userId: number;
    readonly amountFen: number;
    readonly giftFen: number;
    readonly merchantNumberId: number;
  },
  bill: BillFacts,
): Entry {
  const lines = [
    debit('CHANNEL', topUp.amountFen, topUp.merchantNumberId),
    debit('SUBSIDY', topUp.giftFen),
    credit('USER_BALANCE', topUp.amountFen + topUp.giftFen, topUp.userId),
  ];
  return { ...on, bizType: 'USER_TOPUP', lines, bill };
}

/** WALLET_PAY: a user pays for a platform service from the wallet (钱包支付). `orderPay` handles orders. */
export function walletPay(on: Occasion, userId: number, amountFen: number): Entry {
  return {
    ...on,
    bizType: 'WALLET_PAY',
    lines: [debit('USER_BALANCE', amountFen, userId), credit('SERVICE_FEE', amountFen)],
  };
}

/** WALLET_PAYOUT: wallet money is paid out to the user at the payment platform (钱包提现). */
export function walletPayout(
  on: Occasion,
  payout: { readonly userId: number; readonly amountFen: number; readonly merchantNumberId: number },
  bill: BillFacts,
): Entry {
  const lines = [
    debit('USER_BALANCE', payout.amountFen, payout.userId),
    credit('CHANNEL', payout.amountFen, payout.merchantNumberId),
  ];
  return { ...on, bizType: 'WALLET_PAYOUT', lines, bill };
}

/** USER_ADJUST: a manual adjustment of a wallet (余额调整). */
export function walletAdjust(on: Occasion, userId: number, direction: 'in' | 'out', amountFen: number): Entry {
  const lines = [debit('ADJUSTMENT', amountFen), credit('USER_BALANCE', amountFen, userId)];
  return { ...on, bizType: 'USER_ADJUST', lines: direction === 'in' ? lines : mirrored(lines) };
}
