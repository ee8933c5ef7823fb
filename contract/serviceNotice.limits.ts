import { SERVICE_NOTICE, type ServiceChannel } from './serviceNotice.states';

/**
 * What a field of a message template may hold, by its type (the messaging platform's rules, DOMAIN §3.4). Pure: the form checks with it
 * before the request, the server before it saves and before it sends.
 */

/** A sign of CJK scripts. */
const CJK = '[\\u3400-\\u9fff\\uf900-\\ufaff]';
const isCjkOnly = new RegExp(`^${CJK}+$`, 'u');
const hasCjk = new RegExp(CJK, 'u');
/** `09:30`, `2026-03-01 09:30` or `2026年3月1日 09:30`; a range of them with `~`. */
const CLOCK = '([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?';
const DAY = '\\d{4}([-/.]\\d{1,2}[-/.]\\d{1,2}|年\\d{1,2}月\\d{1,2}日)';
const isTime = new RegExp(`^(${DAY} ?)?${CLOCK}(~(${DAY} ?)?${CLOCK})?$`);
const isDate = new RegExp(`^${DAY}( ?${CLOCK})?(~${DAY}( ?${CLOCK})?)?$`);

/** Types of WeChat, then of Alipay and Douyin. `most`: characters. `form`: what else has to hold; a value that breaks it is not a matter of length. */
const FIELD_TYPES = {
  thing: { most: () => 20 },
  character_string: { most: () => 32, form: (value: string) => !hasCjk.test(value) },
  phrase: { most: () => 5, form: (value: string) => isCjkOnly.test(value) },
  /** Ten characters with Chinese in them, twenty letters without. */
  name: { most: (value: string) => (hasCjk.test(value) ? 10 : 20), form: (value: string) => !/\d/.test(value) },
  /** One sign of a currency, ten digits and a fraction; `元` may close it. */
  amount: { most: () => 15, form: (value: string) => /^[¥￥$€£]?\d{1,10}(\.\d{1,2})?元?$/.test(value) },
  time: { most: () => 40, form: (value: string) => isTime.test(value) },
  date: { most: () => 40, form: (value: string) => isDate.test(value) },
  phone_number: { most: () => 17, form: (value: string) => /^[\d+()-]+$/.test(value) },
  keyword: { most: () => 50 },
  /** Douyin publishes no limit. */
  named: { most: () => SERVICE_NOTICE.fieldValue.max },
} as const satisfies Readonly<
  Record<string, { most(value: string): number; form?: (value: string) => boolean } | undefined>
>;
export type FieldType = keyof typeof FIELD_TYPES;

/** Keys of Alipay are numbered; those of Douyin are the names of the template's keywords. */
const isKeyword = /^keyword[1-9]\d?$/;
const isName = /^[^\s{}"'\\]{1,20}$/;
const WECHAT_KEY = /^([a-z_]+)\d{1,2}$/;

/** The type that a key names at the platform of a channel: `thing1`, `character_string12`; null for any other word. */
export function fieldType(channel: ServiceChannel, key: string): FieldType | null {
  if (channel === 'alipayMessage') return isKeyword.test(key) ? 'keyword' : null;
  if (channel === 'dySubscribe') return isName.test(key) ? 'named' : null;
  const [, name = ''] = WECHAT_KEY.exec(key) ?? [];
  return name in FIELD_TYPES && name !== 'keyword' && name !== 'named' ? (name as FieldType) : null;
}

/** Alipay refuses a message that leaves out a keyword of its template. @returns the first key that is left out; null: none */
export function missingKey(channel: ServiceChannel, keys: readonly string[]): string | null {
  if (channel !== 'alipayMessage') return null;
  return keys.map((_, at) => `keyword${at + 1}`).find((key) => !keys.includes(key)) ?? null;
}

export type TextFault = { readonly kind: 'long'; readonly max: number } | { readonly kind: 'form' };

/** What is wrong with a value that is about to be sent; null: it fits. */
export function valueFault(type: FieldType, value: string): TextFault | null {
  const rule: { most(value: string): number; form?: (value: string) => boolean } = FIELD_TYPES[type];
  const max = rule.most(value);
  if ([...value].length > max) return { kind: 'long', max };
  return value.trim() === '' || rule.form?.(value) === false ? { kind: 'form' } : null;
}

const VARIABLE = /\{\{(\w{1,20})\}\}/g;

/** Names of the variables in texts, each once, in their order. */
export const variablesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name))),
];

/** The text with its variables filled; one without a value stays as it is. */
export const withVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (whole, name: string) => values[name] ?? whole);

/** What is wrong with the pattern of a value, whatever its variables will be: only its own characters are known. */
export function patternFault(type: FieldType, pattern: string): TextFault | null {
  if (variablesIn([pattern]).length === 0) return valueFault(type, pattern);
  const own = pattern.replace(VARIABLE, '');
  const fault = own === '' ? null : valueFault(type, own);
  return fault?.kind === 'long' ? fault : null;
}

/** Characters of a text message that one part holds: alone, and of several. */
const SMS_PART = { single: 70, joined: 67 } as const;

/** Parts that a text message is billed as, its signature included. */
export function smsParts(signName: string, body: string): number {
  const length = `【${signName}】${body}`.length;
  return length <= SMS_PART.single ? 1 : Math.ceil(length / SMS_PART.joined);
}
