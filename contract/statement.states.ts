import { caseType } from './case';
import { COST_KIND_TEXT } from './cost.states';
import type { FlowFigure } from './finance.figures';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares texts, limits and states of monthly statements of stations (月结单, DOMAIN §3.5). It imports no library, because the
 * browser loads it.
 */

/** Limits of monthly statements. `min` and `max` are numbers of characters. */
export const STATEMENT = {
  /** Number of characters in an answer to a dispute (DOMAIN §3.5). */
  answer: { min: 5, max: 500 },
  /** Number of characters in the reason for a revision. */
  reason: { min: 5, max: 200 },
  dispute: { min: 5, max: 500 },
  /** Number of days after sending at which an undisputed statement is confirmed automatically. */
  confirmDays: 7,
  /** Day of the following month on which statements are created. `makeMinute` is the minute of that day (06:00). */
  makeDay: 2,
  makeMinute: 360,
  /** Number of past months whose corrections create a revision. */
  correctedMonths: 3,
} as const;

const HANDLE = 3107;
const address = (action: string): string => `finance.Statement/${action}`;

/**
 * A station's monthly statement. Sending the statement freezes its figures. Later corrections create a revision and preserve the earlier
 * figures. The station confirms or disputes the statement in a separate product, so the system performs `confirm` and `dispute` here.
 */
export const statementCase = caseType({
  key: 'statement',
  module: 'financial.statement',
  number: 'ST',
  title: WORD.monthlyStatement,
  money: true,
  waiting: ['disputed'],
  states: {
    draft: { text: text('生成中', 'Draft', 'Rascunho', '產生中'), tone: 'working' },
    pendingConfirm: {
      text: WORD.awaitingConfirmation,
      tone: 'attention',
    },
    confirmed: { text: WORD.confirmed, tone: 'good' },
    disputed: { text: text('有异议', 'Disputed', 'Contestado', '有異議'), tone: 'bad' },
    revised: { text: WORD.revised, tone: 'working' },
  },
  steps: {
    send: {
      address: address('send'),
      from: ['draft'],
      to: 'pendingConfirm',
      by: 'staff',
      rule: HANDLE,
      risk: 'confirm',
      form: true,
      text: WORD.send,
      happened: WORD.sentToStation,
      recordText: text('发送月结单', 'Send statement', 'Enviar extrato', '發送月結單'),
      bulk: { address: address('bulkSend') },
      errors: [42247],
    },
    answer: {
      address: address('answerDispute'),
      from: ['disputed'],
      to: 'revised',
      by: 'staff',
      rule: HANDLE,
      risk: 'confirm',
      form: true,
      text: text('答复异议', 'Answer dispute', 'Responder contestação', '答覆異議'),
      happened: text('已答复异议', 'Dispute answered', 'Contestação respondida', '已答覆異議'),
      errors: [40001, 40301, 40303, 42241, 42247],
    },
    revise: {
      address: address('revise'),
      from: ['pendingConfirm', 'confirmed'],
      to: 'revised',
      by: 'staff',
      rule: HANDLE,
      risk: 'confirm',
      reason: STATEMENT.reason,
      form: true,
      text: text('修订', 'Revise', 'Revisar', '修訂'),
      happened: WORD.revised,
      recordText: text('修订月结单', 'Revise statement', 'Revisar extrato', '修訂月結單'),
      errors: [42247],
    },
    deliver: {
      from: ['draft', 'revised'],
      to: 'pendingConfirm',
      by: 'system',
      risk: 'none',
      text: WORD.sentToStation,
    },
    confirm: {
      from: ['pendingConfirm'],
      to: 'confirmed',
      by: 'system',
      risk: 'none',
      text: text('站点已确认', 'Confirmed by the station', 'Confirmado pela estação', '站點已確認'),
    },
    confirmLate: {
      from: ['pendingConfirm'],
      to: 'confirmed',
      by: 'system',
      risk: 'none',
      text: text('逾期自动确认', 'Confirmed automatically', 'Confirmado automaticamente', '逾期自動確認'),
    },
    dispute: {
      from: ['pendingConfirm'],
      to: 'disputed',
      by: 'system',
      risk: 'none',
      text: text('站点提出异议', 'Disputed by the station', 'Contestado pela estação', '站點提出異議'),
    },
    correct: {
      from: ['pendingConfirm', 'confirmed'],
      to: 'revised',
      by: 'system',
      risk: 'none',
      text: text('后续更正已计入', 'Later corrections included', 'Correções posteriores incluídas', '後續更正已計入'),
    },
  },
});
export type StatementState = keyof typeof statementCase.states;
export const STATEMENT_STATES = Object.keys(statementCase.states) as [StatementState, ...StatementState[]];

