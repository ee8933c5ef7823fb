import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import type { SettingField, SettingFields, SettingGroup } from '../../contract/settings';
import { issueCertificate } from '../../server/simulators/certificates';

/** Generates random values for a settings group from its declaration. */

type Values = Record<string, unknown>;

/** Only two key pairs, because generating keys is slow. Two fields of one configuration get keys of the same pair only by chance. */
const KEYS = [1, 2].map(() => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { key, publicKey: createPublicKey(key) };
});
const pemOf = (key: KeyObject) =>
  key
    .export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' })
    .toString()
    .trim();

/** Creates certificates. @param at a time at which they are valid */
function certificates(at: Date): string[] {
  const name = [['CN', 'console.example.com']] as const;
  const from = new Date(at.getTime() - 86_400_000);
  const to = new Date(at.getTime() + 900 * 86_400_000);
  return KEYS.map(({ key, publicKey }, serial) =>
    issueCertificate({
      serial: `5${serial}`,
      subject: name,
      key: publicKey,
      issuer: name,
      issuerKey: key,
      from,
      to,
    }).trim(),
  );
}

const plainText = (least: number, most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: least, maxLength: Math.max(least, Math.min(most, 40)) })
    .filter(
      (text) => text === text.trim() && text.length >= least && text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text),
    );

/** Generates texts that match a pattern. Returns `null` for patterns that the library does not support. */
function matching(pattern: RegExp, least: number, most: number): fc.Arbitrary<string> | null {
  try {
    const made = fc.stringMatching(new RegExp(`^(?:${pattern.source})$`, pattern.flags));
    const fitting = made.filter(
      (text) => pattern.test(text) && text === text.trim() && text.length >= least && text.length <= most,
    );
    fc.sample(fitting, { numRuns: 3, seed: 1 });
    return fitting;
  } catch {
    return null;
  }
}

function textFor({ pattern, required, min = 0, max = 256, initial }: SettingField): fc.Arbitrary<unknown> {
  const least = required === true ? Math.max(1, min) : min;
  const made = pattern ? matching(pattern, least, max) : plainText(least, max);
  if (made === null) return fc.constant(initial);
  return required === true ? made : fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 4, arbitrary: made });
}

const itemFor = ({ pattern, itemMax = 256 }: SettingField) =>
  (pattern ? matching(pattern, 1, itemMax) : plainText(1, itemMax)) ?? fc.constant('x');

function pairsFor(field: SettingField): fc.Arbitrary<unknown> {
  const given = field.options?.map(({ value }) => value);
  const key = given
    ? fc.constantFrom(...given)
    : ((field.keyPattern && matching(field.keyPattern, 1, 64)) ?? plainText(1, 20));
  return fc.dictionary(key, itemFor(field) as fc.Arbitrary<string>, {
    maxKeys: Math.min(field.max ?? 3, 3),
    noNullPrototype: true,
  });
}

/**
 * Generates values of one field. These fields keep their initial value: kinds without a case below (for example pictures and
 * percentages), numbers with a step other than 1, and texts whose pattern the library does not support.
 */
function fieldValues(field: SettingField, at: Date): fc.Arbitrary<unknown> {
  const { kind, initial, options = [], min = 0, max = 1_000_000, step = 1, holds } = field;
  const choices = options.map(({ value }) => value);
  if (holds)
    return fc.constantFrom('', ...KEYS.map(({ key, publicKey }) => pemOf(holds === 'privateKey' ? key : publicKey)));
  switch (kind) {
    case 'text':
      return textFor(field);
    case 'certificate':
      return fc.constantFrom('', ...certificates(at));
    case 'number':
      return step === 1 ? fc.integer({ min, max }) : fc.constant(initial);
    case 'money':
      return fc.integer({ min, max });
    case 'switch':
      return fc.boolean();
    case 'radio':
    case 'choice':
      return fc.constantFrom(...choices);
    case 'many':
      return fc.subarray(choices, { minLength: 1 });
    case 'url':
      return fc.webPath().map((path) => `https://example.com${path}`);
    case 'list':
      return fc.uniqueArray(itemFor(field), { maxLength: Math.min(max, 4) });
    case 'pairs':
      return pairsFor(field);
    case 'rows':
      return fc.array(fc.record(shapeOf(field.fields ?? {}, at)), { maxLength: Math.min(max, 3) });
    case 'record':
      return fc.record(shapeOf(field.fields ?? {}, at));
    default:
      return fc.constant(initial);
  }
}

const shapeOf = (fields: SettingFields, at: Date): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldValues(field, at)]));

/**
 * Generates configurations of a group without its secrets. In one process, the same seed gives the same configurations.
 *
 * @param count number of configurations
 */
export function randomValues(
  group: SettingGroup,
  { at, count, seed }: { readonly at: Date; readonly count: number; readonly seed: number },
) {
  const open = Object.fromEntries(Object.entries(group.fields).filter(([name]) => !group.secrets.includes(name)));
  // We convert to JSON and back, because the library creates objects without a prototype.
  return fc
    .sample(fc.record(shapeOf(open, at)), { numRuns: count, seed })
    .map((one): Values => JSON.parse(JSON.stringify(one)));
}
