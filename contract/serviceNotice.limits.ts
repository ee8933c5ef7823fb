import { SERVICE_NOTICE, type ServiceChannel } from './serviceNotice.states';

/**
 * This file checks the fields of message templates by the rules of WeChat, Alipay and Douyin (DOMAIN §3.4). Its functions are pure. The
 * form uses them before the request, and the server before saving and before sending.
 */

/** Matches one Chinese character. Japanese kana and Korean letters do not match. */
const CJK = '[\\u3400-\\u9fff\\uf900-\\ufaff]';
const isCjkOnly = new RegExp(`^${CJK}+$`, 'u');
const hasCjk = new RegExp(CJK, 'u');
/**
 * Patterns for times and dates. `isTime` matches a time with an optional day, such as `09:30` and `2026-03-01 09:30`. `isDate` matches a
 * day with an optional time, such as `2026年3月1日`. Both also match a range of two such values with `~`.
 */
const CLOCK = '([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?';
const DAY = '\\d{4}([-/.]\\d{1,2}[-/.]\\d{1,2}|年\\d{1,2}月\\d{1,2}日)';
const isTime = new RegExp(`^(${DAY} ?)?${CLOCK}(~(${DAY} ?)?${CLOCK})?$`);
const isDate = new RegExp(`^${DAY}( ?${CLOCK})?(~${DAY}( ?${CLOCK})?)?$`);

/**
 * Field types: first those of WeChat, then those of Alipay and Douyin. `most` returns the maximum number of characters. `form` checks the
 * format.
 */
const FIELD_TYPES = {
  thing: { most: () => 20 },
  character_string: { most: () => 32, form: (value: string) => !hasCjk.test(value) },
  phrase: { most: () => 5, form: (value: string) => isCjkOnly.test(value) },
  /** The limit is ten characters if the value contains a Chinese character, and twenty if it does not. */
  name: { most: (value: string) => (hasCjk.test(value) ? 10 : 20), form: (value: string) => !/\d/.test(value) },
  /** The format is: an optional currency sign, up to ten digits, an optional fraction of one or two digits, and an optional `元`. */
  amount: { most: () => 15, form: (value: string) => /^[¥￥$€£]?\d{1,10}(\.\d{1,2})?元?$/.test(value) },
  time: { most: () => 40, form: (value: string) => isTime.test(value) },
  date: { most: () => 40, form: (value: string) => isDate.test(value) },
  phone_number: { most: () => 17, form: (value: string) => /^[\d+()-]+$/.test(value) },
  keyword: { most: () => 50 },
  /** Douyin publishes no limit, so our own limit applies. */
  named: { most: () => SERVICE_NOTICE.fieldValue.max },
} as const satisfies Readonly<
  Record<string, { most(value: string): number; form?: (value: string) => boolean } | undefined>
>;
export type FieldType = keyof typeof FIELD_TYPES;

/**
 * Formats of keys. Alipay numbers its keys (`keyword1`). Douyin uses the names of the template's keywords. WeChat's keys consist of a type
 * and a number (`thing1`).
 */
const isKeyword = /^keyword[1-9]\d?$/;
const isName = /^[^\s{}"'\\]{1,20}$/;
const WECHAT_KEY = /^([a-z_]+)\d{1,2}$/;

/** Returns the field type of a channel's key, such as `thing1` or `character_string12`. @returns `null` for an invalid key */
export function fieldType(channel: ServiceChannel, key: string): FieldType | null {
  if (channel === 'alipayMessage') return isKeyword.test(key) ? 'keyword' : null;
  if (channel === 'dySubscribe') return isName.test(key) ? 'named' : null;
  const [, name = ''] = WECHAT_KEY.exec(key) ?? [];
  return name in FIELD_TYPES && name !== 'keyword' && name !== 'named' ? (name as FieldType) : null;
}

/**
 * Finds a gap in the numbers of Alipay's keys (`keyword1`, `keyword2`, …). Alipay refuses a message that lacks a keyword of its template.
 *
 * @returns the first missing key. `null` means that there is no gap, or that the channel does not number its keys
 */
export function missingKey(channel: ServiceChannel, keys: readonly string[]): string | null {
  if (channel !== 'alipayMessage') return null;
  return keys.map((_, at) => `keyword${at + 1}`).find((key) => !keys.includes(key)) ?? null;
}

export type TextFault = { readonly kind: 'long'; readonly max: number } | { readonly kind: 'form' };

/** Checks the length and the format of a field's value. An empty value has the fault `form`. @returns `null` if the value is valid */
export function valueFault(type: FieldType, value: string): TextFault | null {
  const rule: { most(value: string): number; form?: (value: string) => boolean } = FIELD_TYPES[type];
  const max = rule.most(value);
  if ([...value].length > max) return { kind: 'long', max };
  return value.trim() === '' || rule.form?.(value) === false ? { kind: 'form' } : null;
}

const VARIABLE = /\{\{(\w{1,20})\}\}/g;

/** Returns the names of the variables in texts. Each name is returned once, in order of appearance. */
export const variablesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name))),
];

/** Fills the variables of a text. A variable without a value remains in the text. */
export const withVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (whole, name: string) => values[name] ?? whole);

/**
 * Checks a pattern that may contain variables. The values of variables are unknown, so only the length of the fixed characters is checked.
 * A pattern without variables is checked like a value.
 *
 * @returns the fault, or `null`
 */
export function patternFault(type: FieldType, pattern: string): TextFault | null {
  if (variablesIn([pattern]).length === 0) return valueFault(type, pattern);
  const own = pattern.replace(VARIABLE, '');
  const fault = own === '' ? null : valueFault(type, own);
  return fault?.kind === 'long' ? fault : null;
}

/**
 * Maximum number of characters in one SMS. `single` applies to a text message that fits in one SMS. `joined` applies to each SMS of a
 * longer message.
 */
const SMS_PART = { single: 70, joined: 67 } as const;

/** Returns the number of SMS that the provider bills for a text message with its signature. */
export function smsParts(signName: string, body: string): number {
  const length = `【${signName}】${body}`.length;
  return length <= SMS_PART.single ? 1 : Math.ceil(length / SMS_PART.joined);
}
