import { caseType, reviewSteps } from './case';
import { text } from './text';
import { WORD } from './words';

/**
 * Changes of a station's terms (DOMAIN §9, decision 30): limits, states and steps.
 * The browser imports this file, so it must not import libraries.
 */

export const TERMS = {
  /** Number of characters in the reason for a proposal. */
  reason: { min: 5, max: 200 },
  /** Number of days after which an undecided proposal expires. */
  days: 14,
} as const;

const review = reviewSteps({
  pending: 'pending',
  rules: { decide: 3311, make: 1102 },
  address: (verb) => `team.Terms/${verb}`,
  recordTexts: {
    approve: text('通过条款变更', 'Approve change of terms', 'Aprovar mudança de condições', '通過條款變更'),
    reject: text('驳回条款变更', 'Reject change of terms', 'Recusar mudança de condições', '駁回條款變更'),
    withdraw: text('撤回条款变更', 'Withdraw change of terms', 'Retirar mudança de condições', '撤回條款變更'),
  },
});

/**
 * A change of a station's terms. Operations proposes the change and finance approves it. A higher credit limit needs the owner as maker or
 * approver (decision 14).
 */
export const teamTermsCase = caseType({
  key: 'teamTerms',
  module: 'team',
  number: 'TT',
  title: WORD.changeOfTerms,
  money: true,
  states: {
    pending: { text: WORD.pendingReview, tone: 'attention' },
    approved: { text: WORD.approvedFeminine, tone: 'good' },
    rejected: { text: WORD.rejectedFeminine, tone: 'bad' },
    withdrawn: { text: WORD.withdrawnFeminine, tone: 'neutral' },
    expired: { text: WORD.expiredFeminine, tone: 'neutral' },
  },
  steps: {
    ...review,
    approve: {
      ...review.approve,
      ownerAboveFen: 0,
      errors: [40001, 42229],
      consequence: text(
        '通过后，新条款自生效时间起用于新订单；信用额度立即生效。',
        'New orders follow the new terms from the effective time; a credit limit takes effect immediately.',
        'Novos pedidos seguem as novas condições a partir da vigência; um limite de crédito vale já.',
        '通過後，新條款自生效時間起用於新訂單；信用額度立即生效。',
      ),
    },
  },
});
export type TeamTermsState = keyof typeof teamTermsCase.states;
