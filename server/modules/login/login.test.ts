import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { SMS_TYPE, UNATTENDED_HEADER } from '../../../contract/limits';
import { type CallOptions, createTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '../../testing';
import { newestCode, solvableCaptcha } from '../../testing-codes';
import { createFirstOwner, createOwner } from '../account';
import { loginJobs } from './jobs';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  await t.db.deleteFrom('throttle').execute();
  await t.db.deleteFrom('verify_code').execute();
  await t.db.deleteFrom('sms_outbox').execute();
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const MINUTE = 60_000;

async function captcha(): Promise<{ captchaId: string; code: string }> {
  const captchaId = await solvableCaptcha(t);
  return { captchaId, code: 'abcd' };
}

async function login(account: string, password: string, options: CallOptions = {}) {
  return t.call('Login/login', { account, password, ...(await captcha()) }, options);
}

const sentCode = (tel: string): Promise<string> => newestCode(t, tel);

async function loginBySms(tel: string, options: CallOptions = {}) {
  await t.call('Verify/sendMessage', { tel, sms_type: SMS_TYPE.login }, options);
  return t.call('Login/loginFormPhoneVerify', { tel, code: await sentCode(tel), sms_type: SMS_TYPE.login }, options);
}

/** Creates an account whose phone is already verified in the test's browser. */
async function knownAccount(name: string) {
  const made = await t.account({ account: name });
  assert.equal((await loginBySms(made.tel)).code, 100);
  return made;
}

test('a captcha is valid for 120 seconds, ignores case, and can be used once', async () => {
  const made = await knownAccount('captchauser');
  const { data } = await t.call('Verify/getVerifyCodeValue', {});
  assert.match(data.image, /^data:image\/svg\+xml;base64,/);
  assert.equal(data.expireIn, 120);

  const used = await captcha();
  assert.equal((await t.call('Login/login', { account: made.account, password: TEST_PASSWORD, ...used })).code, 100);
  assert.equal((await t.call('Login/login', { account: made.account, password: TEST_PASSWORD, ...used })).code, 40003);

  const late = await captcha();
  t.clock.advance(120_000);
  assert.equal((await t.call('Login/login', { account: made.account, password: TEST_PASSWORD, ...late })).code, 40003);

  const wrong = await captcha();
  const refused = await t.call('Login/login', { account: made.account, password: 'wrong', ...wrong, code: 'XXXX' });
  assert.equal(refused.code, 40003);
});

test('a new account, or a known one in a new browser, must verify the phone once; then the password is enough', async () => {
  const made = await t.account({ account: 'newcomer', tel: '13812345678', status: 'invited' });
  const first = await login('newcomer', TEST_PASSWORD);
  assert.equal(first.code, 42383);
  assert.deepEqual(first.data, { maskedTel: '138****5678' });

  const sent = await t.call('Verify/sendMessage', { account: 'newcomer', sms_type: SMS_TYPE.login });
  assert.deepEqual(sent.data, { waitSec: 60, maskedTel: '***********' });
  const byPhone = await t.call('Login/loginFormPhoneVerify', {
    account: 'newcomer',
    code: await sentCode(made.tel),
    sms_type: SMS_TYPE.login,
  });
  assert.equal(byPhone.code, 100);
  assert.equal(byPhone.data.expireIn, 86_400);

  assert.equal((await login('newcomer', TEST_PASSWORD)).code, 100);
  assert.equal((await login(made.tel, TEST_PASSWORD)).code, 100, 'the phone is a sign-in name too');
  assert.equal((await login('newcomer', TEST_PASSWORD, { userAgent: FIREFOX })).code, 42383);
});

test('an identity named in the security settings must verify the phone again after a week', async () => {
  const made = await t.account({ account: 'weekly', rules: [2] });
  assert.equal((await loginBySms(made.tel)).code, 100);
  const { identityId } = await t.db
    .selectFrom('account_identity')
    .select('identity_id as identityId')
    .where('account_id', '=', made.id)
    .executeTakeFirstOrThrow();
  t.clock.advance(8 * 24 * 60 * MINUTE);
  assert.equal((await login('weekly', TEST_PASSWORD)).code, 100);

  const token = await t.signIn();
  const { data } = await t.call('site.Site/getSetting', { group: 'security' }, { token });
  const change = async (values: object, version: number) =>
    t.call(
      'site.Site/saveSetting',
      { group: 'security', values: { ...data.values, ...values }, version },
      { token, ticket: await t.ticket(token) },
    );
  const saved = await change({ force2v: [identityId] }, data.version);
  assert.equal(saved.code, 100);
  assert.equal((await login('weekly', TEST_PASSWORD)).code, 42383);
  assert.equal((await change({ force2v: [] }, saved.data.version)).code, 100);
});

test('"remember" extends a session from one day to seven', async () => {
  await knownAccount('rememberer');
  const answer = await t.call('Login/login', {
    account: 'rememberer',
    password: TEST_PASSWORD,
    remember: true,
    ...(await captcha()),
  });
  assert.equal(answer.data.expireIn, 7 * 86_400);
});

test('five wrong passwords lock the account for 15 minutes; the right one then gets the same refusal, and existing sessions continue', async () => {
  await knownAccount('locked');
  const token = await t.signIn('locked');
  for (const left of [4, 3, 2, 1]) {
    const answer = await login('locked', 'wrong-password', { locale: 'en-US' });
    assert.equal(answer.code, 42381);
    assert.equal(answer.msg, `Wrong account or password, ${left} left`);
  }
  const fifth = await login('locked', 'wrong-password', { locale: 'en-US' });
  const right = await login('locked', TEST_PASSWORD, { locale: 'en-US' });
  assert.equal(fifth.code, 42903);
  assert.equal(fifth.msg, 'Locked for 15 min');
  assert.deepEqual({ ...right, requestId: '' }, { ...fifth, requestId: '' });
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 100);

  t.clock.advance(15 * MINUTE - 1);
  assert.equal((await login('locked', TEST_PASSWORD)).code, 42903);
  t.clock.advance(1);
  assert.equal((await login('locked', TEST_PASSWORD)).code, 100);
});