/** Fees that a statement itemizes. Each fee is also a figure of the bill management. */
export const STATEMENT_FEES = [
  'technicalFee',
  'deliveryFee',
  'promotionFee',
  'otherFees',
] as const satisfies readonly FlowFigure[];
export type StatementFee = (typeof STATEMENT_FEES)[number];

/** Reasons why a transaction of a later day belongs to the month of a statement. */
export const CORRECTION_TEXT = {
  reversal: text('冲正本月交易', 'Reverses a transaction of the month', 'Estorna uma transação do mês', '沖正本月交易'),
  late: text(
    '本月发生、关账后入账',
    'Happened in the month, booked later',
    'Ocorreu no mês, lançado depois',
    '本月發生、關帳後入帳',
  ),
  adjustment: text(
    '针对本月结单的调账',
    'Adjustment for this statement',
    'Ajuste para este extrato',
    '針對本月結單的調帳',
  ),
} as const satisfies Record<string, Text>;
export type CorrectionReason = keyof typeof CORRECTION_TEXT;

/** Field names in columns, exports and operation records. */
export const STATEMENT_FIELDS = {
  no: text('月结单号', 'Statement no.', 'Nº do extrato', '月結單號'),
  month: WORD.month,
  team: WORD.station,
  state: WORD.state,
  revision: text('版次', 'Revision', 'Revisão', '版次'),
  orders: text('结算订单', 'Settled orders', 'Pedidos liquidados', '結算訂單'),
  goodsFen: WORD.goods,
  deliveryFen: text('配送金额', 'Delivery', 'Entrega', '配送金額'),
  technicalFeeFen: COST_KIND_TEXT.technical,
  deliveryFeeFen: WORD.deliveryFee,
  promotionFeeFen: COST_KIND_TEXT.promotion,
  otherFeesFen: text('其他费用', 'Other fees', 'Outras tarifas', '其他費用'),
  refundsFen: text('退款', 'Refunds', 'Reembolsos', '退款'),
  compensationFen: WORD.compensation,
  adjustmentsFen: WORD.adjustments,
  payableFen: text('应付站点', 'Payable to station', 'A pagar à estação', '應付站點'),
  creditedFen: text('已入账', 'Credited', 'Creditado', '已入帳'),
  openingFen: WORD.openingBalance,
  closingFen: WORD.closingBalance,
  correctedFen: WORD.laterCorrections,
  sentAt: text('发送时间', 'Sent', 'Enviado em', '傳送時間'),
  confirmedAt: WORD.confirmedAt,
  disputeText: text('异议内容', 'Dispute', 'Contestação', '異議內容'),
  answer: WORD.answer,
  reason: WORD.reason,
  fee: WORD.fee,
  ruleName: WORD.rule,
  rate: text('费率', 'Rate', 'Taxa', '費率'),
  baseFen: WORD.feeBase,
  amountFen: WORD.amount,
  firstAt: text('首次入账', 'First credited', 'Primeiro crédito', '首次入帳'),
  lastAt: text('最后入账', 'Last credited', 'Último crédito', '最後入帳'),
} as const satisfies Record<string, Text>;
