import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formFields, type SettingGroup } from '../../contract/settings';
import { createTestApp, type TestApp } from '../../server/testing';
import { acceptable, type SettingTarget, secretFor, settingTargets } from '../support/settingSecrets';
import { randomValues } from '../support/settingValues';

/** Tests that a settings page returns the saved values, except secrets, which the page does not return. */

const SEED = 20_260_301;
/** Number of random configurations. `npm run fuzz` uses 1,000. */
const CONFIGURATIONS = Number(process.env.CONFIGURATIONS ?? 400);
/** Number of attempts to save a configuration. Later attempts send the stored values of the refused fields. The last changes one field. */
const TRIES = 4;

type Values = Record<string, unknown>;
let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());

/** Finds the top-level field of a refused field. An error in a record or in rows may name only the inner field. */
const topLevel = (group: SettingGroup, field: string) => {
  const names = field.split('.');
  const entry = formFields(group.fields).find(({ name }) => names.includes(name));
  return names[0] !== undefined && names[0] in group.fields ? names[0] : (entry?.within ?? entry?.name ?? '');
};

/** Signs in and reads a settings group. The caller updates `latest` after each saved configuration. */
async function openGroup({ name, get }: SettingTarget) {
  const token = await t.signIn();
  const read = async () => {
    const answer = await t.raw(get, { group: name }, { token });
    return { answer, ...(answer.data as { readonly values: Values; readonly version: number }) };
  };
  return { token, read, latest: await read() };
}
type OpenGroup = Awaited<ReturnType<typeof openGroup>>;

/** Saves as many of these values as possible. @returns the accepted values, or `null` when all attempts were refused */
async function saveSome({ name, group, save }: SettingTarget, open: OpenGroup, given: Values, secrets: Values) {
  const { version } = open.latest;
  const base = acceptable(group, open.latest.values);
  let values: Values = { ...base, ...given };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const input = { group: name, values: { ...values, ...secrets }, version };
    const answer = await t.raw(save, input, { token: open.token, ticket: await t.ticket(open.token) });
    if (answer.code === 100) return values;
    const { errors = [] } = (answer.data ?? {}) as { errors?: readonly { readonly field: string }[] };
    for (const { field } of errors) {
      const refused = topLevel(group, field);
      if (refused in base) values[refused] = base[refused];
    }
    // Some values depend on others, and errors may name none of them. So the last attempt changes only one value.
    if (tried === TRIES - 2) {
      const [kept] = Object.keys(given).filter((key) => values[key] !== base[key]);
      values = { ...base, ...(kept !== undefined && { [kept]: values[kept] }) };
    }
  }
  return null;
}

test(`all settings pages return ${CONFIGURATIONS} random configurations as they were saved, without secrets`, async () => {
  const targets = settingTargets();
  const count = Math.ceil((CONFIGURATIONS * 1.2) / targets.length);
  const rounds: Record<string, number> = {};
  const faults: string[] = [];
  for (const [at, target] of targets.entries()) {
    const { name, group, reads } = target;
    const secrets: Values = {};
    const canaries: string[] = [];
    for (const [place, field] of group.secrets.entries()) {
      const declared = group.fields[field];
      const secret = declared && !declared.holds ? secretFor(field, declared, SEED + at * 100 + place) : null;
      if (!secret) continue;
      secrets[field] = secret.text;
      canaries.push(secret.canary);
    }
    const unread = Object.fromEntries(group.secrets.map((field) => [field, null]));
    const open = await openGroup(target);
    for (const [round, given] of randomValues(group, { at: t.clock.now(), count, seed: SEED + at }).entries()) {
      const saved = await saveSome(target, open, given, round === 0 ? secrets : {});
      if (saved === null) continue;
      rounds[group.key] = (rounds[group.key] ?? 0) + 1;
      open.latest = await open.read();
      try {
        assert.deepEqual(open.latest.values, { ...saved, ...unread });
      } catch (error) {
        faults.push(`${group.key}: ${(error as Error).message.slice(0, 600)}`);
      }
      const text = JSON.stringify(open.latest.answer);
      for (const canary of canaries) if (text.includes(canary)) faults.push(`${group.key} answers a secret`);
    }
    const { token } = open;
    const history = await Promise.all(reads.map((address) => t.raw(address, { group: name, limit: 100 }, { token })));
    for (const canary of canaries)
      if (JSON.stringify(history).includes(canary)) faults.push(`the history of ${group.key} holds a secret`);
  }
  assert.deepEqual(faults, []);
  const idle = targets.filter(({ group }) => (rounds[group.key] ?? 0) < count / 4).map(({ group }) => group.key);
  assert.deepEqual(idle, [], JSON.stringify(rounds));
  const total = Object.values(rounds).reduce((sum, one) => sum + one, 0);
  assert.ok(total >= CONFIGURATIONS, `only ${total} were saved: ${JSON.stringify(rounds)}`);
});
