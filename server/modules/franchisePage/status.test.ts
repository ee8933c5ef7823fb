import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FormField } from '../../../contract/franchiseForm';
import { emptyField } from '../../../contract/franchisePage.content';
import { SUPPLY_KEYS } from '../../../contract/franchiseSupply';
import { SMS_TYPE } from '../../../contract/limits';
import { withParents } from '../../../contract/permissions';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import { createTestApp, type TestApp } from '../../testing';
import { answersOf, applyPageOf, label, newTel, sendFile, withFields, withSettings } from '../../testing-apply-page';
import { newestCode } from '../../testing-codes';
import { newVisit } from './visit';

/** Tests applicants who return: the state of their applications, missing material, and what strangers cannot read or change. */

const FIELDS: FormField[] = [
  { ...emptyField('licence', 'image'), label: label('Licence'), maxCount: 2 },
  { ...emptyField('bankNo', 'text'), label: label('Bank number'), sensitive: true },
];
let t: TestApp;
let pages: ReturnType<typeof applyPageOf>;
let follower: { id: number; token: string };
let manager: string;
before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.example' } });
  const maker = await t.account({ rules: withParents([43, 4302, 4306]) });
  pages = applyPageOf(t, await t.signIn(maker.account));
  await pages.publish(withFields(...FIELDS));
  const staff = await t.account({ rules: withParents([41, 4102, 4104, 4105, 4106]) });
  follower = { id: staff.id, token: await t.signIn(staff.account) };
  manager = await t.signIn((await t.account({ rules: withParents([41, 4107]) })).account);
});
beforeEach(() => t.db.deleteFrom('throttle').execute());
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const EN = { locale: 'en-US' } as const;
const sendCode = async (tel: string) =>
  t.call('franchise.Public/sendStatusCode', { tel, ...(await pages.captcha()) }, EN);
async function codeFor(tel: string): Promise<string> {
  const sent = await sendCode(tel);
  assert.equal(sent.code, 100, sent.msg);
  return newestCode(t, tel);
}
async function sessionOf(tel: string): Promise<string> {
  const opened = await t.call('franchise.Public/openStatus', { tel, code: await codeFor(tel) }, EN);
  assert.equal(opened.code, 100, opened.msg);
  t.clock.advance(MINUTE_MS);
  return opened.data.session;
}
const read = (session: string) => t.call('franchise.Public/getStatus', { session }, EN);
const listOf = async (session: string) => (await read(session)).data.list;
let serial = 0;
const newKey = () => {
  serial += 1;
  return `key-of-a-supply-${serial}`;
};

async function step(action: string, id: number, token: string, more: object = {}): Promise<void> {
  const { version } = await t.db
    .selectFrom('franchise_apply')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const done = await t.raw(`franchise.Apply/${action}`, { id, version, reason: 'Inner remark', ...more }, { token });
  assert.equal(done.code, 100, `${action}: ${done.msg}`);
}
/** Submits an application on the public page. */
async function applied(tel = newTel()) {
  const { data } = await pages.apply({ tel });
  t.clock.advance(MINUTE_MS);
  return pages.rowOf(data.no);
}
/** Submits an application and lets staff request material for it. */
async function returned(missing: readonly string[], tel = newTel()) {
  const row = await applied(tel);
  await step('claim', row.id, follower.token);
  await step('handIn', row.id, follower.token);
  await step('askMaterial', row.id, manager, { missing });
  return row;
}
/** Opens the material form of a phone's only application. */
async function formOf(tel: string) {
  const session = await sessionOf(tel);
  const [own] = await listOf(session);
  assert.ok(own?.supply, JSON.stringify(own));
  const { no, supply } = own;
  const send = (answers: Record<string, string>, more: object = {}) =>
    t.call('franchise.Public/supply', { session, key: newKey(), no, answers, visit: supply.visit, ...more }, EN);
  const file = (field: string) => sendFile(t, { visit: supply.visit, version: supply.version, field });
  return { session, no, supply, send, file };
}
const errorsOf = ({ data }: { data: unknown }) =>
  (data as { errors?: { field: string }[] } | null)?.errors?.map(({ field }) => field);