test('wrong passwords more than 15 minutes apart do not add up', async () => {
  await knownAccount('slow');
  for (let tries = 0; tries < 4; tries += 1) await login('slow', 'wrong-password');
  t.clock.advance(15 * MINUTE + 1);
  const answer = await login('slow', 'wrong-password', { locale: 'en-US' });
  assert.equal(answer.msg, 'Wrong account or password, 4 left');
});

test('the third lock lasts until a person unlocks the account', async () => {
  await knownAccount('thrice');
  const codes: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await t.db.deleteFrom('throttle').execute();
    for (let tries = 0; tries < 5; tries += 1) codes.push((await login('thrice', 'wrong-password')).code);
    t.clock.advance(16 * MINUTE);
  }
  assert.deepEqual(
    codes.filter((code) => code !== 42381),
    [42903, 42903, 42387],
  );
  t.clock.advance(24 * 60 * MINUTE);
  assert.equal((await login('thrice', TEST_PASSWORD)).code, 42387);
});

test('of fifty parallel attempts at most five passwords are verified', async () => {
  await t.account({ account: 'stormed' });
  const captchas: Awaited<ReturnType<typeof captcha>>[] = [];
  for (let index = 0; index < 50; index += 1) captchas.push(await captcha());
  const answers = await Promise.all(
    captchas.map((one, index) =>
      t.call('Login/login', { account: 'stormed', password: `wrong-${index}`, ...one }, { ip: `10.0.0.${index + 1}` }),
    ),
  );
  const evaluated = await t.db
    .selectFrom('login_log')
    .select('id')
    .where('account', '=', 'stormed')
    .where('reason', '=', 'wrong')
    .execute();
  assert.equal(evaluated.length, 5);
  assert.ok(answers.every(({ code }) => code === 42381 || code === 42903));
});

test('an address with twenty wrong passwords in 15 minutes is refused for every account', async () => {
  await knownAccount('bystander');
  for (let index = 0; index < 20; index += 1) await login(`nobody${index}`, 'wrong-password', { ip: '203.0.113.7' });
  const answer = await login('bystander', TEST_PASSWORD, { ip: '203.0.113.7' });
  assert.equal(answer.code, 42901);
  assert.deepEqual(answer.data, { retryAfter: 900 });
  assert.equal((await login('bystander', TEST_PASSWORD, { ip: '203.0.113.8' })).code, 100);
});

