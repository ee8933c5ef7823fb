import assert from 'node:assert/strict';
import test from 'node:test';
import { createWechat } from '../../core/platforms/wechat/adapter';
import { menuButtons } from '../../core/platforms/wechat/config';
import { type MessageConfig, verifyServer } from '../../core/platforms/wechat/messages';
import { type Check, testApplet, testServiceNumber } from '../../core/platforms/wechat/trial';
import { registerMini } from '../wechat';
import { MINI, openPlatform, PUSH, SERVICE, TEMPLATE, waitForTimeouts } from './testing';

waitForTimeouts();

const messages: MessageConfig = {
  token: PUSH.token,
  encodingAesKey: PUSH.encodingAesKey,
  mode: 'safe',
  appId: SERVICE.appId,
};
const byName = (checks: readonly Check[]) => checks.map(({ name, ok }) => `${name['en-US']}: ${ok}`);

test('the connection test of a mini program runs every step and shows the addresses that it read', async () => {
  const platform = await openPlatform();
  const trial = { config: { appId: MINI.appId, accessMode: 'own' as const }, messages, templates: [TEMPLATE] };
  const checks = await testApplet(trial, platform.partsWith(platform.ownToken(MINI)));
  assert.deepEqual(byName(checks), [
    'Fetch the access token: true',
    'Read the push server addresses: true',
    'Make a mini-program code: true',
    'Compare the message templates: true',
    'Encoding AES key: true',
  ]);
  assert.equal(checks[1]?.detail, '106.55.206.146, 106.55.206.211');
});

test('the connection test of a component also reads the versions of the code', async () => {
  const platform = await openPlatform();
  await platform.code().upload('1.0.0', { versionDesc: '首个版本', templateId: 1 });
  const trial = { config: { appId: MINI.appId, accessMode: 'component' as const }, messages, templates: [] };
  const checks = await testApplet(trial, platform.partsWith(platform.componentToken()));
  assert.deepEqual(
    checks.filter(({ name }) => name['zh-CN'] === '读取小程序版本').map(({ ok, detail }) => [ok, detail]),
    [[true, '1.0.0']],
  );
});

test('an IP address that is not on the allow list is named, and no further step runs', async () => {
  const platform = await openPlatform();
  await registerMini(platform.store, {
    appId: MINI.appId,
    secret: MINI.appSecret,
    originalId: 'gh_111111111111',
    ipAllowList: [],
  });
  const trial = { config: { appId: MINI.appId, accessMode: 'own' as const }, messages, templates: [] };
  const checks = await testApplet(trial, platform.partsWith(platform.ownToken(MINI)));
  assert.deepEqual(
    checks.map(({ ok, detail }) => [ok, detail]),
    [[false, 'invalid ip 127.0.0.1, add it to the allow list']],
  );
});

test('unknown templates and a wrong key fail their steps without stopping the connection test', async () => {
  const platform = await openPlatform();
  const trial = {
    config: { appId: MINI.appId, accessMode: 'own' as const },
    messages: { ...messages, encodingAesKey: 'short' },
    templates: [TEMPLATE, 'unknown-template'],
  };
  const checks = await testApplet(trial, platform.partsWith(platform.ownToken(MINI)));
  assert.deepEqual(
    checks.filter(({ ok }) => !ok).map(({ detail }) => detail),
    ['unknown: unknown-template', 'no encryption key'],
  );
});

test('the connection test of an official account also calls our own address as the platform does', async () => {
  const platform = await openPlatform();
  const parts = platform.partsWith(platform.ownToken(SERVICE));
  const config = { appId: SERVICE.appId, accessMode: 'own' as const };
  const menu = menuButtons([{ name: '服务', type: 'click', key: 'help' }]);
  await createWechat(config, parts).createMenu(menu);
  const askServer = async (query: Readonly<Record<string, string>>) => verifyServer(PUSH.token, query) ?? 'refused';
  const checks = await testServiceNumber({ config, messages, templates: [TEMPLATE], askServer }, parts);
  assert.deepEqual(
    checks.map(({ ok, detail }) => [ok, detail]),
    [
      [true, 'ok'],
      [true, '106.55.206.146, 106.55.206.211'],
      [true, '1/1'],
      [true, '1'],
      [true, '7200 s'],
      [true, 'unionid'],
      [true, 'safe'],
      [true, 'ok'],
    ],
  );
  const wrong = { config, messages: { ...messages, token: 'another' }, templates: [], askServer };
  assert.equal((await testServiceNumber(wrong, parts)).at(-1)?.ok, false);
});

test('if the platform fails, the first step fails and no further step runs', async () => {
  const platform = await openPlatform();
  platform.setFault('status500');
  const trial = { config: { appId: MINI.appId, accessMode: 'own' as const }, messages, templates: [] };
  const checks = await testApplet(trial, platform.partsWith(platform.ownToken(MINI)));
  assert.deepEqual(byName(checks), ['Fetch the access token: false']);
});
