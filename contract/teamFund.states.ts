import { caseType, reviewSteps } from './case';
import type { RuleId } from './permissions';
import { text } from './text';
import { WORD } from './words';

/**
 * Texts, limits and states of station funds (DOMAIN §3.5 `/financial/teamFunding`).
 * The browser imports this file, so it must not import libraries.
 */

/** Limits of manual movements (DOMAIN §3.5). Amounts are in fen. */
export const FUND = {
  /** Number of days between a hold by finance and its expiry: minimum, maximum and default. Expired holds are listed but stay in force. */
  holdDays: { min: 1, max: 365, initial: 30 },
  adjustFen: { min: 1, max: 50_000_000 },
  /** For a larger amount, the maker or the approver must be the owner (42245). */
  ownerAboveFen: 5_000_000,
  /** An adjustment of this amount or more needs evidence. */
  evidenceFromFen: 100_000,
  evidence: 5,
  reason: { min: 5, max: 200 },
  relatedNo: 32,
  tradeNo: { min: 4, max: 64 },
  movedFen: { min: 1, max: 9_999_999_999 },
  /** Number of days after which an undecided adjustment expires. */
  adjustDays: 7,
  flowDays: 366,
  flowRows: 50,
  trendDays: 30,
} as const;

/** States of an adjustment. The adjustment changes the balance of a station or a franchisee. */
export const ADJUST_STATE_SPECS = {
  pending: { text: WORD.pendingReview, tone: 'attention' },
  approved: { text: WORD.approvedMasculine, tone: 'good' },
  rejected: { text: WORD.rejectedMasculine, tone: 'bad' },
  cancelled: { text: WORD.cancelledMasculine, tone: 'neutral' },
  expired: { text: WORD.expiredMasculine, tone: 'neutral' },
} as const;

/** Builds the steps of an adjustment. @param area prefix of the endpoint addresses, such as `finance.TeamFund` */
export function adjustSteps(area: string, rules: { readonly decide: RuleId; readonly make: RuleId }) {
  const review = reviewSteps({
    pending: 'pending',
    rules,
    address: (verb) => `${area}/${verb}Adjust`,
    recordTexts: {
      approve: text('通过调账', 'Approve adjustment', 'Aprovar ajuste', '通過調帳'),
      reject: text('驳回调账', 'Reject adjustment', 'Recusar ajuste', '駁回調帳'),
      withdraw: text('取消调账', 'Cancel adjustment', 'Cancelar ajuste', '取消調帳'),
    },
  });
  return {
    approve: {
      ...review.approve,
      ownerAboveFen: FUND.ownerAboveFen,
      errors: [42241],
      consequence: text('通过后立即入账。', 'It is posted at once.', 'É lançado imediatamente.', '通過後立即入帳。'),
    },
    reject: { ...review.reject, reason: FUND.reason },
    cancel: {
      ...review.withdraw,
      address: `${area}/cancelAdjust`,
      to: 'cancelled',
      versioned: false,
      text: WORD.cancel,
      happened: WORD.cancelledMasculine,
    },
    expire: review.expire,
  } as const;
}

/** A manual adjustment (资金调整). One user proposes it and another user approves it. */
export const adjustCase = caseType({
  key: 'fundAdjust',
  module: 'teamFund',
  number: 'AD',
  title: text('站点调账', 'Station adjustment', 'Ajuste de estação', '站點調帳'),
  money: true,
  states: ADJUST_STATE_SPECS,
  steps: adjustSteps('finance.TeamFund', { decide: 3307, make: 3306 }),
});
export type AdjustState = keyof typeof adjustCase.states;
export const ADJUST_STATES = Object.keys(adjustCase.states) as [AdjustState, ...AdjustState[]];

/** States of a station's account (账户状态). They determine whether the station may withdraw. */
export const FUND_STATE_TEXT = {
  normal: WORD.normal,
  frozen: text('已冻结', 'Frozen', 'Congelada', '已凍結'),
} as const;
export type FundState = keyof typeof FUND_STATE_TEXT;

/** Accounts that an adjustment can change. */
export const ADJUST_ACCOUNT_TEXT = {
  available: WORD.availableBalance,
  deposit: WORD.reserve,
} as const;
export type AdjustAccount = keyof typeof ADJUST_ACCOUNT_TEXT;

export const ADJUST_DIRECTION_TEXT = {
  in: text('调增', 'Increase', 'Aumento', '調增'),
  out: text('调减', 'Decrease', 'Redução', '調減'),
} as const;

export const ADJUST_CATEGORY_TEXT = {
  correction: text('差错更正', 'Correction', 'Correção', '差錯更正'),
  subsidy: WORD.subsidy,
  penalty: text('罚款', 'Penalty', 'Penalidade', '罰款'),
  fee: WORD.fee,
  other: WORD.other,
} as const;
export type AdjustCategory = keyof typeof ADJUST_CATEGORY_TEXT;

/**
 * Accounts of a station, as its movement list names them. `frozen` contains the amounts of withdrawals; `held` contains the amounts that
 * finance holds.
 */
export const FUND_PARTS = {
  available: 'TEAM_AVAILABLE',
  pending: 'TEAM_PENDING',
  frozen: 'TEAM_FROZEN',
  held: 'TEAM_HELD',
  deposit: 'TEAM_DEPOSIT',
} as const;
export type FundPart = keyof typeof FUND_PARTS;
export const FUND_PART_NAMES = Object.keys(FUND_PARTS) as [FundPart, ...FundPart[]];
export const FUND_PART_TEXT = {
  available: text('可用', 'Available', 'Disponível', '可用'),
  pending: WORD.toSettle,
  frozen: WORD.frozenForWithdrawal,
  held: WORD.heldByFinance,
  deposit: WORD.reserve,
} as const;