test('an unknown account gets the same answers as a wrong password, before and after the lock', async () => {
  await knownAccount('existing');
  for (let tries = 0; tries < 7; tries += 1) {
    const known = await login('existing', 'wrong-password');
    const unknown = await login('missing.account', 'wrong-password');
    assert.deepEqual({ ...unknown, requestId: '' }, { ...known, requestId: '' });
  }
});

test('known and unknown accounts need the same amount of work', async () => {
  let calls = 0;
  const workFor = async (account: string) => {
    calls += 1;
    const given = { account, password: 'wrong-password', ...(await captcha()) };
    // Measure CPU time, because other processes on the machine must not affect the result.
    const from = process.cpuUsage();
    await t.call('Login/login', given, { ip: `10.1.${calls}.7` });
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  const ratios: number[] = [];
  for (let index = 0; index < 18; index += 1) {
    await t.account({ account: `timed${index}` });
    // Both calls of a pair run under the same load, and their order alternates from pair to pair.
    const pair = [`timed${index}`, `absent${index}`];
    if (index % 2 === 1) pair.reverse();
    const work = new Map<string, number>();
    for (const account of pair) work.set(account, await workFor(account));
    // Skip the first rounds, which include JIT compilation.
    if (index >= 3) ratios.push((work.get(`absent${index}`) ?? 0) / (work.get(`timed${index}`) ?? 0));
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  // Both accounts spend most of the time on the same argon2id hash. Without the hash, an unknown account would need a fifth of the time.
  assert.ok(ratio > 0.6 && ratio < 1.7, `${ratio}`);
});

test('a forgotten password gets the same answer for known and unknown phones, also a minute too early', async () => {
  const made = await t.account({ account: 'forgetful' });
  const ask = async (tel: string) => {
    const { captchaId, code } = await captcha();
    return t.call('Verify/sendMessage', { tel, sms_type: SMS_TYPE.reset, captchaId, captcha: code });
  };
  const shape = async (tel: string) => {
    const answer = await ask(tel);
    return { ...answer, requestId: '', data: { ...answer.data, maskedTel: '' } };
  };
  assert.deepEqual(await shape('13900000001'), await shape(made.tel));
  assert.deepEqual(await shape('13900000001'), await shape(made.tel));
  assert.equal((await ask(made.tel)).code, 42902);
  assert.equal((await t.db.selectFrom('sms_outbox').select('id').where('tel', '=', '13900000001').execute()).length, 0);
  const reset = { code: '000000', password: 'Another-Lamp-43', confirmPassword: 'Another-Lamp-43' };
  const unknown = await t.call('Login/resetPassword', { tel: '13900000001', ...reset });
  const known = await t.call('Login/resetPassword', { tel: made.tel, ...reset });
  assert.deepEqual({ ...unknown, requestId: '' }, { ...known, requestId: '' });
  assert.equal(known.code, 40004);
});

test('a new password must be strong and differ from the last three; setting it ends every session', async () => {
  const made = await knownAccount('resetter');
  const token = await t.signIn('resetter');
  const reset = async (password: string) => {
    t.clock.advance(MINUTE);
    const { captchaId, code } = await captcha();
    await t.call('Verify/sendMessage', { tel: made.tel, sms_type: SMS_TYPE.reset, captchaId, captcha: code });
    const given = { tel: made.tel, code: await sentCode(made.tel), password, confirmPassword: password };
    return (await t.call('Login/resetPassword', given)).code;
  };
  assert.equal(await reset('alllowercase'), 42385);
  assert.equal(await reset('Resetter-2026'), 42385, 'holds the account');
  assert.equal(await reset('Aaaa-harbour-1111'), 42385, 'four equal characters');
  assert.equal(await reset(TEST_PASSWORD), 42384);
  assert.equal(await reset('Second-Lamp-42'), 100);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 401);
  assert.equal((await login('resetter', 'Second-Lamp-42')).code, 100);
  assert.equal(await reset('Third-Lamp-42'), 100);
  assert.equal(await reset(TEST_PASSWORD), 42384);
  const mismatch = await t.raw('Login/resetPassword', {
    tel: made.tel,
    code: '123456',
    password: 'Fourth-Lamp-42',
    confirmPassword: 'Fifth-Lamp-42',
  });
  assert.equal(mismatch.code, 40001);
  assert.match(JSON.stringify(mismatch.data), /"field":"confirmPassword","rule":"same"/);
});

test('a code is valid for 300 seconds and five tries, for one phone and purpose', async () => {
  const made = await t.account({ account: 'coder' });
  const send = () => t.call('Verify/sendMessage', { tel: made.tel, sms_type: SMS_TYPE.login });
  const redeem = (code: string) =>
    t.call('Login/loginFormPhoneVerify', { tel: made.tel, code, sms_type: SMS_TYPE.login });
  await send();
  const code = await sentCode(made.tel);
  const wrong = code === '111111' ? '222222' : '111111';
  const resetWithIt = { tel: made.tel, code, password: 'Second-Lamp-42', confirmPassword: 'Second-Lamp-42' };
  assert.equal((await t.call('Login/resetPassword', resetWithIt)).code, 40004);
  t.clock.advance(299_999);
  for (let tries = 0; tries < 4; tries += 1) assert.equal((await redeem(wrong)).code, 40004);
  assert.equal((await redeem(code)).code, 100);
  assert.equal((await redeem(code)).code, 40004, 'used');

  await send();
  const next = await sentCode(made.tel);
  for (let tries = 0; tries < 5; tries += 1) await redeem(next === '111111' ? '222222' : '111111');
  assert.equal((await redeem(next)).code, 40004, 'five tries are over');

  t.clock.advance(MINUTE);
  await send();
  t.clock.advance(300_000);
  assert.equal((await redeem(await sentCode(made.tel))).code, 40004, 'expired');
});

test('twenty parallel redemptions of one code give one session', async () => {
  const made = await t.account({ account: 'racer' });
  await t.call('Verify/sendMessage', { tel: made.tel, sms_type: SMS_TYPE.login });
  const code = await sentCode(made.tel);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      t.call('Login/loginFormPhoneVerify', { tel: made.tel, code, sms_type: SMS_TYPE.login }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.code === 100).length, 1);
  assert.ok(answers.every((answer) => answer.code === 100 || answer.code === 40004));
});

