import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { text } from '../../../contract/text';
import { SECOND_MS } from '../../../contract/units';
import { makeAccountAndApp } from '../../demo';
import { plantFault } from '../../simulators/faults';
import { makePush } from '../../simulators/wechat/push';
import { ACCOUNT, type Account } from '../../simulators/wechat/world';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { notify } from '../notice';
import { noticeJobs } from '../noticeManage';
import { sendPushes, templateData } from './jobs';

/** Tests of staff notices in the official account (DOMAIN §3.10 `bindStaff`), with the demo's account. */

const APP_ID = 'wx00000000000000e1';
const GROUP = { group: 'serviceNumber' } as const;
let t: TestApp;
let owner: string;
let person: { id: number; token: string };

before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.operator.example' } });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  const tables = [
    'site_setting',
    'config_state',
    'secret_value',
    'simulated_value',
    'platform_event',
    'app_version',
  ] as const;
  for (const table of tables) await t.db.deleteFrom(table).execute();
  for (const table of ['staff_follower', 'staff_follower_code', 'staff_push', 'notice_outbox'] as const)
    await t.db.deleteFrom(table).execute();
  await makeAccountAndApp(t, t.clock.now());
  const { id, account } = await t.account({ rules: [2] });
  person = { id, token: await t.signIn(account) };
});

const binding = async () => (await t.call('dashboard.Account/getFollower', {}, { token: person.token })).data;
const start = () => t.call('dashboard.Account/startFollower', {}, { token: person.token });
const store = () => t.ports.platforms.simulatorStore('wechat');
const simulated = async () => (await store().get<Account>(ACCOUNT, APP_ID)) ?? assert.fail('no account');
const codeOf = async () =>
  (await t.db.selectFrom('staff_follower_code').select('code').executeTakeFirst())?.code ?? assert.fail('no code');

/** Sends an event of the platform to our callback URL. */
async function push(fields: Readonly<Record<string, string>>): Promise<void> {
  const event = { MsgType: 'event', ...fields };
  const callback = await makePush(
    { store: store(), clock: t.clock },
    await simulated(),
    event,
    t.clock.now().getTime(),
  );
  assert.ok(callback);
  const { pathname, search } = new URL(callback.url);
  const request = {
    method: 'POST',
    url: pathname + search,
    headers: callback.headers,
    payload: callback.body,
  } as const;
  const answer = await t.app.http.inject(request);
  assert.equal(answer.statusCode, 200, answer.body);
}
async function bind(): Promise<string> {
  assert.equal((await start()).code, 100);
  const openId = (await simulated()).followers.at(-1) ?? assert.fail('nobody follows');
  await push({ FromUserName: openId, Event: 'subscribe', EventKey: `qrscene_${await codeOf()}` });
  return openId;
}
async function tell(title = '提现待审核'): Promise<void> {
  const words = { title: text(title, title, title, title), content: text('内容', 'Inside', 'Dentro', '內容') };
  await notify(t, { ...words, type: 'message', source: 'system', accountIds: [person.id] });
  const delivery = noticeJobs(t.ports.sms).find(({ name }) => name === 'notice-delivery');
  assert.ok(delivery);
  await delivery.run(t.db, t.clock, t.ids);
}
const sendAll = () => sendPushes(t.db, t.clock, t.ports);
const sent = async () =>
  (await store().list<{ touser: string; data: Record<string, { value: string }> }>('wechat.sent')).map(
    ({ value }) => value,
  );
const waiting = async () => (await t.db.selectFrom('staff_push').select('id').execute()).length;

test('a person who scanned their own code gets notices in the official account', async () => {
  assert.deepEqual(await binding(), { isOffered: true, isSimulated: true, boundAt: null });
  const openId = await bind();
  assert.equal((await binding()).boundAt, new Date(TEST_NOW).toISOString());
  await tell();
  assert.equal(await sendAll(), 1);
  const [message] = await sent();
  assert.deepEqual(
    [message?.touser, message?.data.thing1?.value, message?.data.thing2?.value],
    [openId, '提现待审核', '内容'],
  );
  assert.equal(await sendAll(), 0);
});

