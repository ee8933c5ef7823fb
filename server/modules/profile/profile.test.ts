import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { SMS_TYPE } from '../../../contract/limits';
import { startSession } from '../../core/access/session';
import { createTestApp, TEST_BROWSER, TEST_NOW, TEST_PASSWORD, type TestApp } from '../../testing';
import { newestCode } from '../../testing-codes';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  for (const table of ['throttle', 'verify_code', 'sms_outbox'] as const) await t.db.deleteFrom(table).execute();
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FRESH = 'Fresh-Lantern-81';

async function person(account: string, more: Parameters<TestApp['account']>[0] = {}) {
  const made = await t.account({ account, rules: [2, 3], ...more });
  return { ...made, token: await t.signIn(account) };
}
async function info(token: string) {
  return (await t.call('dashboard.Account/getInfo', {}, { token })).data;
}
const basic = {
  nickname: 'Lan',
  avatarFileId: null,
  email: 'lan@example.com',
  profile: 'Night shift',
  country: 'CN',
  regionCode: '510100',
  address: 'Renmin Road 1',
};
const sentCode = (tel: string): Promise<string> => newestCode(t, tel);
const alive = async (token: string) => (await t.call('site.Site/getSiteInfo', {}, { token })).code;

test('basic details are saved, read and recorded masked; a stale version is refused with the author of the change', async () => {
  const { token } = await person('basic');
  const { version } = await info(token);
  const saved = await t.call('dashboard.Account/saveBasic', { ...basic, version }, { token });
  assert.equal(saved.data.version, version + 1);
  const { nickname, email, profile, country, regionCode, address } = await info(token);
  assert.deepEqual({ nickname, email, profile, country, regionCode, address, avatarFileId: null }, basic);
  const stale = await t.call('dashboard.Account/saveBasic', { ...basic, version }, { token });
  assert.equal(stale.code, 40901);
  assert.match(JSON.stringify(stale.data), /"nickname":"Lan".*"changedBy":"basic"/);
  const record = await t.db
    .selectFrom('operation_record')
    .select(['before', 'after'])
    .where('request_id', '=', saved.requestId)
    .executeTakeFirstOrThrow();
  assert.ok(!JSON.stringify(record).includes('lan@example.com'));
  assert.match(JSON.stringify(record.after), /"nickname":"Lan"/);
});

test('an email belongs to one account, ignoring case; a region is a province or city in China, never a district', async () => {
  const one = await person('mailone');
  const two = await person('mailtwo');
  const save = async (token: string, more: object) =>
    t.call('dashboard.Account/saveBasic', { ...basic, version: (await info(token)).version, ...more }, { token });
  assert.equal((await save(one.token, { email: 'One@Example.com' })).code, 100);
  const taken = await save(two.token, { email: 'one@example.com' });
  assert.equal(taken.code, 40903);
  assert.equal((await save(two.token, { email: 'two@example.com', regionCode: '510000' })).code, 100);
  assert.equal((await info(two.token)).regionCode, '510000');
  assert.equal((await save(two.token, { email: 'two@example.com', country: 'BR', regionCode: '510100' })).code, 100);
  assert.equal((await info(two.token)).regionCode, null);
  for (const wrong of [{ regionCode: '510104' }, { regionCode: null }, { email: 'no at' }, { avatarFileId: 12 }]) {
    assert.equal((await save(two.token, { email: 'two@example.com', ...wrong })).code, 40001, JSON.stringify(wrong));
  }
  const none = await save(two.token, { email: 'two@example.com', regionCode: null });
  assert.match(JSON.stringify(none.data), /"message":"请选择/, 'a region is picked, not typed');
});

test('a new password needs the old one, reports the tries left, and ends the other sessions', async () => {
  const { token, account } = await person('changer');
  const others = [await t.signIn(account), await t.signIn(account)];
  const change = (oldPassword: string, password = FRESH) =>
    t.call(
      'dashboard.Account/changePassword',
      { oldPassword, password, confirmPassword: password },
      { token, locale: 'en-US' },
    );
  const wrong = await change('not-the-old-one');
  assert.equal(wrong.code, 42381);
  assert.equal(wrong.msg, 'Wrong account or password, 4 left');
  assert.equal((await change(TEST_PASSWORD, 'weakweak')).code, 42385);
  assert.equal((await change(TEST_PASSWORD, TEST_PASSWORD)).code, 42384);
  assert.equal(await alive(others[0] ?? ''), 100);
  const done = await change(TEST_PASSWORD);
  assert.deepEqual(done.data, { endedSessions: 2 });
  for (const other of others) assert.equal(await alive(other), 401);
  assert.equal(await alive(token), 100);
});

test('five wrong old passwords block further tries for 15 minutes, and the session continues', async () => {
  const { token } = await person('stolen');
  const change = (oldPassword: string) =>
    t.call('dashboard.Account/changePassword', { oldPassword, password: FRESH, confirmPassword: FRESH }, { token });
  const codes: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) codes.push((await change(`wrong-${tries}`)).code);
  assert.deepEqual(codes, [42381, 42381, 42381, 42381, 42903]);
  assert.equal((await change(TEST_PASSWORD)).code, 42903);
  assert.equal(await alive(token), 100);
  t.clock.advance(15 * MINUTE);
  assert.equal((await change(TEST_PASSWORD)).code, 100);
});