test('a phone gets at most ten messages a day, and the refusal of an early one says how long to wait', async () => {
  const { tel } = await t.account({ account: 'impatient' });
  const send = () => t.call('Verify/sendMessage', { tel, sms_type: SMS_TYPE.login }, { locale: 'en-US' });
  await send();
  t.clock.advance(20_000);
  assert.equal((await send()).msg, 'Wait 40 s');
  for (let count = 1; count < 10; count += 1) {
    t.clock.advance(MINUTE);
    assert.equal((await send()).code, 100);
  }
  t.clock.advance(MINUTE);
  assert.equal((await send()).code, 42901);
});

test('messages about one’s own account need a session and go to the account’s phone', async () => {
  const made = await t.account({ account: 'second' });
  const other = await t.account({ account: 'notsecond' });
  assert.equal((await t.call('Verify/sendMessage', { tel: made.tel, sms_type: SMS_TYPE.second })).code, 401);
  const token = await t.signIn('second');
  const sent = await t.call('Verify/sendMessage', { tel: other.tel, sms_type: SMS_TYPE.second }, { token });
  assert.equal(sent.code, 100);
  const confirmed = await t.call('Verify/confirmSecond', { code: await sentCode(made.tel) }, { token });
  assert.equal(confirmed.code, 100);
  assert.equal(confirmed.data.expireAt, new Date(t.clock.now().getTime() + 10 * MINUTE).toISOString());
  assert.equal((await t.db.selectFrom('sms_outbox').select('id').where('tel', '=', other.tel).execute()).length, 0);
});

test('background requests are answered but do not extend a session', async () => {
  await knownAccount('screen');
  const token = (await login('screen', TEST_PASSWORD)).data.Authorization;
  const headers = { [UNATTENDED_HEADER]: '1' };
  const timed = async () => (await t.call('site.Site/getSiteInfo', {}, { token, headers })).code;
  for (let minute = 1; minute < 30; minute += 1) {
    t.clock.advance(MINUTE);
    assert.equal(await timed(), 100, `minute ${minute}`);
  }
  t.clock.advance(MINUTE);
  assert.equal(await timed(), 401);

  const other = (await login('screen', TEST_PASSWORD)).data.Authorization;
  const asked = async (how: object) => (await t.call('site.Site/getSiteInfo', {}, { token: other, ...how })).code;
  t.clock.advance(20 * MINUTE);
  assert.equal(await asked({ headers }), 100);
  assert.equal(await asked({}), 100, 'a person is here');
  t.clock.advance(20 * MINUTE);
  assert.equal(await asked({ headers }), 100);
});