test('a notice for an unbound person stays in the console', async () => {
  await tell();
  assert.equal(await waiting(), 0);
});

test('a code binds once, and not after ten minutes', async () => {
  await start();
  const code = await codeOf();
  t.clock.set(new Date(Date.parse(TEST_NOW) + 601 * SECOND_MS).toISOString());
  await push({ FromUserName: `o${'x'.repeat(27)}`, Event: 'SCAN', EventKey: code });
  assert.equal((await t.db.selectFrom('staff_follower').selectAll().execute()).length, 0);
  t.clock.set(TEST_NOW);
  await bind();
  const [before] = await t.db.selectFrom('staff_follower').select('open_id').execute();
  await push({ FromUserName: `o${'y'.repeat(27)}`, Event: 'SCAN', EventKey: code });
  assert.deepEqual(await t.db.selectFrom('staff_follower').select('open_id').execute(), [before]);
});

test('after unbinding or unfollowing a person gets no more messages there', async () => {
  await bind();
  assert.equal((await t.call('dashboard.Account/endFollower', {}, { token: person.token })).code, 100);
  assert.equal((await t.call('dashboard.Account/endFollower', {}, { token: person.token })).code, 40401);
  const openId = await bind();
  await push({ FromUserName: openId, Event: 'unsubscribe', EventKey: '' });
  assert.equal((await binding()).boundAt, null);
});

test('a message that the platform refuses is retried up to five attempts', async () => {
  await bind();
  await tell();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    assert.equal(await waiting(), 1, `before attempt ${attempt}`);
    await plantFault(t.db, { platform: 'wechat', pathPrefix: '/cgi-bin/message', fault: 'status500', times: 3 });
    assert.equal(await sendAll(), 0);
    await t.db.deleteFrom('simulated_value').where('kind', '=', 'fault').execute();
    t.clock.set(new Date(t.clock.now().getTime() + 3_600 * SECOND_MS).toISOString());
  }
  assert.equal(await waiting(), 0);
  await tell();
  assert.equal(await sendAll(), 1);
});

async function saveAccount(values: object) {
  const now = (await t.call('config.ServiceNumber/get', GROUP, { token: owner })).data;
  const input = { ...GROUP, values: { ...now.values, ...values }, version: now.version };
  return t.call('config.ServiceNumber/save', input, { token: owner, ticket: await t.ticket(owner) });
}

test('while disabled, the binding is not offered and waiting messages are dropped', async () => {
  await bind();
  await tell();
  assert.equal((await saveAccount({ bindStaff: false })).code, 100);
  assert.deepEqual([(await binding()).isOffered, (await start()).code], [false, 42330]);
  assert.deepEqual([await sendAll(), await waiting(), await sent()], [0, 0, []]);
});

test('enabling needs a template whose contents exist in notices', async () => {
  const errorsOf = (answer: { data: unknown }) =>
    ((answer.data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
  const without = await saveAccount({ templates: [] });
  assert.deepEqual([without.code, errorsOf(without)], [40001, ['bindStaff']]);
  const templates = [{ scene: 'staffTodo', templateId: 'G'.repeat(43), fieldMap: 'thing1=orderNo' }];
  const other = await saveAccount({ templates });
  assert.deepEqual([other.code, errorsOf(other)], [40001, ['templates.0.fieldMap']]);
});

test("template values are truncated to the platform's limits", () => {
  const contents = { title: '字'.repeat(25), at: '2026-11-25 10:00' };
  assert.deepEqual(templateData('thing1=title, time2=at, thing3=none', contents), {
    thing1: `${'字'.repeat(19)}…`,
    time2: '2026-11-25 10:00',
    thing3: '',
  });
});