test('an applicant sees state, steps and the reason of a rejection, but no internal notes of staff', async () => {
  const { tel, id, no } = await applied();
  const session = await sessionOf(tel);
  const [fresh] = await listOf(session);
  assert.deepEqual(
    [fresh?.no, fresh?.stateText, fresh?.step, fresh?.supply],
    [no, 'We received your application and will contact you soon.', 0, null],
  );
  await step('claim', id, follower.token);
  await step('handIn', id, follower.token, { reason: 'Inner opinion' });
  const [waiting] = await listOf(session);
  assert.deepEqual([waiting?.stateText, waiting?.step], ['We are reviewing your application.', 2]);
  await step('decline', id, manager, { reason: 'The region is taken' });
  const [ended] = await listOf(session);
  assert.deepEqual(
    [ended?.stateText, ended?.step, ended?.reason],
    ['Your application was not accepted.', null, 'The region is taken'],
  );
  const keys = Object.keys(ended ?? {}).sort();
  assert.deepEqual(keys, ['appliedOn', 'applyAgain', 'no', 'reason', 'stateText', 'step', 'steps', 'supply']);
  const names = await t.db.selectFrom('account').select('name').where('id', '=', follower.id).execute();
  for (const inner of ['Inner opinion', 'score', names[0]?.name ?? '-'])
    assert.ok(!JSON.stringify([fresh, waiting, ended]).includes(inner), inner);
});

test('the newest rejected application links to the page once its waiting days are over, while the page is open', async () => {
  const { tel, id } = await applied();
  await step('claim', id, follower.token);
  await step('reject', id, follower.token);
  const session = await sessionOf(tel);
  const links = async () => (await listOf(session)).map(({ applyAgain }) => applyAgain);
  assert.deepEqual(await links(), [null]);
  const { reapplyDays } = (await pages.draft()).content.settings;
  const decided = new Date(t.clock.now().getTime() - reapplyDays * DAY_MS - 1);
  await t.db.updateTable('franchise_apply').set({ decided_at: decided }).where('id', '=', id).execute();
  assert.deepEqual(await links(), ['/apply?lang=en-US']);
  await pages.publish(withSettings({ openTo: '2020-01-01' }));
  assert.deepEqual(await links(), [null]);
  await pages.publish(withSettings({ openTo: null }));
  await applied(tel);
  assert.deepEqual(await links(), [null, null]);
});

test('material sent with a code is stored in answers, files, history and notices, and the application waits for approval', async () => {
  const { tel, id, version } = await returned(['licence', 'bankNo', 'name', 'tel']);
  const { supply, send, file } = await formOf(tel);
  assert.deepEqual(
    supply.fields.map(({ key, required }) => [key, required]),
    [
      ['name', true],
      ['licence', true],
      ['bankNo', true],
      [SUPPLY_KEYS.files, false],
      [SUPPLY_KEYS.note, false],
    ],
  );
  assert.ok(!JSON.stringify(supply).includes('Inner remark'));
  const [licence, other] = [await file('licence'), await file(SUPPLY_KEYS.files)];
  assert.deepEqual([licence.code, other.code], [100, 100], licence.msg);
  const done = await send({
    ...{ name: 'Lin Fangfang', licence: String(licence.data.fileId), bankNo: '6222 0001', region: '440305' },
    ...{ [SUPPLY_KEYS.files]: String(other.data.fileId), [SUPPLY_KEYS.note]: 'The licence is new' },
  });
  assert.equal(done.code, 100, JSON.stringify(done));
  const row = await t.db.selectFrom('franchise_apply').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.state, row.name, row.answers.region, row.answers.bankNo, row.supplement_until, row.missing_fields],
    ['reviewing', 'Lin Fangfang', '510104', undefined, null, []],
  );
  assert.ok(row.version > version);
  const { data } = await t.call('franchise.Apply/getDetail', { id }, { token: manager, ...EN });
  const [supplied] = data.follows;
  assert.deepEqual(
    [supplied?.wayText, supplied?.content, supplied?.files.length, supplied?.byName],
    ['From applicant', 'The licence is new', 1, 'Lin Fangfang'],
  );
  assert.deepEqual(supplied?.changes, [
    { label: 'Name', before: 'Lin Fang' },
    { label: 'Licence', before: '' },
    { label: 'Bank number', before: '' },
  ]);
  const answer = (key: string) => data.answers.find((one) => one.key === key);
  assert.deepEqual([answer('licence')?.files.length, answer('bankNo')?.value === '6222 0001'], [1, false]);
  assert.equal(data.steps.at(-1)?.text, 'Applicant handed in material');
  const notices = await t.db.selectFrom('notice_outbox').select(['account_ids', 'title']).execute();
  const told = notices.filter(({ title }) => JSON.stringify(title).includes('Material handed in: Lin Fang'));
  assert.deepEqual(
    told.map(({ account_ids: ids }) => ids as number[]),
    [[follower.id]],
  );
  await step('approve', id, manager);
});