test('a session ends exactly 30 minutes after the last call, and after a day at the latest', async () => {
  await knownAccount('sleeper');
  const { data } = await login('sleeper', TEST_PASSWORD);
  const token = data.Authorization;
  const alive = async () => (await t.call('site.Site/getSiteInfo', {}, { token })).code === 100;
  t.clock.advance(30 * MINUTE - 1_000);
  assert.ok(await alive());
  t.clock.advance(20_000);
  assert.ok(await alive(), 'a call within the minute counts too');
  t.clock.advance(30 * MINUTE - 1_000);
  assert.ok(await alive());
  t.clock.advance(30 * MINUTE);
  assert.equal(await alive(), false);

  const day = (await login('sleeper', TEST_PASSWORD)).data.Authorization;
  const begun = t.clock.now().getTime();
  while (t.clock.now().getTime() - begun < 24 * 60 * MINUTE - 20 * MINUTE) {
    t.clock.advance(20 * MINUTE);
    assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: day })).code, 100);
  }
  t.clock.advance(20 * MINUTE - 1_000);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: day })).code, 100);
  t.clock.advance(1_000);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: day })).code, 401);
});

test('a fourth sign-in ends the oldest session', async () => {
  await knownAccount('fourfold');
  await t.db.deleteFrom('account_session').execute();
  const tokens: string[] = [];
  for (let index = 0; index < 4; index += 1) tokens.push((await login('fourfold', TEST_PASSWORD)).data.Authorization);
  const codes: number[] = [];
  for (const token of tokens) codes.push((await t.call('site.Site/getSiteInfo', {}, { token })).code);
  assert.deepEqual(codes, [401, 100, 100, 100]);
});

test('sign-out, disabling and a changed identity take effect at the next call of every session', async () => {
  const made = await t.account({ account: 'leaver', rules: [45] });
  const tokens = await Promise.all(Array.from({ length: 20 }, () => t.signIn('leaver')));
  const codes = async () => {
    const answers = await Promise.all(
      tokens.map((token) => t.call('site.Site/getSetting', { group: 'identity' }, { token })),
    );
    return [...new Set(answers.map((answer) => answer.code))];
  };
  assert.deepEqual(await codes(), [100]);
  const held = t.db.selectFrom('account_identity').select('identity_id').where('account_id', '=', made.id);
  const setRules = (rules: number[]) =>
    t.db
      .updateTable('identity')
      .set((eb) => ({ rule_ids: JSON.stringify(rules), version: eb('version', '+', 1) }))
      .where('id', 'in', held)
      .execute();
  await setRules([2]);
  assert.deepEqual(await codes(), [40301]);
  await setRules([45]);
  await t.call('Login/logout', {}, { token: tokens[0] });
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: tokens[0] })).code, 401);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: tokens[1] })).code, 100);
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', made.id).execute();
  assert.deepEqual(await codes(), [401]);
  assert.equal((await loginBySms(made.tel)).code, 42382);
});

test('a token is invalid in another browser', async () => {
  const token = await t.signIn('carried');
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 100);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token, userAgent: FIREFOX })).code, 401);
});

test('the owner’s one-time password only allows the choice of a new password', async () => {
  await t.db.deleteFrom('account').where('account_type', '=', 'owner').execute();
  const { account, password } = await createOwner({ db: t.db, clock: t.clock, ids: t.ids });
  const first = await login(account, password);
  assert.equal(first.code, 100, 'it counts as phone verification');
  assert.equal(first.data.mustChangePassword, true);
  const token = first.data.Authorization;
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 100);
  assert.equal((await t.call('site.Site/getSetting', { group: 'identity' }, { token })).code, 40306);
  const weak = { password: 'weakling', confirmPassword: 'weakling' };
  assert.equal((await t.call('Login/changeInitialPassword', weak, { token })).code, 42385);
  const same = { password, confirmPassword: password };
  assert.equal((await t.call('Login/changeInitialPassword', same, { token })).code, 42384);
  const own = { password: 'Harbour-Lamp-77', confirmPassword: 'Harbour-Lamp-77' };
  const changed = await t.call('Login/changeInitialPassword', own, { token });
  assert.equal(changed.code, 100);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 401, 'the old token is dead');
  const next = changed.data.Authorization;
  assert.equal((await t.call('site.Site/getSetting', { group: 'identity' }, { token: next })).code, 100);
  assert.equal((await t.call('Login/changeInitialPassword', own, { token: next })).code, 40301);
  assert.equal((await login(account, 'Harbour-Lamp-77')).code, 100);
  assert.equal((await login(account, password)).code, 42381);

  const renewed = await createOwner({ db: t.db, clock: t.clock, ids: t.ids });
  assert.equal(renewed.account, account);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: next })).code, 401);
  assert.equal((await login(account, renewed.password)).data.mustChangePassword, true);
});

