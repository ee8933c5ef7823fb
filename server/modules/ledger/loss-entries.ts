import type { Occasion } from './entries';
import { type BillFacts, credit, debit, type Entry, type Line } from './rules';

/**
 * Entries of food losses (餐损, DOMAIN §4.2). All types except INSURER_COLLECT use the order number. Sums of an order's entries therefore
 * include its food losses. Pure functions: no database, no clock.
 */

/** The payee of a compensation. The kind determines the payee's account. */
export type LossPayee =
  | { readonly kind: 'wallet' | 'coupon'; readonly userId: number }
  | { readonly kind: 'merchant' | 'rider'; readonly id: number }
  | { readonly kind: 'channel'; readonly merchantNumberId: number };

/** Amounts that the parties' balances pay now, in fen. The platform bears the rest of the compensation. */
export interface LossTaken {
  readonly riderId: number | null;
  readonly riderFen: number;
  readonly merchantId: number | null;
  readonly merchantFen: number;
  readonly teamFen: number;
}

const payeeLine = (payee: LossPayee, amountFen: number, side: typeof credit | typeof debit): Line => {
  switch (payee.kind) {
    case 'wallet':
      return side('USER_BALANCE', amountFen, payee.userId);
    // The SUBSIDY account is debited when the user redeems the coupon later. Credit this account with the coupon's amount here.
    case 'coupon':
      return side('SUBSIDY', amountFen);
    case 'merchant':
      return side('MERCHANT_PAYABLE', amountFen, payee.id);
    case 'rider':
      return side('RIDER_AVAILABLE', amountFen, payee.id);
    case 'channel':
      return side('CHANNEL', amountFen, payee.merchantNumberId);
  }
};

const takenLines = (on: Occasion, taken: LossTaken): Line[] => [
  debit('RIDER_AVAILABLE', taken.riderFen, taken.riderId ?? 0),
  debit('MERCHANT_PAYABLE', taken.merchantFen, taken.merchantId ?? 0),
  debit('TEAM_AVAILABLE', taken.teamFen, on.teamId),
];
const sumOf = ({ riderFen, merchantFen, teamFen }: LossTaken): number => riderFen + merchantFen + teamFen;

/** FOODLOSS_PAY: the liable parties and the platform pay the compensation. */
export function lossPay(on: Occasion, taken: LossTaken, payee: LossPayee, amountFen: number, bill: BillFacts): Entry {
  const lines = [
    ...takenLines(on, taken),
    debit('COMPENSATION', amountFen - sumOf(taken)),
    payeeLine(payee, amountFen, credit),
  ];
  return { ...on, bizType: 'FOODLOSS_PAY', lines, bill };
}

/** FOODLOSS_ADVANCE: the platform pays before the parties do. */
export function lossAdvance(on: Occasion, payee: LossPayee, amountFen: number): Entry {
  return {
    ...on,
    bizType: 'FOODLOSS_ADVANCE',
    lines: [debit('COMPENSATION', amountFen), payeeLine(payee, amountFen, credit)],
  };
}

/** FOODLOSS_SETTLE: the parties repay the platform's advance. @returns `null` if the parties pay nothing */
export function lossSettle(on: Occasion, taken: LossTaken): Entry | null {
  const sum = sumOf(taken);
  if (sum === 0) return null;
  return { ...on, bizType: 'FOODLOSS_SETTLE', lines: [...takenLines(on, taken), credit('COMPENSATION', sum)] };
}

/**
 * FOODLOSS_REVISE: takes the advance back from its payee, and pays the amount of the new decision. The platform bears the difference.
 *
 * @returns `null` if both amounts are 0
 */
export function lossRevise(
  on: Occasion,
  back: { readonly payee: LossPayee; readonly amountFen: number },
  more: { readonly payee: LossPayee; readonly amountFen: number },
): Entry | null {
  const costFen = more.amountFen - back.amountFen;
  if (back.amountFen === 0 && more.amountFen === 0) return null;
  const lines = [
    payeeLine(back.payee, back.amountFen, debit),
    payeeLine(more.payee, more.amountFen, credit),
    costFen >= 0 ? debit('COMPENSATION', costFen) : credit('COMPENSATION', -costFen),
  ];
  return { ...on, bizType: 'FOODLOSS_REVISE', lines };
}

/** INSURER_BOOK: the insurer owes its share. The same transaction reduces the platform's expense by this amount. */
export const insurerBook = (on: Occasion, insurerId: number, amountFen: number): Entry => ({
  ...on,
  bizType: 'INSURER_BOOK',
  lines: [debit('INSURER_RECEIVABLE', amountFen, insurerId), credit('COMPENSATION', amountFen)],
});

/** INSURER_COLLECT: the insurer paid its share to a merchant number. */
export const insurerCollect = (
  on: Occasion,
  { insurerId, merchantNumberId }: { readonly insurerId: number; readonly merchantNumberId: number },
  amountFen: number,
  bill: BillFacts,
): Entry => ({
  ...on,
  bizType: 'INSURER_COLLECT',
  lines: [debit('CHANNEL', amountFen, merchantNumberId), credit('INSURER_RECEIVABLE', amountFen, insurerId)],
  bill: { counterType: 'insurer', counterId: insurerId, ...bill },
});
