import type { AccountCode } from './ledger';
import { text } from './text';
import { WORD } from './words';

/** This file defines the entry types (业务类型, DOMAIN §4.2). Each has a name, and accounts that it may debit and credit. */

interface EntrySpec {
  /** Accounts that the type may debit and credit. Empty lists mean any account, because a reversal mirrors its original. */
  readonly debit: readonly AccountCode[];
  readonly credit: readonly AccountCode[];
  /** `true` means that debit and credit accounts may also be exchanged. */
  readonly bothWays?: true;
  /** `true` means that the type may not debit a frozen account (42242). */
  readonly heedsFreeze?: true;
  /** `true` means that the balance itself must cover the amount. The station's credit limit does not count (42241). */
  readonly withoutCredit?: true;
  readonly text: ReturnType<typeof text>;
}
const entry = (spec: EntrySpec): EntrySpec => spec;

const AVAILABLE = ['TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'FRANCHISEE_AVAILABLE'] as const;
/** Accounts from which money can be withdrawn. */
const WITHDRAWABLE = [...AVAILABLE, 'MERCHANT_PAYABLE'] as const;
const FROZEN = ['TEAM_FROZEN', 'RIDER_FROZEN', 'FRANCHISEE_FROZEN', 'MERCHANT_FROZEN'] as const;
const HELD = ['TEAM_HELD', 'RIDER_HELD'] as const;
const OWNED = [...WITHDRAWABLE, 'TEAM_DEPOSIT', 'RIDER_DEPOSIT', 'USER_BALANCE'] as const;
const LOSS_BEARERS = ['RIDER_AVAILABLE', 'TEAM_AVAILABLE', 'MERCHANT_PAYABLE', 'COMPENSATION'] as const;
/** Accounts that can bear or receive the amount of a reconciliation difference. ADJUSTMENT means the platform itself. */
const RECON_PARTIES = ['TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'MERCHANT_PAYABLE', 'ADJUSTMENT'] as const;
const LOSS_PAYEES = ['USER_BALANCE', 'CHANNEL', 'MERCHANT_PAYABLE', 'RIDER_AVAILABLE', 'SUBSIDY'] as const;

/** Entry types (业务类型, DOMAIN §4.2). The ledger refuses transactions of any other type. */
export const ENTRY_TYPES = {
  ORDER_PAY: entry({
    debit: ['CHANNEL', 'USER_BALANCE', 'SUBSIDY'],
    credit: ['ORDER_ESCROW'],
    text: text('订单支付', 'Order paid', 'Pedido pago', '訂單支付'),
  }),
  ORDER_SETTLE: entry({
    debit: ['ORDER_ESCROW'],
    credit: ['MERCHANT_PAYABLE', 'RIDER_AVAILABLE', 'COMMISSION', 'PROMOTION_FEE', 'SERVICE_FEE', 'TEAM_PENDING'],
    text: text('订单结算', 'Order settled', 'Pedido liquidado', '訂單結算'),
  }),
  TEAM_RELEASE: entry({
    debit: ['TEAM_PENDING'],
    credit: ['TEAM_AVAILABLE'],
    text: text('结算入账', 'Settlement credited', 'Liquidação creditada', '結算入帳'),
  }),
  COMMISSION_DEPOSIT: entry({
    debit: ['TEAM_DEPOSIT'],
    credit: ['COMMISSION'],
    text: text('储备金扣佣', 'Commission from the reserve', 'Comissão da reserva', '儲備金扣佣'),
  }),
  FRANCHISE_SHARE: entry({
    debit: ['COMMISSION'],
    credit: ['FRANCHISEE_AVAILABLE'],
    text: text('加盟分成', 'Franchise share', 'Participação do franqueado', '加盟分成'),
  }),
  ORDER_REFUND: entry({
    debit: ['ORDER_ESCROW'],
    credit: ['CHANNEL', 'USER_BALANCE', 'SUBSIDY'],
    text: text('订单退款', 'Order refunded', 'Pedido reembolsado', '訂單退款'),
  }),
  REFUND_AFTER_SETTLE: entry({
    debit: [
      'MERCHANT_PAYABLE',
      'RIDER_AVAILABLE',
      'TEAM_AVAILABLE',
      'COMMISSION',
      'FRANCHISEE_AVAILABLE',
      'COMPENSATION',
    ],
    credit: ['CHANNEL', 'USER_BALANCE'],
    text: text('结算后退款', 'Refund after settlement', 'Reembolso após a liquidação', '結算後退款'),
  }),
  CHANNEL_FEE: entry({
    debit: ['CHANNEL_COST'],
    credit: ['CHANNEL'],
    // When a payment is refunded, the payment platform returns its fee. So debit and credit may be exchanged.
    bothWays: true,
    text: WORD.channelFee,
  }),
  WITHDRAW_FREEZE: entry({
    debit: WITHDRAWABLE,
    credit: FROZEN,
    heedsFreeze: true,
    text: WORD.frozenForWithdrawal,
  }),
  WITHDRAW_PAY: entry({
    debit: FROZEN,
    credit: ['CHANNEL', 'WITHDRAW_FEE'],
    text: text('提现出款', 'Withdrawal paid', 'Saque pago', '提現出款'),
  }),
  WITHDRAW_UNFREEZE: entry({
    debit: FROZEN,
    credit: WITHDRAWABLE,
    text: text('提现解冻', 'Withdrawal released', 'Saque desbloqueado', '提現解凍'),
  }),
  WITHDRAW_RETURN: entry({
    debit: ['CHANNEL', 'WITHDRAW_FEE'],
    credit: WITHDRAWABLE,
    text: text('提现退票', 'Withdrawal returned', 'Saque devolvido', '提現退票'),
  }),
  FUND_HOLD: entry({
    debit: AVAILABLE,
    credit: HELD,
    withoutCredit: true,
    text: WORD.heldByFinance,
  }),
  FUND_UNHOLD: entry({
    debit: HELD,
    credit: AVAILABLE,
    text: text('解除管控', 'Hold lifted', 'Retenção liberada', '解除管控'),
  }),
  MANUAL_IN: entry({
    debit: ['ADJUSTMENT'],
    credit: OWNED,
    text: text('人工调增', 'Adjusted upwards', 'Ajuste a crédito', '人工調增'),
  }),
  MANUAL_OUT: entry({
    debit: OWNED,
    credit: ['ADJUSTMENT'],
    text: text('人工调减', 'Adjusted downwards', 'Ajuste a débito', '人工調減'),
  }),
  RIDER_REWARD: entry({
    debit: ['TEAM_AVAILABLE', 'SUBSIDY'],
    credit: ['RIDER_AVAILABLE'],
    text: text('骑手奖励补贴', 'Rider reward', 'Bônus do entregador', '騎手獎勵補貼'),
  }),
  RIDER_DEDUCT: entry({
    debit: ['RIDER_AVAILABLE'],
    // COMPENSATION: the platform has paid the food loss for the rider, so each instalment repays the platform.
    credit: ['TEAM_AVAILABLE', 'ADJUSTMENT', 'COMPENSATION'],
    text: text('骑手扣款', 'Rider deduction', 'Desconto do entregador', '騎手扣款'),
  }),
  DEPOSIT_IN: entry({
    debit: ['CHANNEL'],
    credit: ['TEAM_DEPOSIT', 'RIDER_DEPOSIT', 'FRANCHISEE_DEPOSIT'],
    text: text('储备金、押金存入', 'Deposit paid in', 'Depósito recebido', '儲備金、押金存入'),
  }),
  DEPOSIT_OUT: entry({
    debit: ['TEAM_DEPOSIT', 'RIDER_DEPOSIT', 'FRANCHISEE_DEPOSIT'],
    // A rider's deposit can also be refunded to the rider's own balance (docs/decisions/0023).
    credit: ['CHANNEL', 'RIDER_AVAILABLE'],
    heedsFreeze: true,
    withoutCredit: true,
    text: text('储备金、押金退还', 'Deposit paid back', 'Depósito devolvido', '儲備金、押金退還'),
  }),
  INSURE_PREMIUM: entry({
    debit: ['TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'COMPENSATION'],
    credit: ['INSURANCE_PAYABLE'],
    text: WORD.insurancePremium,
  }),
  INSURE_REFUND: entry({
    debit: ['INSURANCE_PAYABLE'],
    credit: ['TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'COMPENSATION'],
    text: text('退保', 'Premium refunded', 'Prêmio reembolsado', '退保'),
  }),
  INSURE_ADJUST: entry({
    debit: ['TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'COMPENSATION'],
    credit: ['INSURANCE_PAYABLE'],
    // The insurer can charge less than we have posted, so debit and credit may be exchanged.
    bothWays: true,
    text: text('保费调整', 'Premium adjusted', 'Prêmio ajustado', '保費調整'),
  }),
  INSURE_REMIT: entry({
    debit: ['INSURANCE_PAYABLE'],
    credit: ['CHANNEL'],
    text: text('缴保费', 'Premiums remitted', 'Prêmios repassados', '繳保費'),
  }),
  FOODLOSS_PAY: entry({
    debit: LOSS_BEARERS,
    credit: LOSS_PAYEES,
    text: text('餐损赔付', 'Food loss paid', 'Perda de refeição paga', '餐損賠付'),
  }),
  FOODLOSS_ADVANCE: entry({
    debit: ['COMPENSATION'],
    credit: LOSS_PAYEES,
    text: WORD.advancedByPlatform,
  }),
  FOODLOSS_SETTLE: entry({
    debit: ['RIDER_AVAILABLE', 'TEAM_AVAILABLE', 'MERCHANT_PAYABLE'],
    credit: ['COMPENSATION'],
    text: text('餐损清分', 'Food loss shared out', 'Perda de refeição rateada', '餐損清分'),
  }),
  FOODLOSS_REVISE: entry({
    debit: [...LOSS_BEARERS, ...LOSS_PAYEES],
    credit: [...LOSS_BEARERS, ...LOSS_PAYEES],
    text: text('申诉改判', 'Revised on appeal', 'Revisado em recurso', '申訴改判'),
  }),
  INSURER_BOOK: entry({
    debit: ['INSURER_RECEIVABLE'],
    credit: ['COMPENSATION'],
    text: text('保险公司应收入账', 'Insurer’s share booked', 'Parte da seguradora registrada', '保險公司應收入帳'),
  }),
  INSURER_COLLECT: entry({
    debit: ['CHANNEL'],
    credit: ['INSURER_RECEIVABLE'],
    text: text('保险公司应收收回', 'Insurer’s share collected', 'Parte da seguradora cobrada', '保險公司應收收回'),
  }),
  SMS_FEE: entry({
    debit: ['TEAM_AVAILABLE'],
    credit: ['SERVICE_FEE'],
    text: text('短信费', 'SMS fee', 'Tarifa de SMS', '簡訊費'),
  }),
  SERVICE_FEE: entry({
    debit: ['TEAM_AVAILABLE'],
    credit: ['SERVICE_FEE'],
    text: text('服务费', 'Service fee', 'Tarifa de serviço', '服務費'),
  }),
  FEE_WAIVE: entry({
    debit: ['COMMISSION', 'PROMOTION_FEE', 'SERVICE_FEE'],
    credit: ['TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'MERCHANT_PAYABLE'],
    text: text('费用减免', 'Fee waived', 'Tarifa dispensada', '費用減免'),
  }),
  RECEIVABLE_BOOK: entry({
    debit: ['RECEIVABLE'],
    credit: ['SERVICE_FEE', 'COMPENSATION'],
    // A revised decision can reduce the receivable, so debit and credit may be exchanged.
    bothWays: true,
    text: text('应收入账', 'Receivable booked', 'Valor a receber registrado', '應收入帳'),
  }),
  RECEIVABLE_COLLECT: entry({
    debit: ['TEAM_AVAILABLE'],
    credit: ['RECEIVABLE'],
    text: text('应收收回', 'Receivable collected', 'Valor a receber cobrado', '應收收回'),
  }),
  RECEIVABLE_WAIVE: entry({
    debit: ['SERVICE_FEE', 'ADJUSTMENT'],
    credit: ['RECEIVABLE'],
    text: text('应收减免', 'Receivable waived', 'Valor a receber dispensado', '應收減免'),
  }),
  FRANCHISE_IN: entry({
    debit: ['CHANNEL'],
    credit: ['FRANCHISE_FEE', 'FRANCHISE_DEFERRED'],
    text: WORD.franchiseFee,
  }),
  FRANCHISE_RECOGNISE: entry({
    debit: ['FRANCHISE_DEFERRED'],
    credit: ['FRANCHISE_FEE'],
    text: text('加盟费确认收入', 'Franchise fee recognised', 'Taxa de franquia apropriada', '加盟費確認收入'),
  }),
  USER_TOPUP: entry({
    debit: ['CHANNEL', 'SUBSIDY'],
    credit: ['USER_BALANCE'],
    text: text('用户充值', 'Wallet top-up', 'Recarga da carteira', '使用者儲值'),
  }),
  USER_ADJUST: entry({
    debit: ['ADJUSTMENT', 'SUBSIDY'],
    credit: ['USER_BALANCE'],
    bothWays: true,
    text: text('用户余额调整', 'Wallet adjusted', 'Carteira ajustada', '使用者餘額調整'),
  }),
  WALLET_PAY: entry({
    debit: ['USER_BALANCE'],
    credit: ['SERVICE_FEE'],
    text: text('钱包支付', 'Paid from wallet', 'Pago pela carteira', '錢包支付'),
  }),
  WALLET_PAYOUT: entry({
    debit: ['USER_BALANCE'],
    credit: ['CHANNEL'],
    text: text('钱包提现', 'Wallet paid out', 'Saque da carteira', '錢包提領'),
  }),
  RECON_SUSPEND: entry({
    debit: ['CHANNEL'],
    credit: ['SUSPENSE'],
    bothWays: true,
    text: text('对账挂账', 'Difference suspended', 'Diferença em pendência', '對帳掛帳'),
  }),
  CHANNEL_TRANSFER_OUT: entry({
    debit: ['TRANSFER'],
    credit: ['CHANNEL'],
    text: text('商户号调拨转出', 'Transfer sent', 'Transferência enviada', '商戶號調撥轉出'),
  }),
  CHANNEL_TRANSFER_IN: entry({
    debit: ['CHANNEL'],
    credit: ['TRANSFER'],
    text: text('商户号调拨转入', 'Transfer received', 'Transferência recebida', '商戶號調撥轉入'),
  }),
  RECON_CLEAR: entry({
    debit: ['SUSPENSE', 'CHANNEL'],
    credit: ['SUSPENSE', 'CHANNEL', ...RECON_PARTIES],
    bothWays: true,
    text: text('对账核销', 'Difference cleared', 'Diferença baixada', '對帳核銷'),
  }),
  RECON_WRITEOFF: entry({
    debit: ['ADJUSTMENT'],
    credit: ['SUSPENSE', 'CHANNEL'],
    bothWays: true,
    text: text('对账冲销', 'Difference written off', 'Diferença lançada a perda', '對帳沖銷'),
  }),
  REVERSAL: entry({ debit: [], credit: [], text: WORD.reversal }),
} as const satisfies Readonly<Record<string, EntrySpec>>;
export type EntryType = keyof typeof ENTRY_TYPES;
