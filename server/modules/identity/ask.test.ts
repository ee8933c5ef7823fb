import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { IDENTITY } from '../../../contract/limits';
import { RULES } from '../../../contract/permissions';
import type { Locale } from '../../../contract/text';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { grantLink } from './rules';

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  for (const table of ['notice_outbox', 'right_request', 'throttle'] as const) await t.db.deleteFrom(table).execute();
});

const HOUR = 3_600_000;
const ask = (token: string, rule: number, reason?: string, locale: Locale = 'en-US') =>
  t.call('rights.Identity/askFor', { rule, ...(reason !== undefined && { reason }) }, { token, locale });
const explain = async (token: string, rule: number) =>
  (await t.call('rights.Identity/explainRefusal', { rule }, { token, locale: 'en-US' })).data;
const notices = () => t.db.selectFrom('notice_outbox').selectAll().orderBy('id').execute();
const records = (requestId: string) =>
  t.db.selectFrom('operation_record').selectAll().where('request_id', '=', requestId).execute();
/** Counts the notices to the owner about requests. A request can create notices with different links, one of them for the owner. */
async function timesOwnerWasTold(): Promise<number> {
  const { id } = await t.db.selectFrom('account').select('id').where('account', '=', 'owner').executeTakeFirstOrThrow();
  return (await notices()).filter(({ account_ids }) => account_ids.includes(id)).length;
}
async function person(rules: readonly number[] = [2]) {
  const { id, account } = await t.account({ rules });
  return { id, account, token: await t.signIn(account) };
}

test('exactly the granters that the refusal names get a notice with requester, permission, reason and link', async () => {
  const both = await person([8102, 8202, 1108]);
  const onlyIdentities = await person([8102, 1108]);
  await person([8102]);
  const me = await person();
  const named = await explain(me.token, 1108);
  assert.equal(named.askedAt, null);
  const answer = await ask(me.token, 1108, ' I close the night shift ');
  assert.deepEqual([answer.code, answer.data.name], [100, 'Station list › Freeze and unfreeze']);
  assert.deepEqual(answer.data.told, named.granters);
  assert.ok(named.granters.includes(both.account) && named.granters.includes(onlyIdentities.account));
  const told = await notices();
  const ids = new Map<number, string>();
  for (const { account_ids, link } of told) for (const id of account_ids) ids.set(id, link);
  assert.equal(ids.size, named.granters.length);
  assert.equal(ids.get(both.id), `/rightsManagement/staff?open=${me.id}`);
  assert.equal(ids.get(onlyIdentities.id), '/rightsManagement/identity?ruleId=1108');
  for (const { title, content, type, source } of told) {
    assert.deepEqual([type, source], ['message', 'rights']);
    assert.equal(title['en-US'], `${me.account} asks for: Station list › Freeze and unfreeze`);
    assert.match(title['zh-CN'], /申请权限：站点列表 › /);
    assert.match(content['pt-BR'], /Motivo informado por .*: I close the night shift$/);
  }
  const left = await records(answer.requestId);
  assert.deepEqual(
    left.map((row) => [row.module, row.action, row.object_type, Number(row.object_id), row.reason]),
    [['rights', 'askFor', 'rule', 1108, 'I close the night shift']],
  );
});

test('the same permission can be requested once a day, and the refusal has the time of the last request', async () => {
  const me = await person();
  assert.equal((await ask(me.token, 1108)).code, 100);
  const again = await ask(me.token, 1108, 'Once more');
  assert.deepEqual(
    [again.code, again.msg],
    [42347, 'Already asked on 2026-03-01 11:40; you can ask again after 24 hours'],
  );
  assert.equal(await timesOwnerWasTold(), 1);
  assert.equal((await explain(me.token, 1108)).askedAt, '2026-03-01T03:40:00.000Z');
  assert.equal((await ask(me.token, 1107)).code, 100, 'another permission is another matter');
  assert.equal((await ask((await person()).token, 1108)).code, 100, 'and so is another person');
  t.clock.advance(24 * HOUR);
  const token = await t.signIn(me.account);
  assert.equal((await explain(token, 1108)).askedAt, null);
  assert.equal((await ask(token, 1108)).code, 100);
});

test('of ten concurrent requests one is made', async () => {
  const me = await person();
  const codes = (await Promise.all(Array.from({ length: 10 }, () => ask(me.token, 1108)))).map(({ code }) => code);
  assert.deepEqual(codes.sort(), [100, ...Array.from({ length: 9 }, () => 42347)]);
  assert.equal(await timesOwnerWasTold(), 1);
});

test('a request for a permission that the caller has, or that does not exist, is refused without notices', async () => {
  const me = await person([2, 1108]);
  assert.equal((await ask(me.token, 1108)).code, 42346);
  assert.equal((await ask(owner, 1108)).code, 42346);
  assert.equal((await ask(me.token, 987_654)).code, 40401);
  assert.equal((await ask(me.token, 1107, 'x'.repeat(201))).code, 40001);
  assert.deepEqual(await notices(), []);
});

