import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the ledger accounts with their rules, and states and limits of the ledger (DOMAIN §4). Amounts are integer fen.
 * The file contains only data and imports no library, because the browser loads it at run time.
 */

/** Kinds of account owners. Accounts of the platform have owner 0. */
type OwnerKind = 'platform' | 'merchantNumber' | 'team' | 'rider' | 'franchisee' | 'merchant' | 'user' | 'insurer';

/**
 * The lowest allowed balance. `zero`: 0 · `credit`: minus the station's credit limit · `none`: no limit · `alarm`: no limit, but the
 * nightly check reports a negative sum.
 */
type Floor = 'zero' | 'credit' | 'none' | 'alarm';

interface AccountSpec {
  /** Balance of A accounts (assets, expenses): debit − credit. Balance of L accounts (liabilities, revenues): credit − debit. */
  readonly side: 'A' | 'L';
  readonly owner: OwnerKind;
  readonly floor: Floor;
  /**
   * `true` means that the account has one subaccount per station. Transactions of all stations post to such accounts. With a single
   * account, they would wait for each other's locks (docs/decisions/0017). The balance is the sum of the subaccounts.
   */
  readonly byStation?: true;
  readonly text: ReturnType<typeof text>;
}

const account = <const S extends AccountSpec>(spec: S): S => spec;

/** Ledger accounts (账本账户, DOMAIN §4.1). */
export const ACCOUNTS = {
  CHANNEL: account({
    side: 'A',
    owner: 'merchantNumber',
    floor: 'alarm',
    byStation: true,
    text: WORD.channelFunds,
  }),
  ORDER_ESCROW: account({
    side: 'L',
    owner: 'platform',
    floor: 'zero',
    byStation: true,
    text: WORD.ordersNotSettled,
  }),
  TEAM_PENDING: account({
    side: 'L',
    owner: 'team',
    floor: 'zero',
    text: text('站点待结算', 'Station, pending', 'Estação, pendente', '站點待結算'),
  }),
  TEAM_AVAILABLE: account({
    side: 'L',
    owner: 'team',
    floor: 'credit',
    text: text('站点可用', 'Station, available', 'Estação, disponível', '站點可用'),
  }),
  TEAM_FROZEN: account({
    side: 'L',
    owner: 'team',
    floor: 'zero',
    text: text('站点提现冻结', 'Station, frozen for withdrawal', 'Estação, bloqueado para saque', '站點提現凍結'),
  }),
  TEAM_HELD: account({
    side: 'L',
    owner: 'team',
    floor: 'zero',
    text: text('站点管控冻结', 'Station, held', 'Estação, retido', '站點管控凍結'),
  }),
  TEAM_DEPOSIT: account({
    side: 'L',
    owner: 'team',
    floor: 'credit',
    text: text('站点储备金', 'Station, reserve', 'Estação, reserva', '站點儲備金'),
  }),
  RIDER_AVAILABLE: account({
    side: 'L',
    owner: 'rider',
    floor: 'zero',
    text: text('骑手余额', 'Rider, available', 'Entregador, disponível', '騎手餘額'),
  }),
  RIDER_FROZEN: account({
    side: 'L',
    owner: 'rider',
    floor: 'zero',
    text: text('骑手提现冻结', 'Rider, frozen for withdrawal', 'Entregador, bloqueado para saque', '騎手提現凍結'),
  }),
  RIDER_HELD: account({
    side: 'L',
    owner: 'rider',
    floor: 'zero',
    text: text('骑手管控冻结', 'Rider, held', 'Entregador, retido', '騎手管控凍結'),
  }),
  RIDER_DEPOSIT: account({
    side: 'L',
    owner: 'rider',
    floor: 'zero',
    text: text('骑手押金', 'Rider, deposit', 'Entregador, caução', '騎手押金'),
  }),
  FRANCHISEE_AVAILABLE: account({
    side: 'L',
    owner: 'franchisee',
    floor: 'zero',
    text: text('加盟商可用', 'Franchisee, available', 'Franqueado, disponível', '加盟商可用'),
  }),
  FRANCHISEE_FROZEN: account({
    side: 'L',
    owner: 'franchisee',
    floor: 'zero',
    text: text(
      '加盟商提现冻结',
      'Franchisee, frozen for withdrawal',
      'Franqueado, bloqueado para saque',
      '加盟商提現凍結',
    ),
  }),
  FRANCHISEE_DEPOSIT: account({
    side: 'L',
    owner: 'franchisee',
    floor: 'zero',
    text: text('加盟商保证金', 'Franchisee, deposit', 'Franqueado, caução', '加盟商保證金'),
  }),
  /** Franchise fees that we have received. A job recognises them as revenue month by month over the term of the contract. */
  FRANCHISE_DEFERRED: account({
    side: 'L',
    owner: 'franchisee',
    floor: 'zero',
    text: text('加盟费待确认收入', 'Franchise fees, deferred', 'Taxas de franquia a apropriar', '加盟費待確認收入'),
  }),
  MERCHANT_PAYABLE: account({
    side: 'L',
    owner: 'merchant',
    floor: 'none',
    text: text('商家应付', 'Payable to merchants', 'A pagar a comerciantes', '商家應付'),
  }),
  MERCHANT_FROZEN: account({
    side: 'L',
    owner: 'merchant',
    floor: 'zero',
    text: text('商家提现冻结', 'Merchant, frozen for withdrawal', 'Comerciante, bloqueado para saque', '商家提現凍結'),
  }),
  USER_BALANCE: account({
    side: 'L',
    owner: 'user',
    floor: 'zero',
    text: WORD.userWallets,
  }),
  INSURANCE_PAYABLE: account({
    side: 'L',
    owner: 'insurer',
    floor: 'zero',
    text: WORD.premiumsToRemit,
  }),
  COMMISSION: account({
    side: 'L',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: WORD.commission,
  }),
  WITHDRAW_FEE: account({
    side: 'L',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: text('提现手续费', 'Withdrawal fees', 'Tarifas de saque', '提現手續費'),
  }),
  SERVICE_FEE: account({
    side: 'L',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: text('服务费', 'Service fees', 'Tarifas de serviço', '服務費'),
  }),
  PROMOTION_FEE: account({
    side: 'L',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: text('推广服务费', 'Promotion service fees', 'Tarifas de promoção', '推廣服務費'),
  }),
  FRANCHISE_FEE: account({
    side: 'L',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: text('加盟费', 'Franchise fees', 'Taxas de franquia', '加盟費'),
  }),
  CHANNEL_COST: account({
    side: 'A',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: text('渠道手续费', 'Channel fees', 'Tarifas do canal', '管道手續費'),
  }),
  COMPENSATION: account({
    side: 'A',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: WORD.compensation,
  }),
  SUBSIDY: account({
    side: 'A',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: text('补贴', 'Subsidies', 'Subsídios', '補貼'),
  }),
  ADJUSTMENT: account({
    side: 'A',
    owner: 'platform',
    floor: 'none',
    byStation: true,
    text: WORD.adjustments,
  }),
  SUSPENSE: account({
    side: 'L',
    owner: 'merchantNumber',
    floor: 'none',
    text: WORD.suspense,
  }),
  /** Money in transit between two of our merchant numbers. The owner is the receiving number. */
  TRANSFER: account({
    side: 'A',
    owner: 'merchantNumber',
    floor: 'zero',
    text: WORD.transfersInTransit,
  }),
  /** Amount that a station owes: fees, refunds and food losses that the station's balance did not cover (DOMAIN §9 decision 21). */
  RECEIVABLE: account({
    side: 'A',
    owner: 'team',
    floor: 'zero',
    text: text('站点应收', 'Receivable from stations', 'A receber de estações', '站點應收'),
  }),
  /** Amounts that insurers owe for their shares of food losses (DOMAIN §9 decision 26). */
  INSURER_RECEIVABLE: account({
    side: 'A',
    owner: 'insurer',
    floor: 'zero',
    text: text('保险公司应收', 'Receivable from insurers', 'A receber de seguradoras', '保險公司應收'),
  }),
} as const satisfies Readonly<Record<string, AccountSpec>>;
export type AccountCode = keyof typeof ACCOUNTS;
export const ACCOUNT_CODES = Object.keys(ACCOUNTS) as AccountCode[];