test('a request without named fields takes documents or a note, but not an empty form', async () => {
  const { tel, id } = await returned([]);
  const { supply, send } = await formOf(tel);
  assert.deepEqual(
    supply.fields.map(({ key }) => key),
    Object.values(SUPPLY_KEYS),
  );
  const empty = await send({ plan: 'Not asked for' });
  assert.deepEqual([empty.code, errorsOf(empty)], [40001, [SUPPLY_KEYS.note]]);
  assert.equal((await send({ [SUPPLY_KEYS.note]: 'I called you' })).code, 100);
  const { answers } = await t.db
    .selectFrom('franchise_apply')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([answers.plan, answers[SUPPLY_KEYS.note]], [undefined, undefined]);
});

test('missing and wrong answers are named at their fields, and change nothing', async () => {
  const { tel, id } = await returned(['licence', 'region']);
  const { send } = await formOf(tel);
  const refused = await send({ licence: '', region: '999999' });
  assert.deepEqual([refused.code, errorsOf(refused)], [40001, ['licence', 'region']]);
  const foreign = await send({ licence: '1', region: '510105' });
  assert.deepEqual([foreign.code, errorsOf(foreign)], [40001, ['licence']]);
  const { state } = await t.db
    .selectFrom('franchise_apply')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(state, 'supplement');
});

test('a corrected region moves the application in the list of regions', async () => {
  const { tel, id } = await returned(['region']);
  const { send } = await formOf(tel);
  assert.equal((await send({ region: '440305' })).code, 100);
  const row = await t.db.selectFrom('franchise_apply').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([row.district_code, row.province_code, row.answers.region], ['440305', '440000', '440305']);
  const { data } = await t.call('franchise.Apply/getDetail', { id }, { token: manager, ...EN });
  assert.match(data.follows[0]?.changes[0]?.before ?? '', /锦江/);
});

test('of two equal calls at once one is stored, and a repeated call gets the same answer', async () => {
  const { tel, id } = await returned([]);
  const { send } = await formOf(tel);
  const key = newKey();
  const note = { [SUPPLY_KEYS.note]: 'Here it is' };
  const both = await Promise.all([send(note, { key }), send(note, { key })]);
  assert.deepEqual(
    both.map(({ code }) => code),
    [100, 100],
  );
  assert.equal((await send(note, { key })).code, 100);
  const late = await send(note);
  assert.deepEqual([late.code, late.msg], [42201, 'Nothing is missing at the moment.']);
  const rows = await t.db.selectFrom('franchise_follow').select('id').where('apply_id', '=', id).execute();
  assert.equal(rows.length, 1);
});