test('requests per hour are limited, and the refusal has the time of the next one', async () => {
  const me = await person();
  const rules = RULES.map(({ id }) => id).filter((id) => id > 1000);
  for (const rule of rules.slice(0, IDENTITY.asksPerHour)) assert.equal((await ask(me.token, rule)).code, 100);
  const next = rules[IDENTITY.asksPerHour] ?? 0;
  const over = await ask(me.token, next);
  assert.deepEqual([over.code, over.msg], [42904, 'Limit reached, try again in 60 min']);
  assert.equal((await explain(me.token, next)).askedAt, null, 'a refused request was not made');
  t.clock.advance(HOUR);
  assert.equal((await ask(await t.signIn(me.account), next)).code, 100);
});

test('a request for a permission that no person can grant is refused with that reason', async () => {
  const me = await person();
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '!=', me.id).execute();
  const answer = await ask(me.token, 3602);
  await t.db.updateTable('account').set({ status: 'active' }).execute();
  assert.equal(answer.code, 42348);
});

test('the link opens the page where the granter can grant it: the person, the sub-account, or the identities with it', () => {
  const holds = (...rules: number[]) => ({ holds: (rule: number) => rules.includes(rule) });
  const staff = { id: 7, isSubAccount: false };
  const sub = { id: 8, isSubAccount: true };
  assert.equal(grantLink(staff, 11, holds(8202)), '/rightsManagement/staff?open=7');
  assert.equal(grantLink(sub, 11, holds(402)), '/dashboard/accountManage?open=8');
  assert.equal(grantLink(sub, 11, holds(8202)), '/rightsManagement/identity?ruleId=11');
  assert.equal(grantLink(staff, 11, holds()), '/rightsManagement/identity?ruleId=11');
});

/* ---- gained and lost identities ---- */

const identity = async (key: 'auditor' | 'customerService' | 'stationAdmin') =>
  (await t.db.selectFrom('identity').select('id').where('builtin_key', '=', key).executeTakeFirstOrThrow()).id;

test('people who gain or lose an identity get a notice with its name and the editor in their language', async () => {
  const { id } = await t.account({ identity: 'customerService' });
  const [auditor, service] = [await identity('auditor'), await identity('customerService')];
  const set = async (...identityIds: number[]) => {
    const { version } = (await t.call('rights.Staff/getDetail', { id }, { token: owner })).data;
    const input = { id, version, identityIds };
    const answer = await t.call('rights.Staff/setIdentity', input, { token: owner, ticket: await t.ticket(owner) });
    assert.equal(answer.code, 100, answer.msg);
    const [told, ...more] = (await notices()).toReversed();
    await t.db.deleteFrom('notice_outbox').execute();
    assert.deepEqual(more, []);
    return told;
  };
  const first = await set(auditor);
  assert.deepEqual(first?.account_ids, [id]);
  assert.equal(first?.content['en-US'], 'owner gave you: Auditor; took away: Customer service.');
  assert.equal(first?.content['zh-CN'], 'owner 授予您：审计；收回了：客服。');
  assert.equal((await set(auditor, service))?.content['en-US'], 'owner gave you: Customer service.');
  assert.equal((await set(service))?.content['en-US'], 'owner took away: Auditor.');
  assert.equal(await set(service), undefined, 'what stays as it is is no news');
});

test('in a bulk change only people whose identities changed get a notice', async () => {
  const people = [await t.account({ identity: 'auditor' }), await t.account({ identity: 'customerService' })];
  const ids = people.map((one) => one.id);
  const ticket = await t.ticket(owner);
  const give = { action: 'setIdentity' as const, ids, identityIds: [await identity('auditor')] };
  assert.equal((await t.call('rights.Staff/bulk', give, { token: owner, ticket })).data.success, 2);
  assert.deepEqual(
    (await notices()).map(({ account_ids }) => account_ids),
    [[ids[1]]],
    'who had it already hears nothing',
  );
});

test('a new identity of a sub-account and a disabled or enabled identity send notices', async () => {
  const ground = await prepareGround(t);
  const team = (await ground.station({ name: 'Here' })).id;
  const { id } = await t.account({ type: 'station', identity: 'stationAdmin', teamIds: [team] });
  const ticket = await t.ticket(owner);
  const made = await t.call(
    'rights.Identity/copy',
    { id: await identity('stationAdmin'), name: 'Night admin' },
    { token: owner, ticket },
  );
  const list = await t.call('dashboard.AccountManage/getList', { type: 'station' }, { token: owner });
  const version = list.data.list.find((row) => row.id === id)?.version ?? 0;
  const input = { id, version, name: 'Admin', teamIds: [team], identityId: made.data.id };
  assert.equal((await t.call('dashboard.AccountManage/update', input, { token: owner, ticket })).code, 100);
  const change = (action: 'disable' | 'enable', at: number) =>
    t.call(`rights.Identity/${action}`, { id: made.data.id, version: at }, { token: owner });
  assert.equal((await change('disable', 1)).code, 100);
  assert.equal((await change('enable', 2)).code, 100);
  const told = await notices();
  assert.deepEqual(
    told.map(({ account_ids }) => account_ids),
    [[id], [id], [id]],
  );
  assert.match(told[0]?.content['en-US'] ?? '', /^owner gave you: Night admin; took away: Station admin\.$/);
  assert.match(told[1]?.content['en-US'] ?? '', /^owner disabled an identity of yours: Night admin\./);
  assert.match(told[2]?.content['en-US'] ?? '', /^owner enabled an identity of yours again: Night admin\./);
});
