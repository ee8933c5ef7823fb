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

/** Builds the key of an account's row in `sign_in_guard`, which stores failed attempts and the sign-in lock. */
export const guardKey = (accountId: number): string => `a:${accountId}`;

/** Builds the rows of the built-in identities. Names are stored in Chinese and translated when they are read. */
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

/** Returns the name of an identity. Built-in names are in the reader's language, and the tenant's own names are as stored. */
export function identityName(row: { builtinKey: string | null; name: string }, locale: Locale): string {
  const builtin = BUILTIN_IDENTITIES.find((identity) => identity.key === (row.builtinKey as BuiltinIdentityKey));
  return builtin?.text[locale] ?? row.name;
}

/** Checks whether the stored values of a built-in identity differ from the contract. */
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

/** Generates a password that satisfies the password rules and is easy to type: `Xkbd-4827-mqwe-Ptrz`. It has about 66 bits of entropy. */
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
