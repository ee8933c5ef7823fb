import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Data } from '../../../contract';
import { openMessage } from '../../core/platforms/wechat/messages';
import { readMessageXml } from '../../core/platforms/wechat/xml';
import { plantFault } from '../../simulators/faults';
import { makePush } from '../../simulators/wechat/push';
import { ACCOUNT, type Account } from '../../simulators/wechat/world';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';

/** Tests of the official account (微信服务号, DOMAIN §3.10) on the simulated platform. */

const APP_ID = 'wx1234567890abcdef';
const ORIGINAL_ID = 'gh_1234567890ab';
const SECRET = 'a'.repeat(32);
const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const TEMPLATE = 'T'.repeat(43);
const VALUES = {
  appId: APP_ID,
  appSecret: SECRET,
  originalId: ORIGINAL_ID,
  token: 'pushtoken1',
  encodingAesKey: KEY,
  templates: [{ scene: 'orderAccepted', templateId: TEMPLATE, fieldMap: 'thing1=orderNo, time2=at' }],
};
const GROUP = { group: 'serviceNumber' } as const;

let t: TestApp;
let owner: string;

before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.operator.example' } });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  await t.db.deleteFrom('site_setting').where('group_key', 'like', 'service%').execute();
  await t.db.deleteFrom('config_state').execute();
  await t.db.deleteFrom('secret_value').where('place', 'like', 'site_setting/serviceNumber/%').execute();
  await t.db.deleteFrom('simulated_value').execute();
  await t.db.deleteFrom('platform_event').execute();
});

const read = async (): Promise<Data<'config.ServiceNumber/get'>> =>
  (await t.call('config.ServiceNumber/get', GROUP, { token: owner })).data;
async function save(values: object) {
  const now = await read();
  const input = { ...GROUP, values: { ...now.values, ...values }, version: now.version };
  return t.call('config.ServiceNumber/save', input, { token: owner, ticket: await t.ticket(owner) });
}
const tryOut = async () =>
  t.call('config.ServiceNumber/test', { ...GROUP, version: (await read()).version }, { token: owner });
const turn = async (what: 'enable' | 'disable') =>
  t.call(
    `config.ServiceNumber/${what}`,
    { ...GROUP, version: (await read()).platform?.stateVersion ?? 0 },
    { token: owner },
  );
async function enabled(values: object = {}): Promise<void> {
  assert.equal((await save({ ...VALUES, ...values })).code, 100);
  const { data } = await tryOut();
  assert.equal(data.ok, true, JSON.stringify(data.checks));
  assert.equal((await turn('enable')).code, 100);
}
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const failed = async () => (await tryOut()).data.checks.filter(({ ok }) => !ok).map(({ detail }) => detail);

test("the account's settings are tested at the platform and then enabled", async () => {
  await enabled();
  const { platform, simulated } = await read();
  assert.deepEqual([platform?.state, simulated], ['enabled', true]);
  assert.deepEqual(platform?.callbacks, [
    { label: '服务器地址', url: 'https://console.operator.example/api/callback.ServiceNumber/event' },
  ]);
});

test("a wrong secret fails with the platform's text, and the account cannot be enabled", async () => {
  await save(VALUES);
  await tryOut();
  await save({ appSecret: 'b'.repeat(32) });
  assert.match((await failed())[0] ?? '', /^invalid appsecret/);
  assert.equal((await turn('enable')).code, 42330);
  await save({ appSecret: SECRET });
  assert.deepEqual(await failed(), []);
});

test('a template that the platform does not have fails the test', async () => {
  await save(VALUES);
  await tryOut();
  const unknown = 'U'.repeat(43);
  await save({ templates: [{ scene: 'refunded', templateId: unknown, fieldMap: '' }] });
  assert.deepEqual(await failed(), [`unknown: ${unknown}`]);
});