test('material is refused in every state in which none is missing, and after the time limit', async () => {
  const { tel, id, no } = await applied();
  const session = await sessionOf(tel);
  const visit = newVisit({ clock: t.clock, secrets: t.ports.secrets }, id);
  const codes: Record<string, number> = {};
  const states = [
    'submitted',
    'following',
    'visiting',
    'reviewing',
    'approved',
    'signed',
    'opened',
    'rejected',
    'closed',
  ];
  for (const state of states) {
    const checker = state === 'approved' ? { checker_id: 1 } : {};
    await t.db
      .updateTable('franchise_apply')
      .set({ state: state as never, ...checker })
      .where('id', '=', id)
      .execute();
    const input = { session, key: newKey(), no, answers: { [SUPPLY_KEYS.note]: 'Here' }, visit };
    codes[state] = (await t.call('franchise.Public/supply', input)).code;
    assert.equal((await listOf(session))[0]?.supply, null, state);
  }
  assert.deepEqual(codes, Object.fromEntries(states.map((state) => [state, 42201])));
  const late = await returned([]);
  const past = new Date(t.clock.now().getTime() - MINUTE_MS);
  await t.db.updateTable('franchise_apply').set({ supplement_until: past }).where('id', '=', late.id).execute();
  const again = await sessionOf(late.tel);
  const [own] = await listOf(again);
  assert.deepEqual([own?.supply, own?.step], [null, null]);
  assert.match(own?.stateText ?? '', /is closed/);
});

test('another phone neither sees nor changes an application, and its files belong to one form', async () => {
  const [first, second] = [await returned([]), await returned([])];
  const [own, other] = [await formOf(first.tel), await formOf(second.tel)];
  assert.deepEqual(
    (await listOf(own.session)).map(({ no }) => no),
    [first.no],
  );
  const note = { [SUPPLY_KEYS.note]: 'Mine' };
  assert.equal((await own.send(note, { no: second.no })).code, 40401);
  assert.equal((await own.send(note, { visit: other.supply.visit })).code, 42282);
  const page = newVisit({ clock: t.clock, secrets: t.ports.secrets });
  assert.equal((await own.send(note, { visit: page })).code, 42282);
  const { fileId } = (await other.file(SUPPLY_KEYS.files)).data;
  const stolen = await own.send({ [SUPPLY_KEYS.files]: String(fileId) });
  assert.deepEqual([stolen.code, errorsOf(stolen)], [40001, [SUPPLY_KEYS.files]]);
  assert.equal((await own.file('licence')).code, 42282, 'not asked for');
  assert.equal((await sendFile(t, { visit: page, version: own.supply.version, field: SUPPLY_KEYS.files })).code, 42282);
});

test('all applications of a phone are listed, also while the page is off line', async () => {
  const tel = newTel();
  const first = await applied(tel);
  await step('close', first.id, follower.token);
  const second = await returned([], tel);
  const version = (await pages.draft()).version;
  await t.db.updateTable('franchise_form').set({ state: 'archived' }).where('version', '=', version).execute();
  try {
    assert.equal((await pages.page('/apply')).statusCode, 404);
    const session = await sessionOf(tel);
    const list = await listOf(session);
    assert.deepEqual(
      list.map(({ no }) => no),
      [second.no, first.no],
    );
    const { visit = '', version: of = 0 } = list[0]?.supply ?? {};
    assert.equal((await sendFile(t, { visit, version: of, field: SUPPLY_KEYS.files })).code, 100);
  } finally {
    await t.db.updateTable('franchise_form').set({ state: 'published' }).where('version', '=', version).execute();
  }
});

test('until its code is right, a phone without an application gets the same answers as one with an application', async () => {
  const [known, unknown] = [(await applied()).tel, newTel()];
  const seen: unknown[][] = [];
  for (const tel of [known, unknown]) {
    const sent = await sendCode(tel);
    const again = await sendCode(tel);
    const wrong = await t.call('franchise.Public/openStatus', { tel, code: '000000' }, EN);
    seen.push([sent.code, sent.data, again.code, wrong.code, wrong.msg, wrong.data]);
    t.clock.advance(MINUTE_MS);
  }
  assert.deepEqual(seen[0], seen[1]);
  assert.deepEqual([seen[0]?.[0], seen[0]?.[2], seen[0]?.[3]], [100, 42902, 40004]);
  assert.deepEqual(await listOf(await sessionOf(unknown)), []);
});

