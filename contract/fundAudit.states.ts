import { caseType, reviewSteps } from './case';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares labels, limits and states of the rider fund audit (骑手资金审核, DOMAIN §3.9). It imports no library, because the
 * browser loads it.
 */

const ADDRESS = 'fundAudit.Rider/';
const BULK = `${ADDRESS}bulk`;
const review = reviewSteps({
  pending: 'pending',
  rules: { decide: 6507, make: 6506 },
  address: (verb) => `${ADDRESS}${verb}`,
});

/**
 * A change of a rider's balance that one person enters and another person approves. The approval also posts the entry, in the same
 * database transaction. After the approval the state is `effective`, or `owing` while instalments are collected. The state "approved" of
 * DOMAIN §3.9 exists only as a step in the history.
 */
export const fundAuditCase = caseType({
  key: 'fundAudit',
  module: 'fundAudit',
  number: 'FA',
  title: WORD.riderFundAudit,
  money: true,
  expiredCode: 42312,
  states: {
    pending: { text: WORD.pendingReview, tone: 'attention' },
    returned: { text: text('已退回', 'Returned', 'Devolvido', '已退回'), tone: 'info' },
    owing: { text: text('分期扣款中', 'Owing', 'Em cobrança', '分期扣款中'), tone: 'working' },
    effective: { text: text('已生效', 'Effective', 'Efetivado', '已生效'), tone: 'good' },
    rejected: { text: WORD.rejectedMasculine, tone: 'bad' },
    withdrawn: { text: WORD.withdrawnMasculine, tone: 'neutral' },
    expired: { text: WORD.expiredMasculine, tone: 'neutral' },
    waived: { text: WORD.waived, tone: 'neutral' },
  },
  steps: {
    // If the balance is below the amount and the entry allows instalments, the effect of the step sets the state to `owing`.
    // The rest is then collected in instalments.
    approve: {
      ...review.approve,
      to: 'effective',
      bulk: { address: BULK, input: { action: 'approve' } },
      errors: [42241, 42242, 42311],
    },
    return: {
      ...review.reject,
      address: `${ADDRESS}return`,
      to: 'returned',
      text: text('退回修改', 'Return for change', 'Devolver para correção', '退回修改'),
    },
    reject: { ...review.reject, bulk: { address: BULK, input: { action: 'reject' } } },
    resubmit: {
      address: `${ADDRESS}resubmit`,
      from: ['returned'],
      to: 'pending',
      by: 'maker',
      rule: 6506,
      risk: 'none',
      text: text('修改并重新提交', 'Change and resubmit', 'Corrigir e reenviar', '修改並重新提交'),
      form: true,
      errors: [40903, 42241, 42311, 42313],
    },
    withdraw: { ...review.withdraw, from: ['pending', 'returned'] },
    waive: {
      address: `${ADDRESS}waive`,
      from: ['owing'],
      to: 'waived',
      by: 'notMaker',
      rule: 6507,
      risk: 'fourEyes',
      versioned: false,
      reason: true,
      text: text('减免余款', 'Waive the rest', 'Dispensar o restante', '減免餘款'),
      errors: [40901],
    },
    owe: {
      from: ['pending'],
      to: 'owing',
      by: 'system',
      risk: 'none',
      text: text('转分期扣款', 'Collected by instalments', 'Cobrança parcelada', '轉分期扣款'),
    },
    collect: {
      from: ['owing'],
      to: 'effective',
      by: 'system',
      risk: 'none',
      text: text('分期扣款', 'Collected', 'Cobrado', '分期扣款'),
    },
    expire: review.expire,
  },
});
export type FundAuditState = keyof typeof fundAuditCase.states;
export const FUND_AUDIT_STATES = Object.keys(fundAuditCase.states) as [FundAuditState, ...FundAuditState[]];
/** States of open entries. The list shows open entries regardless of their age. */
export const OPEN_AUDIT_STATES = ['pending', 'returned', 'owing'] as const satisfies readonly FundAuditState[];

/** Steps in the history of an entry, with their names. */
export const AUDIT_STEP_TEXT = {
  submit: WORD.submitted,
  approve: review.approve.happened,
  post: text('已记账', 'Posted', 'Lançado', '已記帳'),
  owe: text('已转分期扣款', 'To be collected by instalments', 'A cobrar em parcelas', '已轉分期扣款'),
  collect: text('已扣一期', 'Instalment collected', 'Parcela cobrada', '已扣一期'),
  return: text('已退回修改', 'Returned for change', 'Devolvido para correção', '已退回修改'),
  resubmit: text('已重新提交', 'Resubmitted', 'Reenviado', '已重新提交'),
  reject: review.reject.happened,
  withdraw: review.withdraw.happened,
  expire: review.expire.happened,
  waive: text('已减免余款', 'Rest waived', 'Restante dispensado', '已減免餘款'),
} as const satisfies Record<string, Text>;
export type AuditStep = keyof typeof AUDIT_STEP_TEXT;

