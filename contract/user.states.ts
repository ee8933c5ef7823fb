import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** Texts, limits and states of users (用户, DOMAIN §3.4). The browser imports this file, so it must not import libraries. */

/** Limits. Amounts are in fen and lengths in characters. Periods are in days, unless the name contains another unit. */
export const USER = {
  adjustFen: { min: 1, max: 1_000_000 },
  /** An adjustment of a larger amount needs the approval of a second staff member. */
  secondAboveFen: 20_000,
  adjustReason: { min: 5, max: 100 },
  blackReason: { min: 5, max: 200 },
  evidence: 3,
  tags: 10,
  tag: { min: 1, max: 12 },
  remark: { min: 1, max: 500 },
  /** Number of minutes during which the author may change a remark. */
  remarkMinutes: 10,
  couponQuantity: { min: 1, max: 10 },
  couponDays: { min: 1, max: 365, initial: 30 },
  revokeReason: { min: 2, max: 100 },
  /** Minimum number of days between a user's request to leave and the deletion of the data. */
  leaveDays: 15,
  activeDays: 30,
  /** Maximum number of rows on one page of a tab of the user's detail page. */
  tabRows: 50,
  trendMonths: 12,
} as const;

/** Nickname that replaces a user's nickname after the user has left. */
export const LEFT_NICKNAME = '已注销';
/** Text that replaces texts by or about a user who has left. */
export const LEFT_TEXT = '—';

export const USER_SOURCE_TEXT = {
  wx: WORD.weChat,
  ali: WORD.alipay,
  dy: WORD.douyin,
  app: WORD.app,
  h5: text('H5', 'H5', 'H5', 'H5'),
} as const;
export type UserSource = keyof typeof USER_SOURCE_TEXT;

export const USER_LEVELS = ['0', '1', '2', '3', '4', '5'] as const;

/** Ranges of the order count. `to: null` means that the range has no upper bound. */
export const ORDER_BANDS = {
  none: { from: 0, to: 0 },
  few: { from: 1, to: 4 },
  some: { from: 5, to: 19 },
  many: { from: 20, to: 99 },
  most: { from: 100, to: null },
} as const;
export type OrderBand = keyof typeof ORDER_BANDS;
export const ORDER_BAND_NAMES = Object.keys(ORDER_BANDS) as [OrderBand, ...OrderBand[]];

/** Returns the range that contains the order count. */
export function orderBandOf(orders: number): OrderBand {
  const found = ORDER_BAND_NAMES.find((band) => {
    const { to } = ORDER_BANDS[band];
    return to === null || orders <= to;
  });
  return found ?? 'most';
}

export const userLifecycle = lifecycle({
  entity: 'user',
  states: {
    normal: { text: WORD.normal, tone: 'good' },
    blacklisted: { text: text('黑名单', 'Blacklisted', 'Bloqueado', '黑名單'), tone: 'bad' },
    cancelling: { text: text('注销中', 'Leaving', 'Em cancelamento', '註銷中'), tone: 'info' },
    cancelled: { text: text('已注销', 'Left', 'Cancelado', '已註銷'), tone: 'neutral' },
  },
  transitions: [
    {
      action: 'blacklist',
      from: ['normal'],
      to: 'blacklisted',
      by: 'staff',
      rule: 2108,
      risk: 'confirm',
      text: text('拉黑', 'Blacklist', 'Bloquear', '加入黑名單'),
    },
    {
      action: 'liftBlacklist',
      from: ['blacklisted'],
      to: 'normal',
      by: 'staff',
      rule: 2108,
      risk: 'confirm',
      text: text('解除黑名单', 'Lift blacklist', 'Liberar', '解除黑名單'),
    },
    {
      action: 'expire',
      from: ['blacklisted'],
      to: 'normal',
      by: 'system',
      risk: 'none',
      text: text('到期解除', 'Blacklist ended', 'Bloqueio encerrado', '到期解除'),
    },
    {
      action: 'leave',
      from: ['normal'],
      to: 'cancelling',
      by: 'system',
      risk: 'none',
      text: text('申请注销', 'Requested to leave', 'Pediu o cancelamento', '申請註銷'),
    },
    {
      action: 'stay',
      from: ['cancelling'],
      to: 'normal',
      by: 'system',
      risk: 'none',
      text: text('撤销注销', 'Withdrew the request', 'Desistiu do cancelamento', '撤銷註銷'),
    },
    {
      action: 'anonymise',
      from: ['cancelling'],
      to: 'cancelled',
      by: 'system',
      risk: 'none',
      text: text('注销完成', 'Data removed', 'Dados removidos', '註銷完成'),
    },
  ],
});
export type UserState = keyof typeof userLifecycle.states;

export const BLACK_SCOPE_TEXT = {
  all: WORD.allStations,
  teams: WORD.chosenStations,
} as const;
export type BlackScope = keyof typeof BLACK_SCOPE_TEXT;

export const BLACK_REASON_TEXT = {
  fraud: text('欺诈', 'Fraud', 'Fraude', '詐欺'),
  abuse: text('辱骂骚扰', 'Abuse', 'Abuso', '辱罵騷擾'),
  unpaid: text('拖欠款项', 'Unpaid debts', 'Dívidas em aberto', '拖欠款項'),
  refundAbuse: text('恶意退款', 'Refund abuse', 'Abuso de reembolsos', '惡意退款'),
  other: WORD.other,
} as const;
export type BlackReason = keyof typeof BLACK_REASON_TEXT;

/** States of a coupon. A coupon past its validity counts as expired, even before the background job stores this state. */
export const COUPON_STATES = {
  unused: { text: text('未使用', 'Unused', 'Não usado', '未使用'), tone: 'good' },
  used: { text: text('已使用', 'Used', 'Usado', '已使用'), tone: 'neutral' },
  expired: { text: WORD.validityOver, tone: 'neutral' },
  revoked: { text: text('已撤销', 'Revoked', 'Revogado', '已撤銷'), tone: 'bad' },
} as const;
export type CouponState = keyof typeof COUPON_STATES;

export const WALLET_DIRECTION_TEXT = {
  in: text('增加', 'Increase', 'Aumento', '增加'),
  out: text('扣减', 'Decrease', 'Redução', '扣減'),
} as const;

/** Names of user events from the ordering system. */
export const USER_EVENTS = [
  'registered',
  'profileChanged',
  'signedIn',
  'addressSaved',
  'addressRemoved',
  'couponTemplate',
  'couponUsed',
  'toppedUp',
  'walletPaid',
  'paidOut',
  'leaving',
  'staying',
] as const;
export type UserEventName = (typeof USER_EVENTS)[number];

/** Colours (tones) of order states. */
export const ORDER_TONES = { paid: 'info', accepted: 'working', delivered: 'good', cancelled: 'neutral' } as const;