test('a code of the application form opens no applications, and a status code submits none', async () => {
  const { tel } = await applied();
  const forForm = await pages.code(tel);
  assert.equal((await t.call('franchise.Public/openStatus', { tel, code: forForm })).code, 40004);
  const fresh = newTel();
  const forStatus = await codeFor(fresh);
  assert.equal((await pages.submit({ answers: answersOf(fresh), code: forStatus })).code, 40004);
});

test('codes need a captcha, five tries are allowed, and tries and messages are limited by address', async () => {
  const { tel } = await applied();
  const refused = await t.call('franchise.Public/sendStatusCode', { tel, captchaId: 'x', captcha: 'abcd' });
  assert.equal(refused.code, 40003);
  const code = await codeFor(tel);
  const open = (given: string) => t.call('franchise.Public/openStatus', { tel, code: given });
  const wrong = code === '111111' ? '222222' : '111111';
  for (let n = 0; n < 5; n += 1) assert.equal((await open(wrong)).code, 40004);
  assert.equal((await open(code)).code, 40004, 'the tries are used up');
  await t.db.deleteFrom('throttle').execute();
  for (let n = 0; n < 30; n += 1) await open(wrong);
  const last = await open(wrong);
  assert.equal(last.code, 42901);
  assert.equal((await t.db.selectFrom('franchise_session').select('tel').where('tel', '=', tel).execute()).length, 0);
});

test('the page of applicants has no secret in its address, and text messages link to it', async () => {
  const { tel, no } = await returned(['licence']);
  const messages = await t.db.selectFrom('notice_sms').select('text').where('tel', '=', tel).orderBy('id').execute();
  assert.deepEqual(
    messages.map(({ text }) => text.includes(no) && text.endsWith('https://console.example/apply-status')),
    [true, true],
  );
  const { statusCode, body, headers } = await pages.page('/apply-status?lang=en-US');
  assert.equal(statusCode, 200);
  assert.match(body, /<h1 id="status-title">Your franchise applications<\/h1>/);
  assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'nonce-/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match((await pages.page('/apply?lang=en-US')).body, /href="\/apply-status\?lang=en-US"/);
  const codes = await t.db.selectFrom('sms_outbox').select('scene').where('tel', '=', tel).execute();
  assert.ok(codes.every(({ scene }) => scene === SMS_TYPE.apply));
});

test('a session lasts 30 minutes, ends on request, is stored as a hash and cannot be used elsewhere', async () => {
  const { tel } = await applied();
  const session = await sessionOf(tel);
  const stored = await t.db.selectFrom('franchise_session').selectAll().execute();
  assert.ok(stored.every(({ token_hash: hash }) => /^[0-9a-f]{64}$/.test(hash) && hash !== session));
  assert.equal((await t.call('franchise.Apply/getList', {}, { token: session })).code, 401);
  t.clock.advance(28 * MINUTE_MS);
  assert.equal((await read(session)).code, 100);
  t.clock.advance(2 * MINUTE_MS);
  assert.equal((await read(session)).code, 401);
  const other = await sessionOf(tel);
  const expired = await t.db.selectFrom('franchise_session').select('expire_at').execute();
  assert.ok(
    expired.every(({ expire_at: at }) => at > t.clock.now()),
    'expired ones are deleted',
  );
  assert.equal((await t.call('franchise.Public/closeStatus', { session: other })).code, 100);
  assert.equal((await read(other)).code, 401);
  const input = { session: other, key: newKey(), no: 'FR1', answers: {}, visit: '' };
  assert.equal((await t.call('franchise.Public/supply', input)).code, 401);
});
