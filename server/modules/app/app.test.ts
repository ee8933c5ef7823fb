import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import { UpstreamFailure } from '../../core/platforms/outbound';
import { makeAccountAndApp } from '../../demo';
import type { SimulatedPush } from '../../simulators/jpush';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';

const SIGN = 'a'.repeat(64);
const SHA = 'b'.repeat(64);
const PACKAGE = 'cn.example.user';
const GROUP = { group: 'userApp' } as const;
let t: TestApp;
let owner: string;
const answering = new Set<string>();

before(async () => {
  t = await createTestApp({
    settings: { publicOrigin: 'https://console.operator.example' },
    ports: {
      hosts: {
        aliases: async () => [],
        answersHttps: async (host) => {
          if (!answering.has(host)) throw new UpstreamFailure('not reachable');
        },
      },
    },
  });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  answering.clear();
  await t.db.deleteFrom('app_version').execute();
  await t.db.deleteFrom('site_setting').where('group_key', 'like', '%App').execute();
  await t.db.deleteFrom('config_state').execute();
  await t.db.deleteFrom('secret_value').where('place', 'like', 'site_setting/%App/%').execute();
});

const read = async () => (await t.call('config.App/get', GROUP, { token: owner })).data;
async function saveSettings(values: object = {}) {
  const now = await read();
  const base = { appName: '外卖', packageName: PACKAGE, bundleId: 'cn.example.ios', androidSignSha256: SIGN };
  const input = { ...GROUP, values: { ...now.values, ...base, ...values }, version: now.version };
  return t.call('config.App/save', input, { token: owner, ticket: await t.ticket(owner) });
}
const tryOut = async () =>
  (await t.call('config.App/test', { ...GROUP, version: (await read()).version }, { token: owner })).data;

type Save = Input<'config.App/saveVersion'>;
const NOTES = { 'zh-CN': '修复问题', 'zh-TW': '', 'en-US': 'Fixes', 'pt-BR': '' };
const FORM: Save = {
  version: 0,
  app: 'userApp',
  platform: 'android',
  versionName: '1.2.0',
  build: 120,
  channel: 'official',
  minSystem: '8.0',
  address: 'https://cdn.example.cn/user-1.2.0.apk',
  packageName: PACKAGE,
  packageSize: 52_428_800,
  sha256: SHA,
  signSha256: SIGN,
  force: 'none',
  grayPercent: 100,
  notes: NOTES,
};
const save = (change: Partial<Save> = {}) => t.call('config.App/saveVersion', { ...FORM, ...change }, { token: owner });
const publish = (id: number, version = 1) => t.call('config.App/publishVersion', { id, version }, { token: owner });
const listed = async () => (await t.call('config.App/getVersions', {}, { token: owner })).data.list;
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);

test('an app can be enabled after its check has passed', async () => {
  assert.equal((await saveSettings({ universalLink: 'https://app.example.cn/link' })).code, 100);
  assert.deepEqual(
    (await tryOut()).checks.map(({ ok }) => ok),
    [true, false],
  );
  answering.add('app.example.cn');
  assert.equal((await tryOut()).ok, true);
  const version = (await read()).platform?.stateVersion ?? 0;
  assert.equal((await t.call('config.App/enable', { ...GROUP, version }, { token: owner })).code, 100);
});

test('the check fails if the package name or the signature differs from a published version', async () => {
  await saveSettings();
  const { data } = await save();
  assert.equal((await publish(data.id)).code, 100);
  assert.equal((await tryOut()).ok, true);
  for (const values of [{ packageName: 'cn.example.other' }, { androidSignSha256: 'c'.repeat(64) }]) {
    await saveSettings(values);
    const [check] = (await tryOut()).checks;
    assert.equal(check?.ok, false, JSON.stringify(values));
    assert.match(check.detail, /1\.2\.0/);
  }
  await saveSettings();
  assert.equal((await tryOut()).ok, true);
});

test('the check signs with Apple’s push key, and needs key ID and team ID', async () => {
  const pem = (curve: string) =>
    generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await saveSettings({ apnsKey: pem('prime256v1'), apnsKeyId: 'ABCDEFGH12' });
  assert.equal((await tryOut()).ok, false);
  await saveSettings({ apnsTeamId: 'TEAM123456', apnsKeyId: 'ABCDEFGH12' });
  assert.deepEqual(
    (await tryOut()).checks.map(({ detail }) => detail),
    [`${PACKAGE} · cn.example.ios`, 'ES256'],
  );
  await saveSettings({ apnsKey: pem('secp384r1'), apnsTeamId: 'TEAM123456', apnsKeyId: 'ABCDEFGH12' });
  assert.equal((await tryOut()).ok, false);
});

const PUSH = { pushAppKey: '7d431e42dfa6a6d693ac2d04', pushMasterSecret: '5e987ac6d2e04d95a9d8f0d1' };
const DEVICES = ['18071adc030dcba91c0', '18071adc030dcba91c1'];
const pushTest = async (version?: number) =>
  t.call(
    'config.App/pushTest',
    { ...GROUP, version: version ?? (await read()).version },
    { token: owner, locale: 'en-US' },
  );

