import { caseType } from './case';
import { type Text, text } from './text';
import type { WithdrawApplicant } from './withdraw.settings';
import { WORD } from './words';

/**
 * Texts, limits and states of withdrawal applications (提现申请, DOMAIN §3.5, §4.4).
 * The browser imports this file, so it must not import libraries.
 */

/** Limits of withdrawal applications and payouts. */
export const WITHDRAWAL = {
  /** Number of characters in a reason (DOMAIN §3.5). */
  reason: { min: 2, max: 100 },
  voucherNo: { min: 4, max: 64 },
  /** Maximum number of payouts per application. A new payout requires that the previous payout definitely failed. */
  attempts: 5,
  /** Maximum number of payouts that one call starts. */
  batch: 100,
  /** Minutes from sending a payout to each query of its result. After the last of these queries, the server queries every hour. */
  queryMinutes: [1, 5, 15, 60],
  /** Number of earlier applications that are shown with an application. */
  earlier: 10,
  /** Number of days for which income is shown with an application. */
  incomeDays: 30,
} as const;

const REVIEW = 3601;
const PAY = 3602;
const OFFLINE = 3603;
const QUERY = 3604;
const address = (action: string): string => `finance.Withdraw/${action}`;
const reason = { name: 'reason', ...WITHDRAWAL.reason } as const;

const UNFREEZES = text(
  '冻结的金额退回申请人的可用余额。',
  'The frozen amount returns to the applicant’s available balance.',
  'O valor bloqueado volta ao saldo disponível do solicitante.',
  '凍結的金額退回申請人的可用餘額。',
);

/**
 * An application for a payout. The applicant is its maker. A payout with an unknown result is never sent again under another number.
 * When the payment platform answers, the system performs the steps that follow from the answer.
 */
