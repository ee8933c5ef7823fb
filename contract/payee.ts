import { INVOICE } from './limits';
import type { Text } from './text';
import { WORD } from './words';

/** Payee accounts (收款账户, DOMAIN §5.3): where withdrawals are paid to. Free of libraries: the browser imports it. */

export const PAYEE_CHANNELS = {
  bank: WORD.bankAccount,
  alipay: WORD.alipay,
  wechat: WORD.weChatPay,
} as const satisfies Readonly<Record<string, Text>>;
export type PayeeChannel = keyof typeof PAYEE_CHANNELS;

export const PAYEE = {
  account: { min: 4, max: 64 },
  name: { min: 2, max: 30 },
  bankName: { min: 2, max: 60 },
  /** AppID of the application to which a WeChat OpenID belongs. */
  appId: /^wx[0-9a-f]{16}$/,
} as const;

/** Account numbers by channel: digits; a phone, a mail address or an Alipay user id; an OpenID. */
export const PAYEE_ACCOUNTS: Readonly<Record<PayeeChannel, RegExp>> = {
  bank: INVOICE.bankAccount,
  alipay: /^(1\d{10}|2088\d{12}|[^\s@]+@[^\s@]+\.[^\s@]+)$/,
  wechat: /^[\w-]{16,64}$/,
};
