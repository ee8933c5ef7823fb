import fc from 'fast-check';
import type { FeeTerms } from './cost-snapshot';
import type { Occasion, Owner } from './entries';
import type { SettledOrder } from './entries-order';
import type { Entry } from './rules';

/** Steps of random histories, and the target that receives their entries. */

/** The merchant number that all histories use. */
export const NUMBER = 900_001;

const KINDS = [
  'pay',
  'pay',
  'pay',
  'deliver',
  'deliver',
  'refund',
  'fees',
  'release',
  'release',
  'apply',
  'apply',
  'approve',
  'approve',
  'reject',
  'send',
  'send',
  'doubt',
  'succeed',
  'succeed',
  'fail',
  'retry',
  'closeFailed',
  'giveBack',
  'reverse',
  'hold',
  'unhold',
  'depositIn',
  'depositOut',
  'manualIn',
  'manualOut',
  'reward',
  'deduct',
  'channelFee',
  'transfer',
  'arrive',
  'clear',
  'topUp',
  'owe',
  'waive',
  'tooMuch',
] as const;
/** One step of a history. `pick` selects an object; `share` scales an amount. */
export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly pick: number;
  readonly share: number;
  readonly fen: number;
}
export const steps = (maxLength: number) =>
  fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(...KINDS),
      pick: fc.nat(1_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      fen: fc.integer({ min: 1, max: 50_000 }),
    }),
    // Without `size: 'max'`, fast-check generates mostly short histories.
    { maxLength, size: 'max' },
  );

export interface Order extends Omit<SettledOrder, 'refundedFen'> {
  readonly orderNo: string;
  refundedFen: number;
  refunds: number;
  settles: number;
  state: 'paid' | 'settled';
}
export interface Withdrawal {
  readonly no: string;
  readonly owner: Owner;
  readonly amountFen: number;
  readonly feeFen: number;
  state: WithdrawalState;
}
/** States of an application that affect the money (DOMAIN §4.4). All states except `paid` and `closed` are open. */
export type WithdrawalState = 'review' | 'toPay' | 'paying' | 'unknown' | 'payFailed' | 'paid' | 'closed';
/** Steps of a withdrawal: allowed states, next state and the posted entry. `null` means that no money moves. */
export const CASE_STEPS = {
  approve: { from: ['review'], to: 'toPay', entry: null },
  reject: { from: ['review'], to: 'closed', entry: 'unfreeze' },
  send: { from: ['toPay'], to: 'paying', entry: null },
  doubt: { from: ['paying'], to: 'unknown', entry: null },
  succeed: { from: ['paying', 'unknown'], to: 'paid', entry: 'pay' },
  fail: { from: ['paying', 'unknown'], to: 'payFailed', entry: null },
  retry: { from: ['payFailed'], to: 'paying', entry: null },
  closeFailed: { from: ['payFailed'], to: 'closed', entry: 'unfreeze' },
  giveBack: { from: ['paid'], to: 'closed', entry: 'return' },
} as const satisfies Record<
  string,
  {
    readonly from: readonly WithdrawalState[];
    readonly to: WithdrawalState;
    readonly entry: 'pay' | 'unfreeze' | 'return' | null;
  }
>;
export type CaseStepKind = keyof typeof CASE_STEPS;
export const isCaseStep = (kind: Step['kind']): kind is CaseStepKind => kind in CASE_STEPS;
export interface Line {
  readonly orderNo: string;
  readonly fen: number;
  state: 'pending' | 'released' | 'reversed';
  releases: number;
}

/** A second target for the entries (the database). Its results must equal the model's results. */
export interface Target {
  post(entries: readonly Entry[], line: { orderNo: string; fen: number } | null): Promise<number>;
  release(entry: Entry, orderNo: string): Promise<number>;
  /** Waives the first open receivable with this business number. */
  waive(bizNo: string): Promise<void>;
  reverse(entry: Entry, on: Occasion): Promise<number>;
}

/** Returns the fee terms at the start of a history. */
export const firstTerms = (franchiseeId: number): FeeTerms => ({
  settlementMode: 'balance',
  settleCycle: 'T1',
  feePlanId: null,
  planName: null,
  planFrom: null,
  rateBp: 800,
  fixedFen: 0,
  riderShareBp: 7_000,
  franchiseeId,
  shareRateBp: 3_000,
});