test('of several processes that start at once, one creates the owner, and its password is valid', async () => {
  await t.db.deleteFrom('account').where('account_type', '=', 'owner').execute();
  const started = await Promise.all(
    [1, 2, 3].map(() => createFirstOwner({ db: t.db, clock: t.clock, ids: t.ids }, {})),
  );
  const made = started.filter((one) => one !== null);
  assert.equal(made.length, 1);
  for (const { account, password } of made) assert.equal((await login(account, password)).code, 100);
});

test('an identity without permissions allows no sign-in', async () => {
  await t.account({ account: 'powerless', rules: [] });
  assert.equal((await login('powerless', TEST_PASSWORD)).code, 40301);
});

test('the next sign-in replaces a hash with other parameters', async () => {
  const made = await knownAccount('oldhash');
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(TEST_PASSWORD, { memoryCost: 4_096, timeCost: 1, parallelism: 1 });
  await t.db.updateTable('account').set({ password_hash: weak }).where('id', '=', made.id).execute();
  assert.equal((await login('oldhash', TEST_PASSWORD)).code, 100);
  const row = await t.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  assert.match(row.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the database contains no usable token, ticket, code or password', async () => {
  const made = await knownAccount('dumped');
  const secrets = [TEST_PASSWORD];
  for (let index = 0; index < 50; index += 1) secrets.push(await t.signIn('dumped'));
  const token = secrets.at(-1) ?? '';
  secrets.push(await t.ticket(token));
  assert.ok(
    secrets.slice(1).every((secret) => Buffer.from(secret, 'base64url').length === 32),
    '256 bits',
  );
  await t.call('Verify/sendMessage', { tel: made.tel, sms_type: SMS_TYPE.login });
  const code = await sentCode(made.tel);
  let dump = '';
  const { rows } = await t.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'sms_outbox'",
  );
  for (const { name } of rows) {
    const table = await t.database.pool.query<{ row: unknown }>(`select to_jsonb(x) as row from ${name} x`);
    dump += JSON.stringify(table.rows);
  }
  for (const secret of secrets) assert.equal(dump.includes(secret), false);
  assert.equal(new RegExp(`"code_hash":"${code}"`).test(dump), false);
});

test('the outbox is readable only on this machine, without proxies, foreign host names or outside databases', async () => {
  const { tel } = await t.account({ account: 'outboxer' });
  await t.call('Verify/sendMessage', { tel, sms_type: SMS_TYPE.login });
  const open = await t.call('Verify/getOutbox', {});
  assert.equal(open.data.list[0]?.tel, tel);
  assert.equal((await t.call('Verify/getVerifyCodeValue', {})).data.outbox, true);
  const closed: CallOptions[] = [
    { ip: '192.168.1.5' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'console.example' } },
  ];
  for (const options of closed) {
    assert.equal((await t.call('Verify/getOutbox', {}, options)).code, 40301);
    assert.equal((await t.call('Verify/getVerifyCodeValue', {}, options)).data.outbox, false);
  }
});

test('every way of signing in leaves a line in the login log', async () => {
  await knownAccount('logged');
  await login('logged', 'wrong-password');
  await login('logged', TEST_PASSWORD);
  const lines = await t.db
    .selectFrom('login_log')
    .select(['method', 'ok', 'reason'])
    .where('account', '=', 'logged')
    .orderBy('id')
    .execute();
  assert.deepEqual(lines, [
    { method: 'sms', ok: true, reason: null },
    { method: 'password', ok: false, reason: 'wrong' },
    { method: 'password', ok: true, reason: null },
  ]);
});

