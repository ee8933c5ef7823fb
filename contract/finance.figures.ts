import { COST_KIND_TEXT } from './cost.states';
import type { AccountCode } from './ledger';
import { ENTRY_TYPES, type EntryType } from './ledger.entries';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file defines the figures of bill management (账单管理, DOMAIN §3.5). A definition lists the accounts and entry types to sum.
 * The figures on the page, their explanations, and the sums of the linked lists use these definitions.
 * A reversal counts as negative under the entry type that it reverses. The file imports no library, because the browser loads it at
 * run time.
 */

export interface FigureSpec {
  readonly codes: readonly AccountCode[];
  /** `null` means all entry types. */
  readonly types: readonly EntryType[] | null;
  /** The side, debit or credit, on which a posting increases the figure. */
  readonly side: 'D' | 'C';
  readonly text: Text;
  readonly help: Text;
}

const figure = (spec: FigureSpec): FigureSpec => spec;

const STATION = ['TEAM_PENDING', 'TEAM_AVAILABLE', 'TEAM_FROZEN', 'TEAM_HELD', 'TEAM_DEPOSIT'] as const;
const MOVED_BY_ITSELF: readonly EntryType[] = [
  'WITHDRAW_FREEZE',
  'WITHDRAW_PAY',
  'WITHDRAW_UNFREEZE',
  'WITHDRAW_RETURN',
  'DEPOSIT_IN',
  'DEPOSIT_OUT',
];

/**
 * Entry types of the commission figure. The figure does not subtract franchisees' shares, or refunds that are paid from the commission.
 * Both have other entry types.
 */
const COMMISSION_TYPES: readonly EntryType[] = ['ORDER_SETTLE', 'COMMISSION_DEPOSIT'];