test('a push test is sent to the stored test devices and returns the number of the message', async () => {
  await saveSettings({ ...PUSH, pushTestDevices: DEVICES });
  const { code, data } = await pushTest();
  assert.deepEqual([code, data.devices], [100, 2]);
  assert.equal(data.message, `Simulator accepted the push. Devices: 2. Message number: ${data.messageId}.`);
  const sent = await t.ports.platforms.simulatorStore('jpush').get<SimulatedPush>('push', data.messageId);
  assert.deepEqual(sent?.devices, DEVICES);
  const record = await t.db
    .selectFrom('operation_record')
    .select(['object_no', 'after'])
    .where('action', '=', 'pushTest')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  assert.deepEqual(record, { object_no: 'userApp', after: { devices: 2, messageId: data.messageId } });
});

test('a push test without a test device is refused at the field of the devices', async () => {
  await saveSettings(PUSH);
  const answer = await pushTest();
  assert.equal(answer.code, 40001);
  assert.deepEqual((answer.data as unknown as { errors: unknown[] }).errors, [
    { field: 'pushTestDevices', rule: 'required', message: 'Bind a test device first' },
  ]);
});

test('a push test needs AppKey and master secret, the stored version, and the permission to edit', async () => {
  await saveSettings({ pushTestDevices: DEVICES });
  const lacking = await pushTest();
  assert.deepEqual([lacking.code, lacking.msg], [42330, 'Not configured: Push AppKey, Push master secret']);
  await saveSettings({ ...PUSH });
  assert.equal((await pushTest(1)).code, 40901);
  const { account } = await t.account({ rules: [108] });
  const reader = await t.signIn(account);
  const { version } = await read();
  assert.equal((await t.call('config.App/pushTest', { ...GROUP, version }, { token: reader })).code, 40301);
});

test('a refusal of the push provider is shown in the provider’s words', async () => {
  await saveSettings({ ...PUSH, pushTestDevices: DEVICES });
  assert.equal((await pushTest()).code, 100);
  await saveSettings({ ...PUSH, pushMasterSecret: 'f'.repeat(24), pushTestDevices: DEVICES });
  const answer = await pushTest();
  assert.deepEqual([answer.code, answer.msg], [50201, 'Upstream answered: 1004 basic authentication failed']);
});

test('settings in a wrong format are refused at their fields', async () => {
  const cases = [
    [{ packageName: 'Example' }, 'packageName'],
    [{ openAppId: 'wx12' }, 'openAppId'],
    [{ aliAppId: '1088123412341234' }, 'aliAppId'],
    [{ mapIosKey: 'key' }, 'mapIosKey'],
    [{ universalLink: 'http://app.example.cn' }, 'universalLink'],
    [{ pushTestDevices: ['12 34'] }, 'pushTestDevices.0'],
  ] as const;
  for (const [values, field] of cases) {
    const answer = await saveSettings(values);
    assert.deepEqual([answer.code, errorsOf(answer)], [40001, [field]]);
  }
});

test('a published draft redirects to its package and counts downloads', async () => {
  await saveSettings();
  const { code, data } = await save();
  assert.equal(code, 100);
  const path = `/api/app/download/${data.id}`;
  assert.equal((await t.app.http.inject({ method: 'GET', url: path })).statusCode, 404);
  assert.equal((await publish(data.id)).code, 100);
  const answer = await t.app.http.inject({ method: 'GET', url: path });
  assert.deepEqual([answer.statusCode, answer.headers.location], [302, FORM.address]);
  const [row] = await listed();
  assert.deepEqual(
    [row?.state, row?.downloads, row?.downloadUrl, row?.notes],
    ['published', 1, `https://console.operator.example${path}`, '修复问题'],
  );
  assert.deepEqual(row?.actions, ['withdrawVersion', 'setForce', 'setGray']);
});

test('a build that another version of its app, platform and channel has is refused', async () => {
  await saveSettings();
  await save();
  const refused = await save({ versionName: '1.3.0' });
  assert.deepEqual([refused.code, errorsOf(refused)], [42334, ['build']]);
  assert.equal((await save({ channel: 'huawei' })).code, 100);
  assert.equal((await save({ build: 121 })).code, 100);
});

test('a draft with a lower build than a published version cannot be published', async () => {
  await saveSettings();
  const { data } = await save();
  const newer = await save({ build: 121 });
  await publish(newer.data.id);
  assert.equal((await publish(data.id)).code, 42334);
});

test('a draft can be edited and published while another draft has a higher build', async () => {
  await saveSettings();
  const { data } = await save();
  await save({ build: 121 });
  assert.equal((await save({ id: data.id, version: 1, minSystem: '9.0' })).code, 100);
  assert.equal((await publish(data.id, 2)).code, 100);
});

