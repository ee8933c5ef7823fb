import type { FieldRule } from '../../../contract/field-rules';
import { BUILTIN_IDENTITIES, type BuiltinIdentityKey, type IdentityType } from '../../../contract/identity.builtin';
import type { Locale } from '../../../contract/text';

/** Stored values of a built-in identity. */
export interface IdentityValues {
  readonly builtinKey: string;
  readonly name: string;
  readonly type: IdentityType;
  readonly description: string;
  readonly ruleIds: readonly number[];
  readonly scope: { readonly kind: string; readonly ids: readonly number[] };
  readonly fieldRules: readonly FieldRule[];
  readonly need2v: boolean;
}

/** Returns the key of the counter of wrong passwords for a known account. */
export const guardKey = (accountId: number): string => `a:${accountId}`;

/** Returns the rows of the built-in identities. Names are stored in the first language and translated on reading. */
export function builtinIdentityValues(): IdentityValues[] {
  return BUILTIN_IDENTITIES.map((identity) => ({
    builtinKey: identity.key,
    name: identity.text['zh-CN'],
    type: identity.type,
    description: identity.description['zh-CN'],
    ruleIds: [...identity.ruleIds],
    scope: { kind: identity.dataScope.kind, ids: [...identity.dataScope.ids] },
    fieldRules: [...identity.fieldRules],
    need2v: identity.need2v,
  }));
}

/** Returns the name of an identity: built-in ones in the reader's language, the tenant's own as stored. */
export function identityName(row: { builtinKey: string | null; name: string }, locale: Locale): string {
  const builtin = BUILTIN_IDENTITIES.find((identity) => identity.key === (row.builtinKey as BuiltinIdentityKey));
  return builtin?.text[locale] ?? row.name;
}

/** Whether the stored values of a built-in identity differ from the contract. */
export function differs(stored: Omit<IdentityValues, 'type' | 'builtinKey'>, wanted: IdentityValues): boolean {
  const facts = (values: Omit<IdentityValues, 'type' | 'builtinKey'>) =>
    JSON.stringify([
      values.name,
      values.description,
      values.need2v,
      [...values.fieldRules].sort(),
      [...values.ruleIds].sort((a, b) => a - b),
      values.scope.kind,
      values.scope.ids,
    ]);
  return facts(stored) !== facts(wanted);
}

const WORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const WORD_CAPITALS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** Makes a password that meets every rule and is easy to type: `Xkbd-4827-mqwe-Ptrz`. About 75 bits. */
export function oneTimePassword(randomInt: (min: number, max: number) => number): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(0, from.length)]).join('');
  return [
    `${pick(WORD_CAPITALS, 1)}${pick(WORD_LETTERS, 3)}`,
    pick(DIGITS, 4),
    pick(WORD_LETTERS, 4),
    `${pick(WORD_CAPITALS, 1)}${pick(WORD_LETTERS, 3)}`,
  ].join('-');
}