/** Figures about movements in a period. */
export const FLOW_FIGURES = {
  received: figure({
    codes: ['CHANNEL'],
    types: ['ORDER_PAY'],
    side: 'D',
    text: text('实收', 'Received', 'Recebido', '實收'),
    help: text(
      '用户经支付渠道支付的订单金额。',
      'Order amounts that users paid at payment platforms.',
      'O que os usuários pagaram por pedidos nas plataformas de pagamento.',
      '使用者經支付管道支付的訂單金額。',
    ),
  }),
  income: figure({
    codes: ['ORDER_ESCROW'],
    types: ['ORDER_PAY'],
    side: 'C',
    text: text('订单收入', 'Order income', 'Receita de pedidos', '訂單收入'),
    help: text(
      '已支付订单的总额，含余额支付和平台补贴。',
      'Total of paid orders, including payments from wallets and platform subsidies.',
      'Totais dos pedidos pagos, com o que carteiras e cupons pagaram.',
      '已支付訂單的總額，含餘額支付和平台補貼。',
    ),
  }),
  refunds: figure({
    codes: ['CHANNEL', 'USER_BALANCE', 'SUBSIDY'],
    types: ['ORDER_REFUND', 'REFUND_AFTER_SETTLE'],
    side: 'C',
    text: WORD.refundAmount,
    help: text(
      '按原路退回的金额，含退回余额和补贴的部分。',
      'Amounts refunded by the original route, to platforms, wallets and coupons.',
      'O que voltou pelo caminho de origem, a plataformas, carteiras e cupons.',
      '按原路退回的金額，含退回餘額和補貼的部分。',
    ),
  }),
  commission: figure({
    codes: ['COMMISSION'],
    types: COMMISSION_TYPES,
    side: 'C',
    text: WORD.commission,
    help: text(
      '抽佣账户的入账（订单结算和储备金扣佣）减去冲正；未扣加盟分成和结算后退款中由平台承担的部分。',
      'Credits of the commission account (settled orders, commission from reserves) less reversals; franchise shares and refunds that the platform bears after settlement are not deducted.',
      'Créditos da conta de comissão (pedidos liquidados, comissão da reserva) menos estornos; sem descontar participações de franqueados nem reembolsos arcados após a liquidação.',
      '抽佣帳戶的入帳（訂單結算和儲備金扣佣）減去沖正；未扣加盟分成和結算後退款中由平台承擔的部分。',
    ),
  }),
  technicalFee: figure({
    codes: ['COMMISSION'],
    types: COMMISSION_TYPES,
    side: 'C',
    text: COST_KIND_TEXT.technical,
    help: text(
      '结算订单时收取的技术服务费，未扣加盟分成。',
      'Technical service fees taken at settlement, before shares of franchisees.',
      'Tarifas de serviço técnico na liquidação, antes das participações de franqueados.',
      '結算訂單時收取的技術服務費，未扣加盟分成。',
    ),
  }),
  deliveryFee: figure({
    codes: ['RIDER_AVAILABLE'],
    types: ['ORDER_SETTLE'],
    side: 'C',
    text: text(
      '配送费（付骑手）',
      'Delivery fee (to riders)',
      'Taxa de entrega (aos entregadores)',
      '配送費（付騎手）',
    ),
    help: text(
      '结算订单时付给骑手的配送收入，不是平台收入。',
      'Delivery income paid to riders at settlement; it is not income of the platform.',
      'O que os entregadores receberam pelas entregas na liquidação; não é receita da plataforma.',
      '結算訂單時付給騎手的配送收入，不是平台收入。',
    ),
  }),
  promotionFee: figure({
    codes: ['PROMOTION_FEE'],
    types: null,
    side: 'C',
    text: COST_KIND_TEXT.promotion,
    help: text(
      '收取的推广服务费。',
      'Promotion service fees taken.',
      'Tarifas de promoção cobradas.',
      '收取的推廣服務費。',
    ),
  }),
  otherFees: figure({
    codes: ['SERVICE_FEE', 'WITHDRAW_FEE', 'FRANCHISE_FEE'],
    types: null,
    side: 'C',
    text: text('其他费用收入', 'Other fee income', 'Outras tarifas', '其他費用收入'),
    help: text(
      '服务费、提现手续费和加盟费。',
      'Service fees, withdrawal fees and franchise fees.',
      'Tarifas de serviço, de saque e de franquia.',
      '服務費、提現手續費和加盟費。',
    ),
  }),
  compensation: figure({
    codes: ['COMPENSATION'],
    types: null,
    side: 'D',
    text: WORD.compensation,
    help: text(
      '平台承担的赔付，减去收回的部分。',
      'Compensation borne by the platform, less the amounts recovered.',
      'O que a plataforma arcou, menos o que recuperou.',
      '平台承擔的賠付，減去收回的部分。',
    ),
  }),
  adjustments: figure({
    codes: ['ADJUSTMENT'],
    types: ['MANUAL_IN', 'MANUAL_OUT'],
    side: 'D',
    text: WORD.adjustments,
    help: text(
      '经审批的人工调增减去调减，不含骑手扣款和对账核销。',
      'Approved upward adjustments less downward ones; deductions from riders and reconciliation write-offs are not included.',
      'Ajustes aprovados a crédito menos a débito; sem descontos de entregadores nem baixas de conciliação.',
      '經審批的人工調增減去調減，不含騎手扣款和對帳核銷。',
    ),
  }),
  net: figure({
    codes: STATION,
    types: (Object.keys(ENTRY_TYPES) as EntryType[]).filter((type) => !MOVED_BY_ITSELF.includes(type)),
    side: 'C',
    text: WORD.netToStations,
    help: text(
      '站点各账户的净变动，不含提现和储备金的存退。',
      'Net change of all station accounts, excluding withdrawals and payments into or out of the reserve.',
      'O que as contas das estações ganharam, sem saques e depósitos de reserva.',
      '站點各帳戶的淨變動，不含提現和儲備金的存退。',
    ),
  }),
  withdrawn: figure({
    codes: ['TEAM_FROZEN', 'TEAM_AVAILABLE'],
    types: ['WITHDRAW_PAY', 'WITHDRAW_RETURN'],
    side: 'D',
    text: text('站点提现', 'Withdrawn by stations', 'Sacado pelas estações', '站點提現'),
    help: text(
      '已打款的站点提现，减去退票。',
      'Paid station withdrawals, less those returned.',
      'Saques de estações pagos, menos os devolvidos.',
      '已打款的站點提現，減去退票。',
    ),
  }),
} as const;

