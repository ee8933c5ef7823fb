import { type Text, text } from './text';

/**
 * Kinds of data that an identity can be allowed to see (字段权限, DOMAIN §3.11). For sums and balances the rule `amount` is enough. For
 * phones, identity card numbers and account numbers a user also needs the page's permission "Show masked data".
 */
export const FIELD_RULES = ['phone', 'idCard', 'bankCard', 'amount'] as const;
export type FieldRule = (typeof FIELD_RULES)[number];

export const FIELD_RULE_TEXT: Readonly<Record<FieldRule, Text>> = {
  phone: text('手机号', 'Phone numbers', 'Telefones', '手機號碼'),
  idCard: text('身份证号', 'ID card numbers', 'Documentos de identidade', '身分證號'),
  bankCard: text('银行卡号', 'Bank card numbers', 'Números de cartão bancário', '銀行卡號'),
  amount: text('金额', 'Amounts', 'Valores', '金額'),
};
