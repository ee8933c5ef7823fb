import { caseType, reviewSteps } from './case';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/**
 * Transfers between our own merchant numbers (商户号调拨, DOMAIN §9 decision 21).
 * The browser imports this file, so it must not import libraries.
 */

/** Limits of transfers. Amounts are in fen. Above `ownerAboveFen`, the maker or the approver must be the owner. */
export const TRANSFER = {
  amountFen: { min: 100, max: 9_999_999_999 },
  ownerAboveFen: 5_000_000,
  reason: { min: 5, max: 200 },
  voucherNo: { min: 4, max: 64 },
  /** Number of days after which an undecided transfer expires. */
  days: 7,
} as const;

const BOOK = RULE['financial.merchant.transfer'];
const address = (verb: string): string => `finance.Transfer/${verb}`;
const review = reviewSteps({
  pending: 'pending',
  rules: { decide: RULE['financial.merchant.approveTransfer'], make: BOOK },
  address,
  recordTexts: {
    approve: text('通过调拨', 'Approve transfer', 'Aprovar transferência', '通過調撥'),
    reject: text('驳回调拨', 'Reject transfer', 'Recusar transferência', '駁回調撥'),
    withdraw: text('撤回调拨', 'Withdraw transfer', 'Retirar transferência', '撤回調撥'),
  },
});
const byStaff = { by: 'staff', rule: BOOK, risk: 'second', form: true } as const;
const bySystem = { by: 'system', risk: 'none' } as const;

/** One user proposes a transfer and another user approves it. Then a payment channel or a staff member sends the money. */
export const transferCase = caseType({
  key: 'transfer',
  module: 'financial.merchant',
  number: 'TR',
  title: WORD.merchantNumberTransfer,
  money: true,
  states: {
    pending: { text: WORD.pendingReview, tone: 'attention' },
    processing: { text: text('渠道处理中', 'Processing', 'Em processamento', '管道處理中'), tone: 'working' },
    byHand: { text: text('待线下转出', 'To be sent', 'A enviar', '待線下轉出'), tone: 'attention' },
    unknown: { text: WORD.resultUnknown, tone: 'bad' },
    inTransit: { text: text('在途', 'In transit', 'Em trânsito', '在途'), tone: 'working' },
    done: { text: WORD.received, tone: 'good' },
    failed: { text: WORD.failed, tone: 'bad' },
    rejected: { text: WORD.rejectedFeminine, tone: 'bad' },
    withdrawn: { text: WORD.withdrawnFeminine, tone: 'neutral' },
    expired: { text: WORD.expiredFeminine, tone: 'neutral' },
  },
  steps: {
    ...review,
    approve: {
      ...review.approve,
      to: 'byHand',
      ownerAboveFen: TRANSFER.ownerAboveFen,
      errors: [42330, 50201],
      consequence: text(
        '金额随即在转出商户号上预留。支付宝之间由渠道转账，其他由人工转账并登记凭证。',
        'The amount is reserved at the sending number. The channel makes transfers between Alipay numbers; other transfers are made by hand and booked with a voucher.',
        'O valor fica reservado no número de origem. O Alipay o move sozinho; outras transferências são feitas à mão e lançadas com comprovante.',
        '金額隨即在轉出商戶號上預留。支付寶之間由管道轉帳，其他由人工轉帳並登記憑證。',
      ),
    },
    reject: { ...review.reject, reason: TRANSFER.reason },
    bookOut: {
      ...byStaff,
      address: address('bookOut'),
      from: ['byHand'],
      to: 'inTransit',
      text: text('登记转出', 'Book as sent', 'Lançar envio', '登記轉出'),
      happened: text('已转出', 'Sent', 'Enviada', '已轉出'),
      recordText: text('登记调拨转出', 'Book transfer as sent', 'Lançar envio da transferência', '登記調撥轉出'),
      errors: [40001, 42246, 42248],
    },
    bookIn: {
      ...byStaff,
      address: address('bookIn'),
      from: ['inTransit'],
      to: 'done',
      text: text('登记到账', 'Book as received', 'Lançar recebimento', '登記到帳'),
      happened: WORD.received,
      recordText: text(
        '登记调拨到账',
        'Book transfer as received',
        'Lançar recebimento da transferência',
        '登記調撥到帳',
      ),
      errors: [42246, 42248],
    },
    bookReturn: {
      ...byStaff,
      address: address('bookReturn'),
      from: ['inTransit'],
      to: 'failed',
      reason: TRANSFER.reason,
      text: text('登记退回', 'Book as returned', 'Lançar devolução', '登記退回'),
      happened: text('已退回', 'Returned', 'Devolvida', '已退回'),
      recordText: text(
        '登记调拨退回',
        'Book transfer as returned',
        'Lançar devolução da transferência',
        '登記調撥退回',
      ),
      errors: [42246, 42248],
    },
    abandon: {
      address: address('abandon'),
      from: ['byHand'],
      to: 'failed',
      by: 'staff',
      rule: BOOK,
      risk: 'confirm',
      reason: TRANSFER.reason,
      text: text('放弃', 'Abandon', 'Abandonar', '放棄'),
      happened: WORD.givenUp,
      recordText: text('放弃调拨', 'Abandon transfer', 'Abandonar transferência', '放棄調撥'),
      consequence: text(
        '预留的金额随即释放，不产生入账。',
        'The reserved amount is released and nothing is posted.',
        'O valor reservado é liberado e nada é lançado.',
        '預留的金額隨即釋放，不產生入帳。',
      ),
    },
    send: {
      ...bySystem,
      from: ['byHand'],
      to: 'processing',
      text: text('已交渠道转账', 'Handed to the channel', 'Entregue ao canal', '已交管道轉帳'),
    },
    accept: {
      ...bySystem,
      from: ['unknown'],
      to: 'processing',
      text: text('渠道已受理', 'Accepted by the channel', 'Aceita pelo canal', '管道已受理'),
    },
    doubt: {
      ...bySystem,
      from: ['processing'],
      to: 'unknown',
      text: WORD.resultUnknown,
    },
    succeed: {
      ...bySystem,
      from: ['processing', 'unknown'],
      to: 'done',
      text: text('渠道转账成功', 'Transferred by the channel', 'Movida pelo canal', '管道轉帳成功'),
    },
    fail: {
      ...bySystem,
      from: ['processing', 'unknown'],
      to: 'failed',
      text: text('渠道转账失败', 'Failed at the channel', 'Recusada pelo canal', '管道轉帳失敗'),
    },
  },
});
export type TransferState = keyof typeof transferCase.states;
export type TransferStep = keyof typeof transferCase.steps;
