import fc from 'fast-check';
import type { WithdrawState } from '../../../contract/withdraw.states';
import type { Outcome } from './channels';

/** This module is a minimal in-memory model of one owner's withdrawals. Tests compare random histories with it. */

const PEOPLE = ['approve', 'reject', 'revoke', 'pay', 'retry', 'closeFailed'] as const;
const ANSWERS = ['accepted', 'await', 'unknown', 'absent', 'paid', 'otherAmount', 'failed', 'returned'] as const;
export type PeopleStep = (typeof PEOPLE)[number];
export type Answer = (typeof ANSWERS)[number];

/**
 * The next step of a history. `pick` selects an application and one of its payouts. `share` (0–1) determines an amount, or whether an
 * answer counts as an answer to our query.
 */
export interface HistoryStep {
  readonly kind: PeopleStep | Answer | 'submit' | 'submitTooMuch' | 'cancel' | 'earn';
  readonly pick: number;
  readonly share: number;
}
const KINDS: readonly HistoryStep['kind'][] = [
  ...(['submit', 'submit', 'submit', 'submitTooMuch', 'earn', 'cancel'] as const),
  ...(['approve', 'approve', 'approve', 'pay', 'pay', 'pay', 'retry', 'retry', 'reject', 'revoke'] as const),
  ...(['closeFailed', ...ANSWERS, 'paid', 'failed', 'unknown', 'await', 'returned', 'returned'] as const),
];
export const historySteps = (maxLength: number) =>
  fc.array(
    fc.record<HistoryStep>({
      kind: fc.constantFrom(...KINDS),
      pick: fc.nat(1_000),
      share: fc.nat(1_000).map((permille) => permille / 1_000),
    }),
    { maxLength, size: 'max' },
  );

interface ModelPayout {
  readonly id: number;
  state: 'open' | 'success' | 'failed';
}
export interface ModelApply {
  readonly id: number;
  readonly amountFen: number;
  readonly netFen: number;
  readonly payouts: ModelPayout[];
  state: WithdrawState;
}

/** Maximum number of payouts per application (DOMAIN §4.4). */
const ATTEMPTS = 5;
const ENDED: readonly WithdrawState[] = ['paid', 'rejected', 'cancelled', 'returned'];
const FROM: Readonly<Record<PeopleStep | 'cancel', WithdrawState>> = {
  approve: 'pendingReview',
  reject: 'pendingReview',
  cancel: 'pendingReview',
  revoke: 'approved',
  pay: 'approved',
  retry: 'payFailed',
  closeFailed: 'payFailed',
};
const TO: typeof FROM = {
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
  revoke: 'pendingReview',
  pay: 'paying',
  retry: 'paying',
  closeFailed: 'rejected',
};

export class WithdrawModel {
  readonly applications: ModelApply[] = [];
  /** Net payouts minus returned payouts, in fen. `feeFen` is the sum of the withdrawal fees of the same applications, in fen. */
  paidFen = 0;
  feeFen = 0;

  constructor(public availableFen: number) {}

  get frozenFen(): number {
    return this.applications.reduce((sum, { state, amountFen }) => sum + (ENDED.includes(state) ? 0 : amountFen), 0);
  }

  submit(made: Pick<ModelApply, 'id' | 'amountFen' | 'netFen'>): void {
    this.availableFen -= made.amountFen;
    this.applications.push({ ...made, payouts: [], state: 'pendingReview' });
  }

  /** Picks an application for a step. In three of four cases it prefers applications that allow the step. */
  choose(kind: PeopleStep | 'cancel' | Answer, pick: number): ModelApply | undefined {
    const fits = ({ state, payouts }: ModelApply) =>
      kind in FROM
        ? state === FROM[kind as PeopleStep]
        : payouts.some((payout) => payout.state === 'open') || (kind === 'returned' && state === 'paid');
    const fitting = pick % 4 === 0 ? [] : this.applications.filter(fits);
    const among = fitting.length > 0 ? fitting : this.applications;
    return among[pick % Math.max(1, among.length)];
  }

  /** Runs a step if the state allows it. @returns whether the step ran */
  step(apply: ModelApply, kind: PeopleStep | 'cancel'): boolean {
    if (apply.state !== FROM[kind] || (kind === 'retry' && apply.payouts.length >= ATTEMPTS)) return false;
    apply.state = TO[kind];
    if (ENDED.includes(apply.state)) this.availableFen += apply.amountFen;
    return true;
  }

  /** Applies a channel's answer about a payout. Answers may arrive in any order and several times. */
  answer(apply: ModelApply, payout: ModelPayout, kind: Answer): void {
    if (payout.state !== 'open') {
      if (kind === 'returned' && payout.state === 'success' && apply.state === 'paid') this.moveBack(apply);
      return;
    }
    switch (kind) {
      case 'paid':
        payout.state = 'success';
        apply.state = 'paid';
        this.paidFen += apply.netFen;
        this.feeFen += apply.amountFen - apply.netFen;
        return;
      case 'failed':
      case 'returned':
        payout.state = 'failed';
        apply.state = 'payFailed';
        return;
      case 'await':
        apply.state = 'awaitPayee';
        return;
      case 'accepted':
        // The state stays "awaiting payee" after the payee has confirmed, while the platform processes the payout.
        if (apply.state !== 'awaitPayee') apply.state = 'paying';
        return;
      default:
        apply.state = 'unknown';
    }
  }

  private moveBack(apply: ModelApply): void {
    apply.state = 'returned';
    this.paidFen -= apply.netFen;
    this.feeFen -= apply.amountFen - apply.netFen;
    this.availableFen += apply.amountFen;
  }
}

/** Builds a channel's answer in the format of the adapters. */
export function outcomeOf(kind: Answer, { netFen }: ModelApply, channelNo: string): Outcome {
  switch (kind) {
    case 'accepted':
      return { kind, channelNo };
    case 'await':
      return { kind, channelNo, packageInfo: null };
    case 'unknown':
      return { kind, text: 'HTTP 502' };
    case 'absent':
      return { kind };
    case 'paid':
      return { kind, channelNo, amountFen: netFen };
    case 'otherAmount':
      return { kind: 'paid', channelNo, amountFen: netFen - 1 };
    case 'failed':
      return { kind, code: 'PAYEE_NOT_EXIST', text: 'no such account' };
    case 'returned':
      return { kind, channelNo, code: 'REFUND', text: 'came back' };
  }
}