test('a hundred sessions that a new password ends are refused at their next request', async () => {
  const { token, id } = await person('hundred');
  const session = { accountId: id, ip: '127.0.0.1', userAgent: TEST_BROWSER, remember: false, most: 200 };
  const started = await Promise.all(Array.from({ length: 100 }, () => startSession(t, session)));
  const tokens = started.map((one) => one.token);
  const answer = await t.call(
    'dashboard.Account/changePassword',
    { oldPassword: TEST_PASSWORD, password: FRESH, confirmPassword: FRESH },
    { token },
  );
  assert.equal(answer.data.endedSessions, 100);
  const codes = await Promise.all(tokens.map(alive));
  assert.deepEqual([...new Set(codes)], [401]);
  assert.equal(await alive(token), 100);
});

test('a new phone needs a second verification and codes from the old and the new phone', async () => {
  const { token, tel } = await person('mover');
  const other = await person('neighbour');
  const next = '13900139000';
  const send = (sms_type: 1 | 3, to?: string) =>
    t.call('Verify/sendMessage', { sms_type, ...(to && { tel: to }) }, { token });
  await send(SMS_TYPE.oldPhone);
  await send(SMS_TYPE.bind, next);
  const codes = { oldCode: await sentCode(tel), tel: next, code: await sentCode(next) };
  assert.equal((await t.call('dashboard.Account/changeTel', codes, { token })).code, 40303);
  const ticket = await t.ticket(token);
  const swapped = { ...codes, oldCode: codes.code, code: codes.oldCode };
  if (codes.code !== codes.oldCode) {
    assert.equal((await t.call('dashboard.Account/changeTel', swapped, { token, ticket })).code, 40004);
  }
  const done = await t.call('dashboard.Account/changeTel', codes, { token, ticket });
  assert.equal(done.data.maskedTel, '139****9000');
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).data.tel, next);
  assert.equal((await t.call('dashboard.Account/changeTel', codes, { token, ticket })).code, 40004, 'codes are used');

  t.clock.advance(2 * MINUTE);
  await send(SMS_TYPE.oldPhone);
  await send(SMS_TYPE.bind, other.tel);
  const taken = { oldCode: await sentCode(next), tel: other.tel, code: await sentCode(other.tel) };
  assert.equal((await t.call('dashboard.Account/changeTel', taken, { token, ticket })).code, 40903);
});

test('the list of sessions marks the present one; people can end their own other sessions, never those of other people', async () => {
  const { token, account } = await person('sessions');
  const foreign = await person('foreigner');
  const second = await t.signIn(account);
  const third = await t.signIn(account);
  const list = async () => (await t.call('dashboard.Account/getSessions', {}, { token })).data.list;
  const [newest, , oldest] = await list();
  assert.deepEqual([newest?.current, oldest?.current], [false, true]);
  assert.match(newest?.device ?? '', /^Chrome 140/);
  const [foreignSession] = (await t.call('dashboard.Account/getSessions', {}, { token: foreign.token })).data.list;
  const end = (sessionId?: number) => t.call('dashboard.Account/endSession', { sessionId }, { token });
  assert.equal((await end(foreignSession?.id)).code, 40401);
  assert.equal(await alive(foreign.token), 100);
  assert.equal((await end(newest?.id)).data.ended, 1);
  assert.equal(await alive(third), 401);
  assert.equal((await end(newest?.id)).code, 40401, 'it ended already');
  assert.equal((await end()).data.ended, 1);
  assert.equal(await alive(second), 401);
  assert.equal(await alive(token), 100);
});

