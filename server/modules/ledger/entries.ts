import type { CostTarget } from '../../../contract/cost.states';
import type { AccountCode } from '../../../contract/ledger';
import { type BillFacts, credit, debit, type Entry, type Line, mirrored } from './rules';

/**
 * Builds entries of releases, withdrawals, holds, deposits, adjustments, rider rewards and deductions, reversals, periodic fees and fee
 * waivers (DOMAIN §4.2). Pure functions: no database, no clock.
 */

/** The fields that entries of all types have in common. */
export interface Occasion {
  readonly bizNo: string;
  readonly step?: number;
  readonly teamId: number;
  readonly at: Date;
  readonly day: string;
  readonly remark?: string;
  readonly operatorId?: number;
}

/** TEAM_RELEASE: a station's share of one order becomes available. */
export function teamRelease(on: Occasion, amountFen: number): Entry {
  const lines = [debit('TEAM_PENDING', amountFen, on.teamId), credit('TEAM_AVAILABLE', amountFen, on.teamId)];
  return { ...on, bizType: 'TEAM_RELEASE', lines };
}

/* ---- owners of balances ---- */

/** Kinds of owners whose balances can be frozen and withdrawn. */
export type Subject = 'team' | 'rider' | 'franchisee' | 'merchant';
export interface Owner {
  readonly subject: Subject;
  readonly id: number;
}
/** The accounts that withdrawals debit, by kind of owner. The accounts in `FROZEN` hold the amounts of open applications. */
export const AVAILABLE = {
  team: 'TEAM_AVAILABLE',
  rider: 'RIDER_AVAILABLE',
  franchisee: 'FRANCHISEE_AVAILABLE',
  merchant: 'MERCHANT_PAYABLE',
} as const;
export const FROZEN = {
  team: 'TEAM_FROZEN',
  rider: 'RIDER_FROZEN',
  franchisee: 'FRANCHISEE_FROZEN',
  merchant: 'MERCHANT_FROZEN',
} as const;
const HELD = { team: 'TEAM_HELD', rider: 'RIDER_HELD' } as const;
const DEPOSIT = { team: 'TEAM_DEPOSIT', rider: 'RIDER_DEPOSIT', franchisee: 'FRANCHISEE_DEPOSIT' } as const;

/** WITHDRAW_FREEZE: an application for a withdrawal was submitted. */
export function withdrawFreeze(on: Occasion, owner: Owner, amountFen: number): Entry {
  const lines = [
    debit(AVAILABLE[owner.subject], amountFen, owner.id),
    credit(FROZEN[owner.subject], amountFen, owner.id),
  ];
  return { ...on, bizType: 'WITHDRAW_FREEZE', lines };
}

/** WITHDRAW_UNFREEZE: the application was rejected or cancelled, or the payout failed and the application was closed. */
export function withdrawUnfreeze(on: Occasion, owner: Owner, amountFen: number): Entry {
  const lines = [
    debit(FROZEN[owner.subject], amountFen, owner.id),
    credit(AVAILABLE[owner.subject], amountFen, owner.id),
  ];
  return { ...on, bizType: 'WITHDRAW_UNFREEZE', lines };
}

/** A payout. `feeFen` is 0 if the platform bears the fee. */
interface Payout {
  readonly amountFen: number;
  readonly feeFen: number;
  readonly merchantNumberId: number;
}

/** WITHDRAW_PAY: the payment platform confirmed the payout. */
export function withdrawPay(on: Occasion, owner: Owner, payout: Payout, bill: BillFacts): Entry {
  const lines = [
    debit(FROZEN[owner.subject], payout.amountFen, owner.id),
    credit('CHANNEL', payout.amountFen - payout.feeFen, payout.merchantNumberId),
    credit('WITHDRAW_FEE', payout.feeFen),
  ];
  return { ...on, bizType: 'WITHDRAW_PAY', lines, bill: billTo(owner, payout.feeFen, bill) };
}

/** WITHDRAW_RETURN: the payout succeeded, but the bank later returned the money. */
export function withdrawReturn(on: Occasion, owner: Owner, payout: Payout, bill: BillFacts): Entry {
  const lines = [
    debit('CHANNEL', payout.amountFen - payout.feeFen, payout.merchantNumberId),
    debit('WITHDRAW_FEE', payout.feeFen),
    credit(AVAILABLE[owner.subject], payout.amountFen, owner.id),
  ];
  return { ...on, bizType: 'WITHDRAW_RETURN', lines, bill: billTo(owner, payout.feeFen, bill) };
}

function billTo(owner: Owner, feeFen: number, bill: BillFacts): BillFacts {
  return { counterType: owner.subject, counterId: owner.id, feeFen, ...bill };
}

/** FUND_HOLD: finance places a hold on some of the balance (管控冻结). */
export function fundHold(on: Occasion, owner: Owner & { subject: 'team' | 'rider' }, amountFen: number): Entry {
  const lines = [
    debit(AVAILABLE[owner.subject], amountFen, owner.id),
    credit(HELD[owner.subject], amountFen, owner.id),
  ];
  return { ...on, bizType: 'FUND_HOLD', lines };
}