test('an unreachable platform fails the test but not the call', async () => {
  await save(VALUES);
  for (const fault of ['status500', 'html'] as const) {
    await plantFault(t.db, { platform: 'wechat', pathPrefix: '/cgi-bin/stable_token', fault, times: 3 });
    const { code, data } = await tryOut();
    assert.deepEqual([code, data.ok, data.checks.length], [100, false, 1], fault);
    await t.db.deleteFrom('simulated_value').where('kind', '=', 'fault').execute();
  }
});

test('values that the platform cannot accept are refused at their fields', async () => {
  const cases = [
    [{ appId: 'wx12' }, 'appId'],
    [{ encodingAesKey: 'short' }, 'encodingAesKey'],
    [{ token: 'a-b' }, 'token'],
    [{ jsDomains: ['https://m.example.cn'] }, 'jsDomains.0'],
    [{ oauthDomain: ['a.example.cn', 'b.example.cn', 'c.example.cn'] }, 'oauthDomain'],
    [{ verifyFile: 'verify.txt' }, 'verifyFile'],
  ] as const;
  for (const [values, field] of cases) {
    const answer = await save({ ...VALUES, ...values });
    assert.deepEqual([answer.code, errorsOf(answer)], [40001, [field]], JSON.stringify(answer.data));
  }
});

const verify = () => t.call('config.ServiceNumber/verifyServer', {}, { token: owner });

test("our server address answers the platform's check and refuses a wrong signature", async () => {
  assert.equal((await verify()).code, 42330);
  await save(VALUES);
  assert.equal((await verify()).code, 100);
  const wrong = '/api/callback.ServiceNumber/event?signature=0&timestamp=1&nonce=2&echostr=3';
  const answer = await t.app.http.inject({ method: 'GET', url: wrong });
  assert.deepEqual([answer.statusCode, answer.body], [403, 'refused']);
});

const entry = (name: string, more: object = {}) => ({
  name,
  type: 'view' as const,
  url: 'https://m.example.cn/',
  key: '',
  appId: '',
  page: '',
  ...more,
});
const top = (name: string, children: ReturnType<typeof entry>[] = [], more: object = {}) => ({
  ...entry(name, more),
  children,
});
const publish = (menu: ReturnType<typeof top>[], version: number) =>
  t.call('config.ServiceNumber/publishMenu', { menu, version }, { token: owner });
const menuAtPlatform = async () =>
  (await t.db.selectFrom('simulated_value').where('kind', '=', 'wechat.menu').select('content').execute())[0]?.content;

test('a published menu is in force at the platform and stored as a version', async () => {
  await enabled();
  const menu = [top('下单', [entry('外卖'), entry('客服', { type: 'click', key: '帮助', url: '' })]), top('我的')];
  const { code, data } = await publish(menu, 0);
  assert.deepEqual([code, data.version], [100, 1]);
  assert.deepEqual(await menuAtPlatform(), {
    button: [
      {
        name: '下单',
        sub_button: [
          { name: '外卖', type: 'view', url: 'https://m.example.cn/' },
          { name: '客服', type: 'click', key: '帮助' },
        ],
      },
      { name: '我的', type: 'view', url: 'https://m.example.cn/' },
    ],
  });
  const now = (await t.call('config.ServiceNumber/getMenu', {}, { token: owner })).data;
  assert.deepEqual([now.menu, now.version], [menu, 1]);
  assert.equal((await publish(menu, 0)).code, 40901);
});

test('a menu with a long name or without an address is refused, and so is any menu while the account is disabled', async () => {
  const menu = [top('五个汉字长', [entry('九个汉字的名字太长')]), top('网页', [], { url: '' })];
  const refused = await publish(menu, 0);
  assert.deepEqual([refused.code, errorsOf(refused)], [40001, ['menu.0.name', 'menu.0.children.0.name', 'menu.1.url']]);
  assert.equal((await publish([top('网页')], 0)).code, 42330);
});

