import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Input } from '../../../contract';
import { withParents } from '../../../contract/permissions';
import { DAY_MS } from '../../../contract/units';
import { createTestApp, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { franchiseeJobs } from '../franchisee';
import { balancesOf, findOffences } from '../ledger';
import { franchiseShares } from '../reference';
import { franchiseJobs } from './jobs';

/** Tests applications from the lead to the paid contract, with several users and concurrent calls. */

let t: TestApp;
interface Person {
  readonly id: number;
  readonly token: string;
  readonly ticket: string;
}
let staff: Person;
let other: Person;
let manager: Person;
let numberId: number;

async function person(
  rules: readonly number[],
  scope?: { readonly kind: 'regions' | 'teams'; readonly ids: readonly number[] },
): Promise<Person> {
  const made = await t.account({ rules: withParents(rules), ...(scope && { scope }) });
  const token = await t.signIn(made.account);
  return { id: made.id, token, ticket: await t.ticket(token) };
}

before(async () => {
  t = await createTestApp({ demo: true });
  const work = [41, 4102, 4104, 4105, 4106, 4108];
  staff = await person(work);
  other = await person(work);
  manager = await person([41, 4107]);
  const number = await t.db.selectFrom('merchant_number').select('id').where('enabled', '=', true).executeTakeFirst();
  numberId = number?.id ?? 0;
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const as = ({ token, ticket }: Person) => ({ token, ticket, locale: 'en-US' as const });
const rowOf = (id: number) =>
  t.db.selectFrom('franchise_apply').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
let serial = 0;
async function lead(region = '510104', by = staff): Promise<number> {
  serial += 1;
  const tel = `1990000${String(8_000 + serial)}`;
  const input = { name: `Lead ${serial}`, tel, region, budget: 'from50' as const };
  const answer = await t.call('franchise.Apply/register', input, as(by));
  assert.equal(answer.code, 100, answer.msg);
  return answer.data.id;
}
async function step(action: string, id: number, by: Person, more: object = {}) {
  const { version } = await rowOf(id);
  return t.raw(`franchise.Apply/${action}`, { id, version, reason: 'As we agreed', ...more }, as(by));
}
const codes = async (...steps: Promise<{ code: number }>[]) => (await Promise.all(steps)).map(({ code }) => code);

async function approved(region?: string): Promise<number> {
  const id = await lead(region);
  assert.equal((await step('handIn', id, staff)).code, 100);
  assert.equal((await step('approve', id, manager)).code, 100);
  return id;
}
async function contract(more: Partial<Input<'franchise.Apply/sign'>> = {}) {
  serial += 1;
  return {
    ...{ contractNo: `JM-TEST-${serial}`, company: `Company ${serial}`, creditCode: '91350100M000100Y43', level: 'B' },
    ...{ territory: ['510104'], exclusive: false, shareRateBp: 1_500, feeFen: 1_200_001, depositFen: 500_000 },
    ...{ startsOn: '2026-03-01', endsOn: '2027-03-01', files: [await storeFile(t, staff.id, 'franchise')], ...more },
  };
}

test('the list masks phones, finds duplicate and overdue applications, and shows nothing outside the scope', async () => {
  const all = await t.call('franchise.Apply/getList', {}, as(staff));
  assert.equal(all.data.total, 12);
  assert.ok(all.data.list.every(({ tel }) => tel.includes('****')));
  assert.ok(all.data.list.some(({ duplicates }) => duplicates > 0));
  const overdue = await t.call('franchise.Apply/getList', { overdue: 'true' }, as(staff));
  assert.equal(overdue.data.total, overdue.data.summary.overdue);
  assert.ok(overdue.data.list.length > 0 && overdue.data.list.every(({ isOverdue }) => isOverdue));
  const outside = await person([41, 4102], { kind: 'teams', ids: [1] });
  assert.equal((await t.call('franchise.Apply/getList', {}, as(outside))).data.total, 0);
  const id = all.data.list[0]?.id ?? 0;
  assert.equal((await t.call('franchise.Apply/getDetail', { id }, as(outside))).code, 40302);
  const regional = await person([41], { kind: 'regions', ids: [510_000] });
  const { data } = await t.call('franchise.Apply/getList', {}, as(regional));
  assert.ok(data.list.length > 0 && data.list.every(({ codes: [province] }) => province === '510000'));
});

test('every application of the demo has its history, and those that were visited a visit with a photo', async () => {
  const { list } = (await t.call('franchise.Apply/getList', { limit: 100 }, as(staff))).data;
  const STEPS = { submitted: 1, rejected: 2, closed: 2, following: 3, visiting: 5, reviewing: 6, approved: 7 };
  const seen: Record<string, number> = {};
  for (const { id, state } of list) {
    const { steps, follows } = (await t.call('franchise.Apply/getDetail', { id }, as(staff))).data;
    seen[state] = steps.length;
    const visits = follows.filter(({ wayText }) => wayText === 'Visit');
    assert.equal(visits.length > 0, ['visiting', 'reviewing', 'approved', 'opened'].includes(state), state);
    assert.ok(visits.every(({ files }) => files[0]?.isPicture));
  }
  assert.deepEqual(seen, { ...STEPS, opened: 9 });
});

test('duplicates out of the scope are counted but not named', async () => {
  const [one, far] = [await lead('510104'), await lead('440305')];
  const { tel } = await rowOf(one);
  await t.db.updateTable('franchise_apply').set({ tel }).where('id', '=', far).execute();
  const regional = await person([41], { kind: 'regions', ids: [510_000] });
  const seen = async (by: Person) => {
    const { duplicates, doubles } = (await t.call('franchise.Apply/getDetail', { id: one }, as(by))).data;
    return [duplicates, doubles.map(({ id }) => id)];
  };
  assert.deepEqual(await seen(regional), [1, []]);
  assert.deepEqual(await seen(manager), [1, [far]]);
});

test('sensitive answers are sealed, masked, and shown in full only with the unmask rule', async () => {
  const input = { name: 'Card', tel: '19900007999', region: '510104', budget: 'from10' as const };
  const wrong = await t.call('franchise.Apply/register', { ...input, idCard: '999999198805120000' }, as(staff));
  assert.equal(wrong.code, 42292);
  const row = await t.db.selectFrom('franchise_secret').select('apply_id').executeTakeFirstOrThrow();
  const { data } = await t.call('franchise.Apply/getDetail', { id: row.apply_id }, as(staff));
  assert.match(data.answers.find(({ key }) => key === 'idCard')?.value ?? '', /^999\*{11}/);
  const ask = { objectType: 'franchiseApply', id: row.apply_id, field: 'idCard', reason: 'Contract' } as const;
  assert.match((await t.call('common.Sensitive/unmask', ask, as(staff))).data.value, /^\d{17}[\dX]$/);
  assert.equal((await t.call('common.Sensitive/unmask', ask, as(manager))).code, 40301);
});

test('of two users who claim a lead at once exactly one gets it', async () => {
  const open = await t.call('franchise.Apply/getList', { state: ['submitted'] }, as(staff));
  const id = open.data.list[0]?.id ?? 0;
  const claim = (by: Person) => t.call('franchise.Apply/claim', { id }, as(by));
  assert.deepEqual((await codes(claim(staff), claim(other))).sort(), [100, 42201]);
  const { follower_id: followerId } = await rowOf(id);
  assert.ok(followerId === staff.id || followerId === other.id);
});

test('a phone can apply once in 30 days, even with concurrent records', async () => {
  const input = { name: 'Twice', tel: '19900007998', region: '510104', budget: 'from10' as const };
  const record = () => t.call('franchise.Apply/register', input, as(staff));
  assert.deepEqual((await codes(record(), record())).sort(), [100, 42281]);
});

test('after a rejection the waiting period of a phone starts at the decision, not at the application', async () => {
  const id = await lead();
  const { name, tel } = await rowOf(id);
  assert.equal((await step('reject', id, staff)).code, 100);
  const daysAgo = (n: number) => new Date(t.clock.now().getTime() - n * DAY_MS);
  const dated = (created: number, decided: number) =>
    t.db
      .updateTable('franchise_apply')
      .set({ created_at: daysAgo(created), decided_at: daysAgo(decided) })
      .where('id', '=', id)
      .execute();
  const again = async () =>
    (await t.call('franchise.Apply/register', { name, tel, region: '510104', budget: 'from10' }, as(staff))).code;
  await dated(90, 1);
  assert.equal(await again(), 42281);
  await dated(90, 31);
  assert.equal(await again(), 100);
});

test('a follow-up sets the next due time, a visit needs a photo, and approval needs the visit', async () => {
  const id = await lead();
  const follow = (more: object) =>
    t.raw('franchise.Apply/follow', { id, way: 'call', content: 'Talked about the region', ...more }, as(staff));
  const nextAt = new Date(t.clock.now().getTime() + DAY_MS).toISOString();
  assert.equal((await follow({ nextAt: '2026-01-01T00:00:00Z' })).code, 40001);
  assert.equal((await follow({ nextAt })).code, 100);
  assert.equal((await rowOf(id)).next_at?.toISOString(), nextAt);
  assert.equal((await step('visit', id, staff)).code, 100);
  assert.equal((await step('handIn', id, staff)).code, 42226);
  assert.equal((await follow({ way: 'visit' })).code, 40001);
  assert.equal((await follow({ way: 'visit', files: [1] })).code, 40008);
  assert.equal((await follow({ way: 'visit', files: [await storeFile(t, staff.id, 'franchise')] })).code, 100);
  assert.equal((await step('handIn', id, staff)).code, 100);
});

test('neither the submitter nor the follower of an application can decide on it', async () => {
  const both = await person([41, 4102, 4106, 4107]);
  const id = await lead('510104', both);
  assert.equal((await step('handIn', id, both)).code, 100);
  assert.equal((await step('approve', id, both)).code, 40305);
  const second = await lead('510104', both);
  assert.equal((await step('handIn', second, staff)).code, 100);
  assert.equal((await step('approve', second, both)).code, 40305);
  assert.equal((await step('askMaterial', second, manager)).code, 100);
  assert.equal((await step('supply', second, staff)).code, 100);
  assert.equal((await step('approve', second, manager)).code, 100);
});

test('an account that submitted, completed or once followed an application cannot decide on it', async () => {
  const both = await person([41, 4102, 4104, 4105, 4106, 4107]);
  const id = await lead('510104', other);
  assert.equal((await step('handIn', id, both)).code, 100);
  assert.equal((await step('askMaterial', id, manager)).code, 100);
  assert.equal((await step('supply', id, staff)).code, 100);
  assert.equal((await step('approve', id, both)).code, 40305);
  const second = await lead('510104', both);
  assert.equal((await step('handIn', second, staff)).code, 100);
  const away = { id: second, followerId: other.id };
  assert.equal((await t.call('franchise.Apply/assign', away, as(both))).code, 100);
  assert.equal((await step('approve', second, both)).code, 40305);
  // Being assigned as follower counts as taking part, even without any action.
  const third = await lead('510104', other);
  await t.call('franchise.Apply/assign', { id: third, followerId: both.id }, as(other));
  await t.call('franchise.Apply/assign', { id: third, followerId: staff.id }, as(both));
  assert.equal((await step('handIn', third, staff)).code, 100);
  assert.equal((await step('decline', third, both)).code, 40305);
  const { data } = await t.call('franchise.Apply/getDetail', { id: third }, as(both));
  assert.ok(!data.actions.includes('approve'));
  const waiting = await t.call('approval.Case/getList', { types: ['franchiseApply'] }, as(both));
  assert.ok(waiting.data.list.every((one) => one.id !== id && one.id !== second && one.id !== third));
  assert.equal((await step('approve', third, manager)).code, 100);
});

test('an applicant gets text messages about receipt, missing fields and rejection, without any reason or answer', async () => {
  const id = await lead();
  const { tel, no } = await rowOf(id);
  const texts = async () => {
    const rows = t.db.selectFrom('notice_sms').select('text').where('tel', '=', tel).orderBy('id');
    return (await rows.execute()).map((row) => row.text);
  };
  assert.equal((await step('handIn', id, staff)).code, 100);
  assert.equal((await step('askMaterial', id, manager, { missing: ['nowhere'] })).code, 40001);
  assert.equal((await step('askMaterial', id, manager, { missing: ['idCard', 'plan'] })).code, 100);
  const { data } = await t.call('franchise.Apply/getDetail', { id }, as(staff));
  assert.deepEqual(data.missing, ['ID card number', 'Business plan']);
  assert.equal((await step('supply', id, staff)).code, 100);
  assert.deepEqual((await rowOf(id)).missing_fields, []);
  assert.equal((await step('decline', id, manager, { reason: 'Owes money elsewhere' })).code, 100);
  const sent = await texts();
  assert.equal(sent.length, 3);
  assert.ok(sent.every((words) => words.includes(no)));
  assert.match(sent[1] ?? '', /身份证号、.*2026-03-16/);
  assert.ok(!sent.join().includes('Owes money'));
});

test('a paid contract creates a franchisee, its account and balanced books, once', async () => {
  const id = await approved();
  assert.equal((await step('sign', id, staff, await contract({ endsOn: '2026-03-01' }))).code, 40001);
  const terms = await contract();
  assert.equal((await step('sign', id, staff, terms)).code, 100);
  const { version } = await rowOf(id);
  const paid = { id, version, merchantNumberId: numberId, tradeNo: 'BANK-77001', account: 'fr_company' };
  const { token } = staff;
  assert.equal((await t.call('franchise.Apply/open', paid, { token })).code, 40303);
  const open = () => t.call('franchise.Apply/open', paid, as(staff));
  assert.deepEqual((await codes(open(), open())).sort(), [100, 42201]);
  const { data } = await t.call('franchise.Apply/getDetail', { id }, as(staff));
  const franchiseeId = data.franchiseeId ?? 0;
  const of = async (code: 'FRANCHISE_DEFERRED' | 'FRANCHISEE_DEPOSIT') =>
    (await balancesOf(t.db, [code], [franchiseeId])).get(`${code}:${franchiseeId}`);
  assert.deepEqual([await of('FRANCHISE_DEFERRED'), await of('FRANCHISEE_DEPOSIT')], [1_200_001, 500_000]);
  const account = t.db.selectFrom('account').select('franchisee_id').where('account', '=', 'fr_company');
  assert.equal((await account.executeTakeFirst())?.franchisee_id, franchiseeId);
  for (const job of [...franchiseeJobs, ...franchiseeJobs]) await job.run(t.db, t.clock, t.ids);
  // One of twelve months has been recognised as revenue.
  assert.equal(await of('FRANCHISE_DEFERRED'), 1_200_001 - 100_000);
  assert.deepEqual(await findOffences(t.db), []);
  const again = await approved();
  assert.equal((await step('sign', again, staff, terms)).code, 40903);
});

test('rule 41 shows the applications of a franchisee with visits and photos, within the application scope', async () => {
  const id = await lead();
  assert.equal((await step('visit', id, staff)).code, 100);
  const photo = await storeFile(t, staff.id, 'franchise');
  const follow = (way: string, files: number[]) =>
    t.raw('franchise.Apply/follow', { id, way, content: `Noted by ${way}`, files }, as(staff));
  assert.deepEqual(await codes(follow('call', []), follow('visit', [photo])), [100, 100]);
  assert.equal((await step('handIn', id, staff)).code, 100);
  assert.equal((await step('approve', id, manager)).code, 100);
  const terms = await contract({ territory: ['510105'], feeFen: 0, depositFen: 0 });
  assert.equal((await step('sign', id, staff, terms)).code, 100);
  const paid = { merchantNumberId: numberId, tradeNo: 'BANK-77003', account: null };
  assert.equal((await step('open', id, staff, paid)).code, 100);
  const { franchiseeId, no } = (await t.call('franchise.Apply/getDetail', { id }, as(staff))).data;
  const seen = (by: Person) => t.call('franchise.Apply/getOfFranchisee', { franchiseeId: franchiseeId ?? 0 }, as(by));
  const { list, visits } = (await seen(manager)).data;
  assert.deepEqual(
    list.map((apply) => [apply.id, apply.stateText]),
    [[id, 'Opened']],
  );
  assert.deepEqual(
    visits.map(({ applyNo, content, files }) => [applyNo, content, files.map(({ fileId }) => fileId)]),
    [[no, 'Noted by visit', [photo]]],
  );
  const elsewhere = await person([41], { kind: 'regions', ids: [440_000] });
  assert.deepEqual((await seen(elsewhere)).data, { list: [], visits: [] });
  assert.equal((await seen(await person([42]))).code, 40301);
});

test('a first contract that begins later gives no share before its first day, and begins once by the job', async () => {
  const id = await approved();
  const terms = await contract({ startsOn: '2026-04-01', feeFen: 0, depositFen: 0 });
  assert.equal((await step('sign', id, staff, terms)).code, 100);
  assert.equal(
    (await step('open', id, staff, { merchantNumberId: numberId, tradeNo: 'BANK-77002', account: null })).code,
    100,
  );
  const franchiseeId = (await t.call('franchise.Apply/getDetail', { id }, as(staff))).data.franchiseeId ?? 0;
  const found = async () => {
    const row = t.db.selectFrom('franchisee').select('status').where('id', '=', franchiseeId);
    return [(await row.executeTakeFirst())?.status, (await franchiseShares(t.db, [franchiseeId])).get(franchiseeId)];
  };
  const watch = async (day: string) => {
    const clock = { ...t.clock, now: () => new Date(`${day}T04:00:00Z`) };
    await franchiseeJobs.find(({ name }) => name === 'franchiseContracts')?.run(t.db, clock, t.ids);
  };
  assert.deepEqual(await found(), ['upcoming', undefined]);
  await watch('2026-03-31');
  assert.deepEqual(await found(), ['upcoming', undefined]);
  for (const _run of [1, 2]) await watch('2026-04-01');
  assert.deepEqual(await found(), ['active', 1_500]);
  const begun = t.db.selectFrom('operation_record').select('after').where('object_id', '=', franchiseeId);
  assert.deepEqual(
    (await begun.where('action', '=', 'contractStart').execute()).map(({ after }) => after),
    [{ state: 'active', contractNo: terms.contractNo, contractTo: '2027-03-01', shareRateBp: 1_500 }],
  );
});

test('of two contracts for one exclusive territory only one is signed', async () => {
  const [one, two] = [await approved('440305'), await approved('440305')];
  const terms = async () => contract({ territory: ['440300'], exclusive: true });
  const [first, second] = [await terms(), await terms()];
  assert.deepEqual(
    (await codes(step('sign', one, staff, first), step('sign', two, staff, second))).sort(),
    [100, 42283],
  );
});

test('missing material closes an application after 15 days, and followers are reminded once a day', async () => {
  const id = await lead();
  await step('handIn', id, staff);
  await step('askMaterial', id, manager);
  const silent = await lead();
  const past = new Date(t.clock.now().getTime() - DAY_MS);
  await t.db.updateTable('franchise_apply').set({ supplement_until: past }).where('id', '=', id).execute();
  await t.db.updateTable('franchise_apply').set({ next_at: past }).where('id', '=', silent).execute();
  const jobs = franchiseJobs(t.ports);
  for (const job of [...jobs, ...jobs]) await job.run(t.db, t.clock, t.ids);
  assert.equal((await rowOf(id)).state, 'closed');
  const recorded = t.db.selectFrom('operation_record').select(['account', 'after']).where('object_id', '=', id);
  const closing = (await recorded.where('action', '=', 'lapse').execute()).map(({ account, after }) => [
    account,
    after,
  ]);
  const { name } = await rowOf(id);
  assert.deepEqual(closing, [['system', { state: 'closed', name }]]);
  const sent = t.db.selectFrom('notice_outbox').select('account_ids').where('source', '=', 'franchise');
  const notices = await sent.where('link', '=', `/franchisee/applicationList?open=${id}`).execute();
  assert.deepEqual(
    notices.map((row) => row.account_ids),
    [[staff.id]],
  );
  const told = t.db.selectFrom('notice_outbox').select('object_id').where('dedupe', 'like', `franchise.${silent}.%`);
  assert.deepEqual(await told.execute(), [{ object_id: silent }]);
  assert.equal((await step('reopen', id, staff)).code, 100);
  await step('close', id, staff);
  assert.equal((await step('reopen', id, staff)).code, 42201);
});