test('a phone typed as the account name is never recorded unmasked, whether the phone is known or not', async () => {
  const known = await knownAccount('phoned');
  const unknown = '13988887777';
  for (const tel of [known.tel, unknown]) {
    assert.equal((await login(tel, 'Wrong-Lamp-1')).code, 42381);
    const wrongCaptcha = { account: tel, password: 'Wrong-Lamp-1', captchaId: 'none', code: 'abcd' };
    assert.equal((await t.call('Login/login', wrongCaptcha)).code, 40003);
    await t.call('Verify/sendMessage', { account: tel, sms_type: SMS_TYPE.login });
    assert.equal((await t.call('Verify/sendMessage', { account: tel, sms_type: SMS_TYPE.login })).code, 42902);
    const byCode = { account: tel, code: '000000', sms_type: SMS_TYPE.login } as const;
    assert.equal((await t.call('Login/loginFormPhoneVerify', byCode)).code, 40004);
  }
  assert.equal((await login(known.tel, TEST_PASSWORD)).code, 100);
  for (const table of ['operation_record', 'login_log']) {
    const { rows } = await t.database.pool.query(`select to_jsonb(x) as row from ${table} x`);
    const text = JSON.stringify(rows);
    assert.ok(!text.includes(known.tel) && !text.includes(unknown), table);
    assert.ok(text.includes('139****7777'), `${table} still says which`);
  }
  assert.equal((await login('nobody_at_all', 'Wrong-Lamp-1')).code, 42381);
  const named = await t.db.selectFrom('login_log').select('id').where('account', '=', 'nobody_at_all').execute();
  assert.equal(named.length, 1, 'a name stays a name');
});

test('expired data are purged after the retention period and not earlier', async () => {
  await t.db.deleteFrom('account_session').execute();
  await knownAccount('transient');
  await t.call('Verify/getVerifyCodeValue', {});
  const left = async () => {
    for (const job of loginJobs) await job.run(t.db, t.clock, t.ids);
    const names = ['captcha', 'throttle', 'verify_code', 'account_session', 'login_log'] as const;
    const found: string[] = [];
    for (const name of names) {
      const { rowCount } = await t.database.pool.query(`select 1 from ${name} limit 1`);
      if (rowCount) found.push(name);
    }
    return found;
  };
  const DAY = 24 * 60 * MINUTE;
  assert.deepEqual(await left(), ['captcha', 'throttle', 'verify_code', 'account_session', 'login_log']);
  t.clock.advance(3 * DAY);
  assert.deepEqual(await left(), ['account_session', 'login_log']);
  t.clock.advance(30 * DAY);
  assert.deepEqual(await left(), ['login_log']);
  t.clock.advance(180 * DAY);
  assert.deepEqual(await left(), []);
});