test('a menu that the platform refuses is not stored', async () => {
  await enabled();
  await plantFault(t.db, { platform: 'wechat', pathPrefix: '/cgi-bin/menu/create', fault: 'status500', times: 1 });
  assert.equal((await publish([top('网页')], 0)).code, 50202);
  assert.equal((await t.call('config.ServiceNumber/getMenu', {}, { token: owner })).data.version, 0);
  assert.equal((await publish([top('网页')], 0)).code, 100);
});

const REPLIES = {
  follow: '欢迎关注',
  keywords: [
    { keyword: '单', match: 'contains', reply: '订单' },
    { keyword: '下单', match: 'full', reply: '点此下单' },
  ],
  fallback: '请稍候',
};
const saveReplies = (values: Record<string, unknown>, version = 0) =>
  t.call('config.ServiceNumber/saveReply', { group: 'serviceReply', values, version }, { token: owner });

/** Sends a push of the simulated platform to our callback URL and decrypts the answer. */
async function pushed(fields: Readonly<Record<string, string | number>>) {
  const store = t.ports.platforms.simulatorStore('wechat');
  const account = await store.get<Account>(ACCOUNT, APP_ID);
  assert.ok(account);
  const callback = await makePush({ store, clock: t.clock }, account, fields, t.clock.now().getTime());
  assert.ok(callback);
  const { pathname, search } = new URL(callback.url);
  const answer = await t.app.http.inject({
    method: 'POST',
    url: pathname + search,
    headers: callback.headers,
    payload: callback.body,
  });
  if (!answer.body.startsWith('<xml>')) return answer.body;
  const outside = readMessageXml(answer.body);
  if (typeof outside.Encrypt !== 'string') return outside.Content;
  const config = { token: VALUES.token, encodingAesKey: KEY, mode: 'safe', appId: APP_ID } as const;
  return readMessageXml(openMessage(outside.Encrypt, config)).Content;
}
const message = (id: number, content: string) => ({ MsgType: 'text', Content: content, MsgId: id });

test('messages are decrypted and answered with the matching reply', async () => {
  await enabled();
  assert.equal((await saveReplies(REPLIES)).code, 100);
  assert.equal(await pushed(message(1, '下单')), '点此下单');
  assert.equal(await pushed(message(2, '我的单子')), '订单');
  assert.equal(await pushed(message(3, '你好')), '请稍候');
  assert.equal(await pushed({ MsgType: 'event', Event: 'subscribe' }), '欢迎关注');
  assert.equal(await pushed({ MsgType: 'event', Event: 'CLICK', EventKey: '下单' }), '点此下单');
  assert.equal(await pushed({ MsgType: 'event', Event: 'LOCATION' }), 'success');
});

test('a repeated message gets the same answer, even after the replies have changed', async () => {
  await enabled();
  await saveReplies(REPLIES);
  assert.equal(await pushed(message(1, '下单')), '点此下单');
  await saveReplies({ ...REPLIES, keywords: [] }, 1);
  assert.equal(await pushed(message(1, '下单')), '点此下单');
  assert.equal(await pushed(message(2, '下单')), '请稍候');
});

test("messages are refused while the account is disabled, and with another console's key", async () => {
  await enabled();
  await turn('disable');
  assert.equal(await pushed(message(1, '下单')), 'refused');
  await turn('enable');
  await save({ token: 'another1' });
  assert.equal(await pushed(message(2, '下单')), 'refused');
  assert.equal((await verify()).code, 100);
  assert.equal(await pushed(message(3, '下单')), 'success');
});

test('replies are saved only with the current version', async () => {
  assert.equal((await saveReplies(REPLIES)).code, 100);
  assert.equal((await saveReplies(REPLIES)).code, 40901);
  const refused = await saveReplies({ ...REPLIES, follow: 'x'.repeat(601) }, 1);
  assert.deepEqual([refused.code, errorsOf(refused)], [40001, ['follow']]);
});