/** FUND_UNHOLD: finance releases a hold. */
export function fundUnhold(on: Occasion, owner: Owner & { subject: 'team' | 'rider' }, amountFen: number): Entry {
  const { lines } = fundHold(on, owner, amountFen);
  return { ...on, bizType: 'FUND_UNHOLD', lines: mirrored(lines) };
}

/** DEPOSIT_IN: a station's reserve, a rider's equipment deposit or a franchisee's deposit was paid in (储备金、押金、保证金). */
export function depositIn(
  on: Occasion,
  owner: Owner & { subject: keyof typeof DEPOSIT },
  amountFen: number,
  merchantNumberId: number,
  bill: BillFacts,
): Entry {
  const lines = [debit('CHANNEL', amountFen, merchantNumberId), credit(DEPOSIT[owner.subject], amountFen, owner.id)];
  return { ...on, bizType: 'DEPOSIT_IN', lines, bill: billTo(owner, 0, bill) };
}

/** DEPOSIT_OUT: a reserve or a deposit was paid back. */
export function depositOut(...given: Parameters<typeof depositIn>): Entry {
  const { lines, ...entry } = depositIn(...given);
  return { ...entry, bizType: 'DEPOSIT_OUT', lines: mirrored(lines) };
}

/** MANUAL_IN or MANUAL_OUT: an approved adjustment (人工调整) of an owner's account. */
export function manual(
  on: Occasion,
  account: AccountCode,
  ownerId: number,
  direction: 'in' | 'out',
  amountFen: number,
): Entry {
  const lines = [debit('ADJUSTMENT', amountFen), credit(account, amountFen, ownerId)];
  return direction === 'in'
    ? { ...on, bizType: 'MANUAL_IN', lines }
    : { ...on, bizType: 'MANUAL_OUT', lines: mirrored(lines) };
}

/** RIDER_REWARD: a reward that the station or the platform pays (奖励补贴). */
export function riderReward(on: Occasion, riderId: number, amountFen: number, payer: 'team' | 'platform'): Entry {
  const from = payer === 'team' ? debit('TEAM_AVAILABLE', amountFen, on.teamId) : debit('SUBSIDY', amountFen);
  return { ...on, bizType: 'RIDER_REWARD', lines: [from, credit('RIDER_AVAILABLE', amountFen, riderId)] };
}

/** RIDER_DEDUCT: a deduction that the station or the platform receives (扣款). With payee `loss`, it reduces the expense for food losses. */
export function riderDeduct(
  on: Occasion,
  riderId: number,
  amountFen: number,
  payee: 'team' | 'platform' | 'loss',
): Entry {
  const platform = payee === 'loss' ? 'COMPENSATION' : 'ADJUSTMENT';
  const to = payee === 'team' ? credit('TEAM_AVAILABLE', amountFen, on.teamId) : credit(platform, amountFen);
  return { ...on, bizType: 'RIDER_DEDUCT', lines: [debit('RIDER_AVAILABLE', amountFen, riderId), to] };
}

/** DEPOSIT_OUT to the rider's own balance (押金退还, docs/decisions/0023). No money leaves the platform. */
export function riderDepositBack(on: Occasion, riderId: number, amountFen: number): Entry {
  const lines = [debit('RIDER_DEPOSIT', amountFen, riderId), credit('RIDER_AVAILABLE', amountFen, riderId)];
  return { ...on, bizType: 'DEPOSIT_OUT', lines };
}

/** REVERSAL: the exact mirror of one transaction (冲正). */
export function reversal(
  on: Occasion,
  original: { readonly id: number; readonly lines: readonly Line[] },
  bill: BillFacts,
): Entry {
  return { ...on, bizType: 'REVERSAL', reversesId: original.id, lines: mirrored(original.lines), bill };
}

const TARGET_ACCOUNT = {
  team: 'TEAM_AVAILABLE',
  merchant: 'MERCHANT_PAYABLE',
  rider: 'RIDER_AVAILABLE',
} as const satisfies Readonly<Record<CostTarget, AccountCode>>;

/** SERVICE_FEE: a monthly or yearly fee (周期费用). */
export function serviceFee(on: Occasion, amountFen: number): Entry {
  const lines = [debit('TEAM_AVAILABLE', amountFen, on.teamId), credit('SERVICE_FEE', amountFen)];
  return { ...on, bizType: 'SERVICE_FEE', lines };
}

/** FEE_WAIVE: returns a fee to its payer (费用减免). A franchisee keeps its share of the fee. */
export function feeWaive(
  on: Occasion,
  charge: {
    readonly account: AccountCode;
    readonly target: CostTarget;
    readonly targetId: number;
    readonly amountFen: number;
  },
): Entry {
  const lines = [
    debit(charge.account, charge.amountFen),
    credit(TARGET_ACCOUNT[charge.target], charge.amountFen, charge.targetId),
  ];
  return { ...on, bizType: 'FEE_WAIVE', lines };
}