/** Kinds of entries, with their names. */
export const AUDIT_KIND_TEXT = {
  reward: text('奖励', 'Reward', 'Recompensa', '獎勵'),
  deduct: text('扣款', 'Deduction', 'Desconto', '扣款'),
  subsidy: WORD.subsidy,
  /** The rider pays for damaged or lost goods. */
  compensate: text('赔付', 'Compensation', 'Indenização', '賠付'),
  depositRefund: text('押金退还', 'Deposit refund', 'Devolução de caução', '押金退還'),
  correction: text('更正', 'Correction', 'Correção', '更正'),
} as const;
export type AuditKind = keyof typeof AUDIT_KIND_TEXT;
export const AUDIT_KINDS = Object.keys(AUDIT_KIND_TEXT) as [AuditKind, ...AuditKind[]];

export const AUDIT_DIRECTION_TEXT = {
  in: text('增加', 'In', 'Entrada', '增加'),
  out: text('减少', 'Out', 'Saída', '減少'),
} as const;
export type AuditDirection = keyof typeof AUDIT_DIRECTION_TEXT;

/** Direction of the money by kind of entry. `null` means that each entry states its direction (corrections). */
export const DIRECTION_OF: Readonly<Record<AuditKind, AuditDirection | null>> = {
  reward: 'in',
  deduct: 'out',
  subsidy: 'in',
  compensate: 'out',
  depositRefund: 'in',
  correction: null,
};

/**
 * The other party of an entry. This party pays what the rider receives, or receives what the rider pays. `deposit` means that the rider
 * gets their own deposit back.
 */
export const FUNDED_BY_TEXT = {
  team: WORD.station,
  platform: WORD.platform,
  deposit: text('骑手押金', "Rider's deposit", 'Caução do entregador', '騎手押金'),
} as const;
export type FundedBy = keyof typeof FUNDED_BY_TEXT;

export const AUDIT_SOURCE_TEXT = {
  manual: text('手工', 'By hand', 'Manual', '手動'),
  rule: WORD.rule,
  foodLoss: WORD.foodLoss,
  appeal: text('申诉', 'Appeal', 'Recurso', '申訴'),
} as const;
export type AuditSource = keyof typeof AUDIT_SOURCE_TEXT;

/** Limits of the rider fund audit. Names give the units: Fen, Bp basis points, Days. The limits of texts are in characters. */
export const FUND_AUDIT = {
  reason: { min: 5, max: 200 },
  relatedNo: 32,
  evidence: 5,
  /** Maximum share of each day's order income that is collected for the amount that a rider owes: 30 %. */
  instalmentBp: 3_000,
  /** Days in which a rider may appeal. Only one appeal is possible. */
  appealDays: 7,
  /** Total in fen. A bulk approval above this total requires a second verification. */
  bulkSecondFen: 100_000,
  importRows: 500,
  /** Maximum Base64 characters of the import file: about 1 MiB. */
  importCharacters: 1_400_000,
  /** Maximum number of riders in a search result. */
  riders: 20,
  /** Limits and initial values of two site settings: the maximum amount of one entry, and the days until an entry expires. */
  singleMaxFen: { min: 100, max: 99_999_900, initial: 500_000 },
  expireDays: { min: 1, max: 60, initial: 7 },
} as const;

/** Field labels for the form, the import file and the operation records. */
export const FUND_AUDIT_FIELDS = {
  rider: WORD.rider,
  riderNo: WORD.riderNo,
  kind: WORD.category,
  direction: WORD.direction,
  amountFen: WORD.amount,
  fundedBy: WORD.fundedBy,
  relatedNo: WORD.relatedNo,
  reason: WORD.reason,
  evidence: WORD.evidence,
  allowInstalment: WORD.instalmentsAllowed,
  sourceNo: WORD.originalEntry,
} as const;
export type FundAuditField = keyof typeof FUND_AUDIT_FIELDS;
/** Columns of the import file, in the order of the template. */
export const FUND_AUDIT_COLUMNS = [
  'riderNo',
  'kind',
  'direction',
  'amountFen',
  'fundedBy',
  'relatedNo',
  'reason',
  'allowInstalment',
] as const satisfies readonly FundAuditField[];

/**
 * Returns the maximum refund of an appeal in fen: the collected amount of a deduction in state `effective` or `owing`, or the amount of a
 * rejected payment. In all other cases, for example for a waived deduction, the maximum is 0.
 */
export function appealMostFen(entry: {
  readonly state: FundAuditState;
  readonly direction: AuditDirection;
  readonly amountFen: number;
  readonly collectedFen: number;
}): number {
  const { state, direction, amountFen, collectedFen } = entry;
  if (direction === 'out') return state === 'effective' || state === 'owing' ? collectedFen : 0;
  return state === 'rejected' ? amountFen : 0;
}