export const withdrawCase = caseType({
  key: 'withdraw',
  module: 'financial.apply',
  number: 'WD',
  title: WORD.withdrawalApplication,
  money: true,
  waiting: ['pendingReview'],
  states: {
    pendingReview: { text: WORD.pendingReview, tone: 'attention' },
    approved: { text: WORD.toBePaid, tone: 'attention' },
    paying: { text: WORD.paying, tone: 'working' },
    awaitPayee: {
      text: WORD.awaitingPayee,
      tone: 'working',
    },
    unknown: { text: WORD.resultUnknown, tone: 'bad' },
    payFailed: { text: WORD.payoutFailed, tone: 'bad' },
    paid: { text: text('已打款', 'Paid', 'Pago', '已打款'), tone: 'good' },
    rejected: { text: WORD.rejectedMasculine, tone: 'bad' },
    cancelled: { text: WORD.cancelledMasculine, tone: 'neutral' },
    returned: { text: text('已退票', 'Returned', 'Devolvido', '已退票'), tone: 'bad' },
  },
  steps: {
    approve: {
      address: address('approve'),
      from: ['pendingReview'],
      to: 'approved',
      by: 'notMaker',
      rule: REVIEW,
      risk: 'confirm',
      text: WORD.approve,
      happened: WORD.approvedMasculine,
      recordText: text('通过提现申请', 'Approve withdrawal', 'Aprovar saque', '通過提現申請'),
      consequence: text(
        '通过后等待打款。',
        'It then waits to be paid.',
        'Depois aguarda o pagamento.',
        '通過後等待打款。',
      ),
      bulk: { address: address('bulk'), input: { action: 'approve' } },
    },
    reject: {
      address: address('reject'),
      from: ['pendingReview'],
      to: 'rejected',
      by: 'notMaker',
      rule: REVIEW,
      risk: 'confirm',
      reason,
      text: WORD.reject,
      happened: WORD.rejectedMasculine,
      recordText: text('驳回提现申请', 'Reject withdrawal', 'Recusar saque', '駁回提現申請'),
      consequence: UNFREEZES,
      bulk: { address: address('bulk'), input: { action: 'reject' } },
    },
    revoke: {
      address: address('revoke'),
      from: ['approved'],
      to: 'pendingReview',
      by: 'staff',
      rule: REVIEW,
      risk: 'confirm',
      form: true,
      text: text('撤销通过', 'Revoke approval', 'Revogar aprovação', '撤銷通過'),
      happened: text('已撤销通过', 'Approval revoked', 'Aprovação revogada', '已撤銷通過'),
    },
    pay: {
      address: address('pay'),
      from: ['approved'],
      to: 'paying',
      by: 'notMaker',
      rule: PAY,
      risk: 'second',
      form: true,
      text: WORD.pay,
      happened: text('已提交打款', 'Payout started', 'Pagamento iniciado', '已提交打款'),
      errors: [40010, 42241, 42258, 42330, 50201, 50202],
    },
    payOffline: {
      address: address('payOffline'),
      from: ['approved'],
      to: 'paid',
      by: 'notMaker',
      rule: OFFLINE,
      risk: 'second',
      form: true,
      text: WORD.markPaidOffline,
      happened: text('已线下打款', 'Paid offline', 'Pago fora do sistema', '已線下打款'),
      errors: [40903, 42258, 42330, 50201],
    },
    retry: {
      address: address('retry'),
      from: ['payFailed'],
      to: 'paying',
      by: 'notMaker',
      rule: QUERY,
      risk: 'second',
      form: true,
      text: WORD.retry,
      happened: text('已重试', 'Retried', 'Nova tentativa', '已重試'),
      recordText: text('重试打款', 'Retry payout', 'Tentar pagamento de novo', '重試打款'),
      errors: [42258, 42330, 50201, 50202],
    },
    closeFailed: {
      address: address('closeFailed'),
      from: ['payFailed'],
      to: 'rejected',
      by: 'staff',
      rule: PAY,
      risk: 'confirm',
      reason,
      form: true,
      text: WORD.endCase,
      happened: text('打款失败已关闭', 'Closed after failure', 'Encerrado após a falha', '打款失敗已關閉'),
      recordText: text('关闭失败的提现', 'Close failed withdrawal', 'Encerrar saque com falha', '關閉失敗的提現'),
      consequence: UNFREEZES,
      errors: [42258],
    },
    recordReturn: {
      address: address('recordReturn'),
      from: ['paid'],
      to: 'returned',
      by: 'staff',
      rule: PAY,
      risk: 'second',
      reason,
      form: true,
      text: text('登记退票', 'Record return', 'Registrar devolução', '登記退票'),
      happened: text('已登记退票', 'Return recorded', 'Devolução registrada', '已登記退票'),
    },
    cancel: {
      from: ['pendingReview'],
      to: 'cancelled',
      by: 'system',
      risk: 'none',
      text: text('申请人取消', 'Cancelled by the applicant', 'Cancelado pelo solicitante', '申請人取消'),
    },
    await: {
      from: ['paying', 'unknown'],
      to: 'awaitPayee',
      by: 'system',
      risk: 'none',
      text: text('等待收款人确认', 'Payee has to confirm', 'O favorecido precisa confirmar', '等待收款人確認'),
    },
    accept: {
      from: ['unknown'],
      to: 'paying',
      by: 'system',
      risk: 'none',
      text: text('渠道已受理', 'Accepted by the channel', 'Aceito pelo canal', '管道已受理'),
    },
    doubt: {
      from: ['paying', 'awaitPayee'],
      to: 'unknown',
      by: 'system',
      risk: 'none',
      text: WORD.resultUnknown,
    },
    succeed: {
      from: ['paying', 'awaitPayee', 'unknown'],
      to: 'paid',
      by: 'system',
      risk: 'none',
      text: text('打款成功', 'Paid', 'Pago', '打款成功'),
    },
    fail: {
      from: ['paying', 'awaitPayee', 'unknown'],
      to: 'payFailed',
      by: 'system',
      risk: 'none',
      text: WORD.payoutFailed,
    },
    bounce: {
      from: ['paid'],
      to: 'returned',
      by: 'system',
      risk: 'none',
      text: text('渠道退回', 'Returned by the channel', 'Devolvido pelo canal', '管道退回'),
    },
  },
});
export type WithdrawState = keyof typeof withdrawCase.states;
export const WITHDRAW_STATES = Object.keys(withdrawCase.states) as [WithdrawState, ...WithdrawState[]];
export type WithdrawStep = keyof typeof withdrawCase.steps;