test("the login log shows the caller's own lines of at most 180 days, by result", async () => {
  const { token, id, account } = await person('reader');
  const line = (away: number, ok: boolean, reason: string | null) => ({
    id: t.ids.next(),
    account_id: id,
    account,
    method: 'password' as const,
    ok,
    reason,
    ip: '10.0.0.1',
    ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    at: new Date(t.clock.now().getTime() - away * DAY),
  });
  await t.db
    .insertInto('login_log')
    .values([line(0, true, null), line(10, false, 'wrong'), line(170, false, 'locked'), line(190, true, null)])
    .execute();
  await t.db
    .insertInto('login_log')
    .values({ ...line(1, true, null), account_id: 1, account: 'x' })
    .execute();
  const read = (query: object) => t.call('dashboard.Account/getLoginLog', query, { token, locale: 'en-US' });
  assert.equal((await read({})).data.total, 3);
  const failed = (await read({ ok: 'false' })).data.list;
  assert.deepEqual(
    failed.map(({ reasonText, methodText, device }) => [reasonText, methodText, device]),
    [
      ['Wrong password', 'Password', 'Firefox 143, Windows 10'],
      ['Account locked', 'Password', 'Firefox 143, Windows 10'],
    ],
  );
  assert.equal((await read({ atFrom: '2026-02-01', atTo: '2026-03-01' })).data.total, 2);
  assert.equal((await read({ atFrom: '2025-01-01', atTo: '2026-03-01' })).code, 40006);
  assert.equal((await read({ atFrom: '2026-03-01', atTo: '2026-02-01' })).code, 40006);
});

test('"not me" ends every session, forgets the devices and requires a new password', async () => {
  const { token, account, id } = await person('victim');
  const other = await t.signIn(account);
  await t.db
    .insertInto('account_device')
    .values({ account_id: id, device: 'Chrome/Linux', verified_at: t.clock.now() })
    .execute();
  assert.equal((await t.call('dashboard.Account/reportNotMe', { logId: 1 }, { token })).code, 40401);
  assert.equal(await alive(other), 100);
  assert.equal((await t.call('dashboard.Account/reportNotMe', {}, { token })).data.ended, 2);
  assert.deepEqual([await alive(token), await alive(other)], [401, 401]);
  const devices = await t.db.selectFrom('account_device').select('device').where('account_id', '=', id).execute();
  assert.deepEqual(devices, []);
  const next = await t.signIn(account);
  assert.equal((await t.call('dashboard.Account/getInfo', {}, { token: next })).code, 40306);
});

test('the weekly verification is optional except for the owner and for finance', async () => {
  const { token } = await person('free');
  const set = async (of: string, on: boolean) =>
    t.call('dashboard.Account/setTwoFactor', { on }, { token: of, ticket: await t.ticket(of), locale: 'en-US' });
  assert.equal((await set(token, true)).code, 100);
  assert.equal((await info(token)).twoFactor, true);
  assert.equal((await set(token, false)).code, 100);
  const payer = await person('payer', { rules: [2, 36, 3602] });
  const owner = await t.signIn();
  for (const forced of [payer.token, owner]) {
    assert.equal((await info(forced)).twoFactorForced, true);
    const refused = await set(forced, false);
    assert.equal(refused.code, 42201);
    assert.match(refused.msg, /cannot be switched off/);
  }
});

test('no platform can be bound while none is configured', async () => {
  const { token } = await person('binder');
  assert.deepEqual((await info(token)).platforms, [
    { key: 'wechat', configured: false },
    { key: 'alipay', configured: false },
    { key: 'wecom', configured: false },
  ]);
});
