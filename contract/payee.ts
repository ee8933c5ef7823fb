import { INVOICE } from './limits';
import type { Text } from './text';
import { WORD } from './words';

/** This file declares payee accounts (收款账户, DOMAIN §5.3), to which withdrawals are paid. It imports no library: the browser loads it. */

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

/** Valid account numbers by channel. bank: digits · alipay: phone, e-mail address or Alipay user id · wechat: OpenID. */
export const PAYEE_ACCOUNTS: Readonly<Record<PayeeChannel, RegExp>> = {
  bank: INVOICE.bankAccount,
  alipay: /^(1\d{10}|2088\d{12}|[^\s@]+@[^\s@]+\.[^\s@]+)$/,
  wechat: /^[\w-]{16,64}$/,
};
