import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import { makeAccountAndApp } from '../../demo';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { runsOn } from './update';

/** Tests the updates that apps are offered (DOMAIN §3.10). In the demo, version 2.3.0 (build 230) of the user app is published. */

let t: TestApp;
let owner: string;

before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.operator.example' } });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  await t.db.deleteFrom('app_version').execute();
  await t.db.deleteFrom('site_setting').execute();
  await t.db.deleteFrom('config_state').execute();
  await t.db.deleteFrom('secret_value').execute();
  await t.db.deleteFrom('simulated_value').execute();
  await makeAccountAndApp(t, t.clock.now());
});

type Asked = Input<'config.App/getUpdate'>;
const PHONE: Asked = {
  ...({ app: 'userApp', platform: 'android', channel: 'official' } as const),
  ...{ build: 200, system: '13', device: 'device-0001' },
};
const ask = async (change: Partial<Asked> = {}) =>
  (await t.call('config.App/getUpdate', { ...PHONE, ...change })).data.update;

const versions = async () => (await t.call('config.App/getVersions', {}, { token: owner })).data.list;
/** Publishes a copy of the demo's user app version with another build and these changes. */
async function publish(build: number, change: Partial<Input<'config.App/saveVersion'>> = {}): Promise<number> {
  const [demo] = (await versions()).filter((row) => row.build === 230);
  const { form } = (await t.call('config.App/getVersion', { id: demo?.id ?? 0 }, { token: owner })).data;
  const input = { ...form, ...change, build, versionName: `9.0.${build}`, version: 0 };
  const { code, data } = await t.call('config.App/saveVersion', input, { token: owner });
  assert.equal(code, 100);
  assert.equal((await t.call('config.App/publishVersion', { id: data.id, version: 1 }, { token: owner })).code, 100);
  return data.id;
}
const devices = Array.from({ length: 400 }, (_, place) => `device-${place}`.padEnd(12, '0'));
async function offeredTo(build: number): Promise<string[]> {
  const offers = await Promise.all(devices.map(async (device) => ({ device, offer: await ask({ device }) })));
  return offers.filter(({ offer }) => offer?.build === build).map(({ device }) => device);
}

test('a device without a session is offered the newest published version, with the digest of its package', async () => {
  const [published] = (await versions()).filter(({ state }) => state === 'published');
  assert.deepEqual(await ask(), {
    versionName: '2.3.0',
    build: 230,
    force: 'hint',
    notes: '新增骑手实时位置。',
    downloadUrl: `https://console.operator.example/api/app/download/${published?.id}`,
    packageSize: 48_234_496,
    sha256: '230'.padStart(64, '0'),
  });
});

test('a device with the newest build, another platform or another channel is offered nothing', async () => {
  for (const change of [{ build: 230 }, { platform: 'ios' }, { channel: 'huawei' }, { app: 'riderApp' }] as const) {
    assert.equal(await ask(change), null, JSON.stringify(change));
  }
});

test('a rollout share always includes the same devices, and a larger share only adds devices', async () => {
  const id = await publish(300, { grayPercent: 20 });
  const few = await offeredTo(300);
  assert.ok(few.length > 40 && few.length < 120, `${few.length} of ${devices.length}`);
  assert.deepEqual(await offeredTo(300), few);
  assert.equal((await t.call('config.App/setGray', { id, version: 2, grayPercent: 60 }, { token: owner })).code, 100);
  const more = new Set(await offeredTo(300));
  assert.ok(more.size > 180 && more.size < 300, `${more.size} of ${devices.length}`);
  assert.ok(few.every((device) => more.has(device)));
});

test('a device outside the rollout is offered the previous version', async () => {
  await publish(300, { grayPercent: 1 });
  const [outside] = await offeredTo(230);
  assert.equal((await ask({ device: outside ?? '' }))?.build, 230);
});

test('a device whose system is too old is offered the last version that runs on it', async () => {
  await publish(300, { minSystem: '14' });
  assert.equal((await ask({ system: '13.1' }))?.build, 230);
  assert.equal((await ask({ system: '14.0' }))?.build, 300);
});

test('a skipped forced version makes the next one forced', async () => {
  const notes = { 'zh-CN': '安全修复', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };
  await publish(300, { force: 'force', notes });
  await publish(301, { force: 'none' });
  assert.deepEqual([(await ask())?.build, (await ask())?.force], [301, 'force']);
  assert.equal((await ask({ build: 300 }))?.force, 'none');
});

test('a withdrawn version is no longer offered, and an app that is not enabled offers none', async () => {
  const id = await publish(300);
  await t.call('config.App/withdrawVersion', { id, version: 2, reason: '崩溃' }, { token: owner });
  assert.equal((await ask())?.build, 230);
  const { platform } = (await t.call('config.App/get', { group: 'userApp' }, { token: owner })).data;
  const input = { group: 'userApp', version: platform?.stateVersion ?? 0 } as const;
  assert.equal((await t.call('config.App/disable', input, { token: owner })).code, 100);
  assert.equal(await ask(), null);
});

test('a request with a missing or invalid value is refused at its field', async () => {
  const answer = await t.call('config.App/getUpdate', { ...PHONE, device: 'short', system: 'latest' });
  const { errors = [] } = answer.data as unknown as { errors?: { field: string }[] };
  assert.deepEqual([answer.code, errors.map(({ field }) => field).sort()], [40001, ['device', 'system']]);
});

test('system versions are compared number by number', () => {
  const cases = [
    ['8.0', '8.0', true],
    ['8', '8.0', true],
    ['7.9', '8.0', false],
    ['10', '9.1', true],
    ['13.1.2', '13.2', false],
  ] as const;
  for (const [own, lowest, runs] of cases) assert.equal(runsOn(own, lowest), runs, `${own} for ${lowest}`);
});