/** Figures about balances at the end of a day. */
export const BALANCE_FIGURES = {
  owedTeams: figure({
    codes: ['TEAM_PENDING', 'TEAM_AVAILABLE', 'TEAM_DEPOSIT'],
    types: null,
    side: 'C',
    text: text('应付站点', 'Payable to stations', 'A pagar a estações', '應付站點'),
    help: text(
      '待结算、可用和储备金，不含冻结和管控部分。',
      'Pending, available and reserve balances; frozen and held amounts are not included.',
      'Pendente, disponível e reservas; sem o bloqueado ou retido.',
      '待結算、可用和儲備金，不含凍結和管控部分。',
    ),
  }),
  owedRiders: figure({
    codes: ['RIDER_AVAILABLE', 'RIDER_DEPOSIT'],
    types: null,
    side: 'C',
    text: text('应付骑手', 'Payable to riders', 'A pagar a entregadores', '應付騎手'),
    help: text(
      '骑手余额和押金。',
      'Balances and deposits of riders.',
      'Saldos e cauções dos entregadores.',
      '騎手餘額和押金。',
    ),
  }),
  owedFranchisees: figure({
    codes: ['FRANCHISEE_AVAILABLE', 'FRANCHISEE_DEPOSIT'],
    types: null,
    side: 'C',
    text: text('应付加盟商', 'Payable to franchisees', 'A pagar a franqueados', '應付加盟商'),
    help: text(
      '加盟商可用余额和保证金。',
      'Available shares and deposits of franchisees.',
      'Participações disponíveis e cauções dos franqueados.',
      '加盟商可用餘額和保證金。',
    ),
  }),
  owedMerchants: figure({
    codes: ['MERCHANT_PAYABLE'],
    types: null,
    side: 'C',
    text: text('应付商家', 'Payable to merchants', 'A pagar a comerciantes', '應付商家'),
    help: text(
      '商家的货款；可能因结算后退款为负。',
      'Goods amounts owed to merchants; refunds after settlement may make the figure negative.',
      'Dinheiro dos produtos; reembolsos tardios podem torná-lo negativo.',
      '商家的貨款；可能因結算後退款為負。',
    ),
  }),
  owedUsers: figure({
    codes: ['USER_BALANCE'],
    types: null,
    side: 'C',
    text: WORD.userWallets,
    help: text(
      '用户钱包的余额。',
      'Balances of user wallets.',
      'O que há nas carteiras dos usuários.',
      '使用者錢包的餘額。',
    ),
  }),
  escrow: figure({
    codes: ['ORDER_ESCROW'],
    types: null,
    side: 'C',
    text: WORD.ordersNotSettled,
    help: text(
      '已支付、尚未结算或退款的订单金额。',
      'Paid orders that are neither settled nor refunded.',
      'Pedidos pagos que não foram liquidados nem reembolsados.',
      '已支付、尚未結算或退款的訂單金額。',
    ),
  }),
  frozen: figure({
    codes: ['TEAM_FROZEN', 'RIDER_FROZEN', 'FRANCHISEE_FROZEN', 'MERCHANT_FROZEN'],
    types: null,
    side: 'C',
    text: WORD.frozenForWithdrawal,
    help: text('处理中的提现申请。', 'Withdrawals under way.', 'Saques em andamento.', '處理中的提現申請。'),
  }),
  held: figure({
    codes: ['TEAM_HELD', 'RIDER_HELD'],
    types: null,
    side: 'C',
    text: WORD.heldByFinance,
    help: text('财务暂扣的部分。', 'Amounts held by finance.', 'O que o financeiro retém.', '財務暫扣的部分。'),
  }),
  insurance: figure({
    codes: ['INSURANCE_PAYABLE'],
    types: null,
    side: 'C',
    text: WORD.premiumsToRemit,
    help: text(
      '已收、待缴给保险公司的保费。',
      'Premiums collected and not yet remitted to the insurer.',
      'Prêmios recebidos e ainda não repassados à seguradora.',
      '已收、待繳給保險公司的保費。',
    ),
  }),
  channel: figure({
    codes: ['CHANNEL'],
    types: null,
    side: 'D',
    text: WORD.channelFunds,
    help: text(
      '各商户号在支付渠道的余额合计。',
      'Balances at payment platforms, all merchant numbers together.',
      'Saldos nas plataformas de pagamento, todos os números juntos.',
      '各商戶號在支付管道的餘額合計。',
    ),
  }),
  transfer: figure({
    codes: ['TRANSFER'],
    types: null,
    side: 'D',
    text: WORD.transfersInTransit,
    help: text(
      '已从一个商户号转出、尚未到账另一个商户号的金额。',
      'Amounts that have left one merchant number and have not arrived at the other.',
      'O que saiu de um dos nossos números e ainda não chegou ao outro.',
      '已從一個商戶號轉出、尚未到帳另一個商戶號的金額。',
    ),
  }),
  suspense: figure({
    codes: ['SUSPENSE'],
    types: null,
    side: 'C',
    text: WORD.suspense,
    help: text(
      '对账中尚未查明的差额。',
      'Reconciliation differences that are not explained yet.',
      'Diferenças de conciliação ainda não explicadas.',
      '對帳中尚未查明的差額。',
    ),
  }),
  teamMoney: figure({
    codes: STATION,
    types: null,
    side: 'C',
    text: WORD.closingBalance,
    help: text(
      '站点全部账户在期末的余额。',
      'Balance of all station accounts at the end of the period.',
      'Todas as contas das estações no fim do período.',
      '站點全部帳戶在期末的餘額。',
    ),
  }),
} as const;

export type FlowFigure = keyof typeof FLOW_FIGURES;
export type BalanceFigure = keyof typeof BALANCE_FIGURES;
export const FLOW_KEYS = Object.keys(FLOW_FIGURES) as [FlowFigure, ...FlowFigure[]];
export const BALANCE_KEYS = Object.keys(BALANCE_FIGURES) as [BalanceFigure, ...BalanceFigure[]];
export type FinanceFigure = FlowFigure | BalanceFigure;
export const FIGURES: Readonly<Record<FinanceFigure, FigureSpec>> = { ...FLOW_FIGURES, ...BALANCE_FIGURES };