/** Sets sign-in restrictions (hours, IP addresses, second verification) on all identities of an account. */
async function limit(accountId: number, conditions: { hours?: unknown; addresses?: string[]; need2v?: boolean }) {
  const held = t.db.selectFrom('account_identity').select('identity_id').where('account_id', '=', accountId);
  await t.db
    .updateTable('identity')
    .set((eb) => ({
      ...(conditions.hours !== undefined && { login_hours: JSON.stringify(conditions.hours) }),
      ...(conditions.addresses && { ip_allow_list: JSON.stringify(conditions.addresses) }),
      ...(conditions.need2v !== undefined && { need2v: conditions.need2v }),
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', held)
    .execute();
}

async function knownWith(name: string, rules: readonly number[]) {
  const made = await t.account({ account: name, rules });
  assert.equal((await loginBySms(made.tel)).code, 100);
  t.clock.advance(2 * MINUTE);
  return made;
}

test('outside an identity’s hours every sign-in is refused with these hours, logged and recorded', async () => {
  const made = await knownWith('daytime', [2]);
  const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ranges: [{ from: '14:00', to: '18:00' }] }));
  await limit(made.id, { hours });
  const byPassword = await login('daytime', TEST_PASSWORD, { locale: 'en-US' });
  assert.deepEqual(
    [byPassword.code, byPassword.msg],
    [40311, 'Outside the hours in which you may sign in (14:00–18:00)'],
  );
  assert.equal((await loginBySms(made.tel)).code, 40311);
  const lines = await t.db
    .selectFrom('login_log')
    .select(['ok', 'reason'])
    .where('account_id', '=', made.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  assert.deepEqual(lines, [
    { ok: false, reason: 'hours' },
    { ok: false, reason: 'hours' },
  ]);
  const records = await t.db
    .selectFrom('operation_record')
    .select('result_code as code')
    .where('request_id', '=', byPassword.requestId)
    .execute();
  assert.deepEqual(records, [{ code: 40311 }]);
  t.clock.set('2026-03-01T14:00:00+08:00');
  assert.equal((await login('daytime', TEST_PASSWORD)).code, 100);
});

test('a successful sign-in is recorded under its account, a failed one under no account', async () => {
  const made = await knownWith('recorded', [2]);
  const wrong = await login('recorded', 'not the password');
  const right = await login('recorded', TEST_PASSWORD);
  const byCode = await loginBySms(made.tel);
  const whose = async ({ requestId }: { requestId: string }) =>
    (
      await t.db
        .selectFrom('operation_record')
        .select(['account_id as accountId', 'account', 'identity_name as identities'])
        .where('request_id', '=', requestId)
        .execute()
    )[0];
  assert.deepEqual(await whose(wrong), { accountId: 0, account: '', identities: '' });
  const known = await whose(right);
  assert.deepEqual([known?.accountId, known?.account], [made.id, 'recorded']);
  assert.notEqual(known?.identities, '');
  assert.deepEqual(await whose(byCode), known);
});

test('a sign-in from an address outside an identity’s list is refused', async () => {
  const made = await knownWith('indoors', [2]);
  await limit(made.id, { addresses: ['10.20.0.0/16'] });
  assert.equal((await login('indoors', TEST_PASSWORD, { ip: '203.0.113.4' })).code, 40312);
  assert.equal((await login('indoors', TEST_PASSWORD, { ip: '10.20.3.4' })).code, 100);
});

test('an identity with second verification needs the phone again after a week, even on a known device', async () => {
  const made = await knownWith('careful', [2]);
  const eightDays = 8 * 24 * 60 * MINUTE;
  t.clock.advance(eightDays);
  assert.equal((await login('careful', TEST_PASSWORD)).code, 100);
  await limit(made.id, { need2v: true });
  t.clock.advance(MINUTE);
  assert.equal((await login('careful', TEST_PASSWORD)).code, 42383);
  assert.equal((await loginBySms(made.tel)).code, 100);
});

test('the owner and people who review or pay withdrawals need the phone again after a week without any setting', async () => {
  for (const [account, who] of [
    ['reviews_payouts', { rules: [3601] }],
    ['pays_payouts', { rules: [3602] }],
    ['principal', { type: 'owner' }],
  ] as const) {
    const made = await t.account({ account, ...who });
    assert.equal((await loginBySms(made.tel)).code, 100);
    t.clock.advance(6 * 24 * 60 * MINUTE);
    assert.equal((await login(account, TEST_PASSWORD)).code, 100);
    t.clock.advance(2 * 24 * 60 * MINUTE);
    assert.equal((await login(account, TEST_PASSWORD)).code, 42383);
    assert.equal((await loginBySms(made.tel)).code, 100);
  }
});

test('people get notices of a lock and of a sign-in on another device, but not on the first device', async () => {
  const told = async (id: number) =>
    (
      await t.db
        .selectFrom('notice_outbox')
        .select(['event', 'title', 'content', 'account_ids as accountIds'])
        .orderBy('id')
        .execute()
    ).filter((row) => row.accountIds.includes(id));
  const made = await knownAccount('riskuser');
  assert.deepEqual(await told(made.id), []);
  t.clock.advance(2 * MINUTE);
  assert.equal((await loginBySms(made.tel, { userAgent: FIREFOX })).code, 100);
  const [device] = await told(made.id);
  assert.equal(device?.event, 'loginRisk');
  assert.match(device?.title['en-US'] ?? '', /^Account riskuser signed in on a new device$/);
  assert.match(device?.content['en-US'] ?? '', /Firefox 143, Windows 10/);
  for (let attempt = 0; attempt < 5; attempt += 1) await login(made.account, 'wrong');
  const [, lock] = await told(made.id);
  assert.match(lock?.title['en-US'] ?? '', /^Account riskuser is locked for 15 minutes$/);
  assert.ok(!JSON.stringify(await told(made.id)).includes(made.tel));
});