/** States in which the money is in transit. They change only when the channel answers or fails to answer. */
export const IN_FLIGHT = ['paying', 'awaitPayee', 'unknown'] as const satisfies readonly WithdrawState[];
/** States after which no payout follows. Only `paid` can still change: to `returned`. */
export const ENDED_WITHDRAWALS = [
  'paid',
  'rejected',
  'cancelled',
  'returned',
] as const satisfies readonly WithdrawState[];
/** States in which the applicant's frozen account contains the amount. */
export const FROZEN_WITHDRAWALS = WITHDRAW_STATES.filter(
  (state) => !ENDED_WITHDRAWALS.some((ended) => ended === state),
) as [WithdrawState, ...WithdrawState[]];

/** Risk tags that the reviewer sees (DOMAIN §3.5). */
export const RISK_TAG_TEXT = {
  newPayee: text('新收款账户', 'New payee', 'Favorecido novo', '新收款帳戶'),
  firstTime: text('首次提现', 'First time', 'Primeiro saque', '首次提現'),
  large: text('大额', 'Large amount', 'Valor alto', '大額'),
  openLoss: WORD.openFoodLoss,
  badHistory: text('有不良记录', 'Negative history', 'Histórico negativo', '有不良記錄'),
} as const satisfies Record<string, Text>;
export type RiskTag = keyof typeof RISK_TAG_TEXT;

export const WITHDRAW_SUBJECT_TEXT = {
  team: WORD.station,
  rider: WORD.rider,
  franchisee: WORD.franchisee,
  merchant: WORD.merchant,
} as const satisfies Record<WithdrawApplicant, Text>;

/** States of a payout (打款单). */
export const PAYOUT_STATE_TEXT = {
  created: WORD.toBeSent,
  sent: text('已发送', 'Sent', 'Enviado', '已傳送'),
  awaitPayee: WORD.awaitingPayee,
  unknown: WORD.resultUnknown,
  success: WORD.succeededMasculine,
  failed: WORD.failed,
} as const satisfies Record<string, Text>;
export type PayoutState = keyof typeof PAYOUT_STATE_TEXT;
/** Field names in forms, columns and operation records. */
export const WITHDRAW_FIELDS = {
  no: WORD.withdrawalNo,
  subjectType: text('申请人类型', 'Applicant type', 'Tipo de solicitante', '申請人類型'),
  subject: text('申请人', 'Applicant', 'Solicitante', '申請人'),
  team: WORD.station,
  amountFen: WORD.amount,
  feeFen: WORD.handlingFee,
  netFen: text('实付金额', 'Net amount', 'Valor líquido', '實付金額'),
  channel: text('打款渠道', 'Payout channel', 'Canal de pagamento', '打款管道'),
  payeeName: WORD.payee,
  payeeAccount: WORD.payeeAccount,
  bankName: WORD.openingBank,
  feeFree: text('免费次数', 'Free application', 'Pedido gratuito', '免費次數'),
  balanceAfterFen: text('冻结后余额', 'Balance after freeze', 'Saldo após bloqueio', '凍結後餘額'),
  riskTags: text('风险标签', 'Risk', 'Risco', '風險標籤'),
  state: WORD.state,
  appliedAt: text('申请时间', 'Applied', 'Solicitado em', '申請時間'),
  reviewer: WORD.reviewer,
  payer: text('打款人', 'Payer', 'Pagador', '打款人'),
  finishedAt: WORD.finishedAtMasculine,
  reason: WORD.reason,
  paidAt: text('打款时间', 'Paid at', 'Pago em', '打款時間'),
  voucherNo: WORD.voucherNo,
  voucher: WORD.voucher,
  merchantNumber: WORD.payingMerchantNumber,
} as const satisfies Record<string, Text>;
