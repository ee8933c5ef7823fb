import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { formFields, type SettingField, type SettingGroup } from '../../contract/settings';
import { settingPages } from '../../contract/settings.pages';

/** Generates values for the secrets of all settings pages from their declarations, so new pages are covered automatically. */

/** One group of a settings page, with the API paths of that page. */
export interface SettingTarget {
  readonly name: string;
  readonly group: SettingGroup;
  readonly get: string;
  readonly save: string;
  /** Paths of the GET endpoints of the page's controller, for example its stored values and its history. */
  readonly reads: readonly string[];
  /** API path that tests the stored settings. `null` if the page has no such button. */
  readonly test: string | null;
}

/**
 * Lists all groups that are saved as a whole. The menu and the replies of the official account have separate endpoints.
 *
 * @throws Error when no endpoint saves a group with secrets
 */
export function settingTargets(): SettingTarget[] {
  const all = Object.entries<Endpoint>(endpoints);
  return settingPages.flatMap(({ module, object, groups }) => {
    const save = all.find(
      ([, one]) =>
        one.method === 'POST' &&
        one.audit?.module === module &&
        one.audit.action === 'saveSetting' &&
        one.audit.object === object,
    )?.[0];
    if (save === undefined) {
      if (Object.values(groups).some(({ secrets }) => secrets.length > 0))
        throw new Error(`no endpoint saves ${object}`);
      return [];
    }
    const controller = `${save.split('/')[0]}/`;
    const reads = all.flatMap(([address, one]) =>
      one.method === 'GET' && address.startsWith(controller) ? [address] : [],
    );
    const get = reads.find((address) => /\/get(Setting)?$/.test(address)) ?? '';
    const test = all.some(([address]) => address === `${controller}test`) ? `${controller}test` : null;
    return Object.entries(groups).map(([name, group]) => ({ name, group, get, save, reads, test }));
  });
}

/** Lists all groups with secrets. */
export const secretTargets = (): SettingTarget[] => settingTargets().filter(({ group }) => group.secrets.length > 0);

/** Formats of secrets that a page checks with its own message. The declaration of such a secret does not contain the format. */
const SHAPES: Readonly<Record<string, RegExp>> = { encodingAesKey: /^[A-Za-z0-9]{43}$/ };

/** Minimum length of a secret. A shorter text could occur in a response by chance. */
const LEAST_LENGTH = 12;

/**
 * Generates a secret that the field accepts.
 *
 * @param name field name
 * @param seed each number generates another secret
 * @returns the text to send, and the section of it to search for; `null` if no generated text is long enough
 */
export function secretFor(
  name: string,
  field: SettingField,
  seed: number,
): { readonly text: string; readonly canary: string } | null {
  if (field.holds === 'privateKey') {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: field.bits ?? 2048 });
    const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { text, canary: text.split('\n')[5] ?? text };
  }
  const hex = fc.sample(fc.stringMatching(/^[0-9a-f]{32}$/), { seed, numRuns: 1 })[0] ?? '';
  const plain = hex.padEnd(field.min ?? 0, hex).slice(0, field.max ?? Math.max(hex.length, field.min ?? 0));
  const pattern = SHAPES[name] ?? field.pattern;
  if (!pattern || pattern.test(plain)) return plain.length < LEAST_LENGTH ? null : { text: plain, canary: plain };
  const made = fc
    .sample(fc.stringMatching(pattern), { seed, numRuns: 200 })
    .find((text) => text.length >= LEAST_LENGTH && text.length <= (field.max ?? text.length) && text.trim() === text);
  return made === undefined ? null : { text: made, canary: made };
}

/** Fills in required texts that are empty, so that the values can be saved. */
export function acceptable(group: SettingGroup, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...given };
  for (const { name, within, field } of formFields(group.fields)) {
    if (within !== null || field.required !== true || field.kind !== 'text' || values[name] !== '') continue;
    const pattern = field.pattern ?? new RegExp(`^[a-z]{${Math.max(2, field.min ?? 0)}}$`);
    values[name] = fc.sample(fc.stringMatching(pattern), { seed: 1, numRuns: 1 })[0];
  }
  return values;
}
