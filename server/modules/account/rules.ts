import type { FieldRule } from '../../../contract/field-rules';
import { BUILTIN_IDENTITIES, type BuiltinIdentityKey, type IdentityType } from '../../../contract/identity.builtin';
import type { Locale } from '../../../contract/text';

/** What is stored of a built-in identity. */
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

/** The key under which wrong passwords of a known account are counted. */
export const guardKey = (accountId: number): string => `a:${accountId}`;

/** The stored rows of the built-in identities; their names are kept in the first language and translated on reading. */
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

/** The name of an identity for a reader: built-in ones in the reader's language, the tenant's own as they are. */
export function identityName(row: { builtinKey: string | null; name: string }, locale: Locale): string {
  const builtin = BUILTIN_IDENTITIES.find((identity) => identity.key === (row.builtinKey as BuiltinIdentityKey));
  return builtin?.text[locale] ?? row.name;
}

/** Do the stored values of a built-in identity differ from the contract's? */
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

/** A password that meets every rule and can be typed from a screen: `Xkbd-4827-mqwe-Ptrz`. About 75 bits. */
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
