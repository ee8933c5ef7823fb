import { ENTRY_TYPES, type EntryType } from './ledger.entries';
import type { Tone } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares labels and sets of values for the finance pages (DOMAIN §3.5). It contains only data and imports no library,
 * because the browser loads it at run time.
 */

const ENTRY_NAMES = Object.keys(ENTRY_TYPES) as [EntryType, ...EntryType[]];

/** Entry types that move money through a channel ({@link CHANNELS}) and have a bill. A reversal has a bill if the original has one. */
export const BILL_TYPES = ENTRY_NAMES.filter((type) => {
  const codes: readonly string[] = [...ENTRY_TYPES[type].debit, ...ENTRY_TYPES[type].credit];
  return type === 'REVERSAL' || codes.includes('CHANNEL');
}) as [EntryType, ...EntryType[]];

/** Channels through which the company receives and pays money: payment platforms, the bank, and `offline` for all other payments. */
export const CHANNELS = ['wechat', 'alipay', 'bank', 'offline'] as const;

/** Limits of the reason for a reversal, in characters. */
export const REVERSE_REASON = { min: 5, max: 200 } as const;

/**
 * States of an order's settlement and their consequences. `undone` means that the settlement was reversed. The server settles the
 * order again when the hold on the order ends (docs/decisions/0026).
 */
export const SETTLEMENT_STATES = {
  open: {
    tone: 'info',
    text: text('未结算', 'Not settled yet', 'Ainda não liquidado', '未結算'),
    next: text(
      '订单送达后自动结算。',
      'It is settled when the order is delivered.',
      'Será liquidado quando o pedido for entregue.',
      '訂單送達後自動結算。',
    ),
  },
  held: {
    tone: 'attention',
    text: text('暂缓结算', 'Settlement held', 'Liquidação retida', '暫緩結算'),
    next: text(
      '即使送达也不结算；取消暂缓后，已送达的订单立即结算。',
      'The order is not settled, even when it is delivered. Once the hold ends, a delivered order is settled at once.',
      'Nada o liquida, nem a entrega. Ao encerrar a retenção, um pedido entregue é liquidado na hora.',
      '即使送達也不結算；取消暫緩後，已送達的訂單立即結算。',
    ),
  },
  undone: {
    tone: 'attention',
    text: text('结算已冲正', 'Settlement reversed', 'Liquidação estornada', '結算已沖正'),
    next: text(
      '订单款项回到待结算，并暂缓结算。取消暂缓后按支付时确定的费用重新结算一次。',
      'The order’s money is back in escrow, and the order is held. Once the hold ends, the order is settled again with the fees fixed at payment.',
      'O dinheiro do pedido voltou à custódia e o pedido está retido. Ao encerrar a retenção, é liquidado de novo, com as tarifas do pagamento.',
      '訂單款項回到待結算，並暫緩結算。取消暫緩後按支付時確定的費用重新結算一次。',
    ),
  },
  pending: {
    tone: 'info',
    text: text('已结算，待入账', 'Settled, to be credited', 'Liquidado, a creditar', '已結算，待入帳'),
    next: text(
      '站点所得到期后自动入账。',
      'The station’s share is credited automatically when it is due.',
      'A parte da estação é creditada na data prevista.',
      '站點所得到期後自動入帳。',
    ),
  },
  lineHeld: {
    tone: 'attention',
    text: text('已结算，暂缓入账', 'Settled, credit held', 'Liquidado, crédito retido', '已結算，暫緩入帳'),
    next: text(
      '站点所得到期也不入账，取消暂缓后恢复。',
      'The station’s share is not credited before the hold ends.',
      'A parte da estação não é creditada enquanto durar a retenção.',
      '站點所得到期也不入帳，取消暫緩後恢復。',
    ),
  },
  released: {
    tone: 'good',
    text: text('已结算并入账', 'Settled and credited', 'Liquidado e creditado', '已結算並入帳'),
    next: text(
      '站点所得已可用。冲正结算会把它从可用余额收回。',
      'The station’s share is available. Reversing the settlement takes it back out of the available balance.',
      'A parte da estação está disponível. Estornar a liquidação a retira do saldo disponível.',
      '站點所得已可用。沖正結算會把它從可用餘額收回。',
    ),
  },
  settled: {
    tone: 'good',
    text: WORD.settled,
    next: text(
      '站点没有所得，无需入账。',
      'Nothing was left for the station, so nothing is credited.',
      'Nada restou para a estação, portanto nada é creditado.',
      '站點沒有所得，無需入帳。',
    ),
  },
  none: {
    tone: 'neutral',
    text: text('无需结算', 'Nothing to settle', 'Nada a liquidar', '無需結算'),
    next: text(
      '订单已取消或已全额退款。',
      'The order was cancelled, or refunded in full.',
      'O pedido foi cancelado ou reembolsado por inteiro.',
      '訂單已取消或已全額退款。',
    ),
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly tone: Tone; readonly text: ReturnType<typeof text>; readonly next: ReturnType<typeof text> }
  >
>;
export type SettlementState = keyof typeof SETTLEMENT_STATES;

export const ORDER_STATUS_TEXT = {
  paid: text('待接单', 'Paid, waiting for a rider', 'Pago, aguarda entregador', '待接單'),
  accepted: text('配送中', 'Under way', 'Em entrega', '配送中'),
  delivered: WORD.deliveredMasculine,
  cancelled: WORD.cancelledMasculine,
} as const;

/** Kinds of VAT invoices (发票类型). */
export const INVOICE_TYPE_TEXT = {
  normal: text('增值税普通发票', 'Ordinary VAT invoice', 'Fatura de IVA comum', '增值稅普通發票'),
  special: text('增值税专用发票', 'Special VAT invoice', 'Fatura de IVA especial', '增值稅專用發票'),
} as const;
export type InvoiceType = keyof typeof INVOICE_TYPE_TEXT;

/** Labels of the invoice and payee fields (开票与收款信息). */
export const INVOICE_FIELDS = {
  subjectName: text('主体名称', 'Company name', 'Razão social', '主體名稱'),
  creditCode: WORD.creditCode,
  invoiceType: text('发票类型', 'Invoice type', 'Tipo de fatura', '發票類型'),
  address: text('注册地址', 'Registered address', 'Endereço registrado', '註冊地址'),
  tel: WORD.telephone,
  bankName: WORD.openingBank,
  bankAccount: text('银行账号', 'Bank account', 'Conta bancária', '銀行帳號'),
  receiverEmail: text('收票邮箱', 'Email for invoices', 'E-mail para faturas', '收票信箱'),
} as const;