test('a package of another name or signature is refused, also when the settings change before it is published', async () => {
  await saveSettings();
  const other = await save({ packageName: 'cn.example.other', signSha256: 'c'.repeat(64) });
  assert.deepEqual([other.code, errorsOf(other)], [42331, ['packageName', 'signSha256']]);
  const { data } = await save();
  await saveSettings({ packageName: 'cn.example.renamed' });
  assert.equal((await publish(data.id)).code, 42331);
});

test('a version for iOS needs no package, and has the bundle ID', async () => {
  await saveSettings();
  const ios = { platform: 'ios', packageSize: null, sha256: null, signSha256: null } as const;
  assert.equal((await save({ ...ios, packageName: PACKAGE })).code, 42331);
  assert.equal((await save({ ...ios, packageName: 'cn.example.ios' })).code, 100);
  const android = await save({ ...ios, platform: 'android' });
  assert.deepEqual([android.code, errorsOf(android)], [40001, ['packageSize', 'sha256', 'signSha256']]);
});

test('a forced update without release notes is refused at its field', async () => {
  await saveSettings();
  const notes = { ...NOTES, 'zh-CN': '' };
  const refused = await save({ force: 'force', notes });
  assert.deepEqual([refused.code, errorsOf(refused)], [40001, ['notes.zh-CN']]);
  const { data } = await save({ notes });
  await publish(data.id);
  const forced = await t.call('config.App/setForce', { id: data.id, version: 2, force: 'force' }, { token: owner });
  assert.deepEqual([forced.code, errorsOf(forced)], [40001, ['force']]);
});

test('a published version cannot be edited, except for update mode and rollout share', async () => {
  await saveSettings();
  const { data } = await save();
  await publish(data.id);
  const { id } = data;
  assert.equal((await save({ id, version: 2, build: 130 })).code, 42201);
  assert.equal((await t.call('config.App/setForce', { id, version: 1, force: 'hint' }, { token: owner })).code, 40901);
  assert.equal((await t.call('config.App/setForce', { id, version: 2, force: 'hint' }, { token: owner })).code, 100);
  assert.equal((await t.call('config.App/setGray', { id, version: 3, grayPercent: 10 }, { token: owner })).code, 100);
  const [row] = await listed();
  assert.deepEqual([row?.force, row?.grayPercent, row?.version], ['hint', 10, 4]);
});

test('a withdrawn version cannot be downloaded, and its build number stays taken', async () => {
  await saveSettings();
  const { data } = await save();
  await publish(data.id);
  const input = { id: data.id, version: 2, reason: '崩溃' };
  assert.equal((await t.call('config.App/withdrawVersion', input, { token: owner })).code, 100);
  const answer = await t.app.http.inject({ method: 'GET', url: `/api/app/download/${data.id}` });
  assert.equal(answer.statusCode, 404);
  assert.equal((await save()).code, 42334);
  assert.deepEqual((await listed())[0]?.actions, []);
});

test('an edit of a draft may keep its build, and needs its record version', async () => {
  await saveSettings();
  const { data } = await save();
  assert.equal((await save({ id: data.id, version: 1, channel: 'official', minSystem: '9.0' })).code, 100);
  assert.equal((await save({ id: data.id, version: 1 })).code, 40901);
  const detail = (await t.call('config.App/getVersion', { id: data.id }, { token: owner })).data;
  assert.deepEqual([detail.form.minSystem, detail.form.notes], ['9.0', NOTES]);
});

test('adding and publishing versions are separate permissions', async () => {
  await saveSettings();
  const { data } = await save();
  const { account } = await t.account({ rules: [70, 108, 10801] });
  const token = await t.signIn(account);
  assert.equal((await t.call('config.App/saveVersion', { ...FORM, build: 200 }, { token })).code, 100);
  assert.equal((await t.call('config.App/publishVersion', { id: data.id, version: 1 }, { token })).code, 40301);
});

test('the account and the app of the demo are tested and enabled, with a menu and a published version', async () => {
  await makeAccountAndApp(t, t.clock.now());
  const group = { group: 'serviceNumber' } as const;
  assert.equal((await t.call('config.ServiceNumber/get', group, { token: owner })).data.platform?.state, 'enabled');
  assert.equal((await t.call('config.ServiceNumber/getMenu', {}, { token: owner })).data.menu.length, 2);
  assert.equal((await read()).platform?.state, 'enabled');
  assert.deepEqual((await listed()).map(({ versionName, state }) => [versionName, state]).sort(), [
    ['2.3.0', 'published'],
    ['2.4.0', 'draft'],
  ]);
});

test('a user with the permission can export versions', async () => {
  await saveSettings();
  await save();
  const create = (token: string) =>
    t.call(
      'export.Task/create',
      {
        module: 'config.appVersions',
        filter: { platform: 'android' },
        columns: ['versionName', 'build', 'packageSize', 'notes'],
        format: 'csv',
      } as never,
      { token },
    );
  assert.equal((await create(owner)).code, 110);
  const { account } = await t.account({ rules: [70, 108] });
  assert.equal((await create(await t.signIn(account))).code, 40301);
});
