import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Data } from '../../../contract';
import { OEM } from '../../../contract/oem.settings';
import { UpstreamFailure } from '../../core/platforms/outbound';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { testCertificate } from '../../testing-certificates';

/** Branding, and with it what all pages about outside platforms share (DOMAIN §3.10). */

const TARGET = 'console.operator.example';
const CONSOLE = 'console.brand.example';
let t: TestApp;
let owner: string;
/** Aliases that the name server of the test knows. */
const aliases = new Map<string, string[]>();
const answering = new Set<string>();

before(async () => {
  t = await createTestApp({
    settings: { publicOrigin: `https://${TARGET}` },
    ports: {
      hosts: {
        aliases: async (host) => aliases.get(host) ?? [],
        answersHttps: async (host) => {
          if (!answering.has(host)) throw new UpstreamFailure('not reachable');
        },
      },
    },
  });
  owner = await t.signIn();
});
after(() => t.close());
beforeEach(async () => {
  aliases.clear();
  answering.clear();
  await t.db.deleteFrom('site_setting').where('group_key', '=', 'oem').execute();
  await t.db.deleteFrom('config_state').execute();
  await t.db.deleteFrom('secret_value').where('place', 'like', 'site_setting/oem/%').execute();
});

type Setting = Data<'config.Oem/get'>;
const GROUP = { group: 'oem' } as const;
const read = async (token = owner): Promise<Setting> =>
  (await t.call('config.Oem/get', GROUP, { token })).data as Setting;
const secondly = async (token = owner) => ({ token, ticket: await t.ticket(token) });
async function save(values: Partial<Record<string, unknown>>, version?: number) {
  const now = await read();
  const input = { ...GROUP, values: { ...now.values, ...values }, version: version ?? now.version };
  return t.call('config.Oem/save', input, await secondly());
}
const tryOut = async () => t.call('config.Oem/test', { ...GROUP, version: (await read()).version }, { token: owner });
const turn = async (what: 'enable' | 'disable') =>
  t.call(`config.Oem/${what}`, { ...GROUP, version: (await read()).platform?.stateVersion ?? 0 }, { token: owner });
const stateOf = async () => (await read()).platform?.state;
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string; message: string }[] }).errors ?? []).map(({ field }) => field);

const NOW = new Date(TEST_NOW);
const days = (n: number) => new Date(NOW.getTime() + n * 86_400_000);
const certificateFor = (left: number, hosts = [CONSOLE], key = 'own') =>
  testCertificate({ subject: hosts[0] ?? '', hosts, key, from: days(-1), to: days(left) });

test('the status goes from not configured over incomplete to ready, enabled and disabled', async () => {
  assert.equal(await stateOf(), 'notConfigured');
  await save({ slogan: 'Hello' });
  assert.equal(await stateOf(), 'incomplete');
  assert.deepEqual((await read()).platform?.missing, ['产品名称']);
  await save({ productName: 'Lantern' });
  assert.equal(await stateOf(), 'disabled');
  assert.deepEqual((await tryOut()).data.ok, true);
  assert.equal(await stateOf(), 'ready');
  assert.equal((await turn('enable')).code, 100);
  assert.equal(await stateOf(), 'enabled');
  assert.equal((await turn('enable')).code, 42201);
  assert.equal((await turn('disable')).code, 100);
  assert.equal(await stateOf(), 'ready');
});

test('it is enabled only with a passed test of the same settings that is not older than a day', async () => {
  await save({ productName: 'Lantern' });
  const untested = await turn('enable');
  assert.equal(untested.code, 42330);
  assert.deepEqual((untested.data as unknown as { missing: string[] }).missing, ['24 小时内通过的连接测试']);
  await tryOut();
  await save({ slogan: 'Other' });
  assert.equal((await turn('enable')).code, 42330);
  await tryOut();
  t.clock.advance(24 * 3_600_000 + 1);
  owner = await t.signIn();
  assert.equal((await turn('enable')).code, 42330);
  await tryOut();
  assert.equal((await turn('enable')).code, 100);
});