/** States of a pending line (待结算明细). `reversed` means that the order's settlement was reversed. */
export const SETTLE_LINE_TEXT = {
  pending: WORD.toSettle,
  held: text('暂缓', 'Held', 'Retida', '暫緩'),
  released: text('已入账', 'Credited', 'Creditada', '已入帳'),
  reversed: WORD.reversedFeminine,
} as const;
export type SettleLineState = keyof typeof SETTLE_LINE_TEXT;

/** States of a bill (账单). A bill is a movement of money through a payment platform, a bank or an offline payment. */
export type BillStatus = 'processing' | 'success' | 'failed' | 'closed';
export type ReconState = 'none' | 'pending' | 'matched' | 'difference' | 'resolved';

/** Kinds of counterparties of a bill. */
export type CounterType = 'user' | 'rider' | 'merchant' | 'franchisee' | 'team' | 'insurer' | 'channel' | 'none';

/** Currency of all ledger accounts. */
export const CURRENCY = 'CNY';

/** States of an accounting day. */
export const DAY_STATES = {
  open: WORD.dayOpen,
  closed: WORD.dayClosed,
} as const;

/**
 * Full days after which a background job closes an accounting day, if its books balance and it has no open items. Until then, timing
 * differences are checked again (DOMAIN §3.5).
 */
export const CLOSE_AFTER_DAYS = 3;

/** Maximum amount of one posting, in fen (DOMAIN §0.1). */
export const LARGEST_FEN = 9_999_999_999;
