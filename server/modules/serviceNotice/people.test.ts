import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Insertable } from 'kysely';
import type { Input } from '../../../contract';
import type { Database } from '../../core/database/schema';
import type { SmsPort } from '../../core/platforms/ports';
import { createTestApp, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { sendDue } from './sending';

/** Tests of service notices to riders and merchants (DOMAIN §3.4). */

let t: TestApp;
let owner: string;
let here: number;
let elsewhere: number;
/** Phones of sent text messages, by message number. */
const sent = new Map<string, string>();
let calls = 0;
let diesAfter = Number.POSITIVE_INFINITY;
const sms: SmsPort = {
  isSimulated: async () => true,
  repeats: async () => true,
  async send({ no = '', tel }) {
    if (diesAfter <= 0) throw new Error('killed');
    diesAfter -= 1;
    calls += 1;
    sent.set(no, tel);
  },
  quotaLeft: async () => null,
};

before(async () => {
  t = await createTestApp({ ports: { sms } });
  const ground = await prepareGround(t);
  owner = ground.owner;
  here = (await ground.open()).id;
  elsewhere = (await ground.open()).id;
  await t.db.updateTable('team').set({ city_code: '510100' }).where('id', '=', here).execute();
  await t.db.updateTable('team').set({ city_code: '350200' }).where('id', '=', elsewhere).execute();
});
after(() => t.close());
beforeEach(async () => {
  for (const table of [
    'service_notice_task',
    'service_notice_delivery',
    'service_notice_day',
    'service_notice_list_user',
    'user_inbox',
    'rider',
    'merchant',
    'app_user',
  ] as const) {
    await t.db.deleteFrom(table).execute();
  }
  sent.clear();
  calls = 0;
  diesAfter = Number.POSITIVE_INFINITY;
});

const as = (token = owner) => ({ token, locale: 'en-US' as const });
let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
type Rider = Insertable<Database['rider']>;
async function rider(more: Partial<Rider> = {}) {
  const at = t.clock.now();
  const n = next();
  const row = {
    id: t.ids.next(),
    created_at: at,
    updated_at: at,
    rider_no: `R${String(n).padStart(6, '0')}`,
    tel: `137${String(10_000_000 + n)}`,
    name: `Rider ${n}`,
    id_card: Buffer.from('x'),
    id_card_hash: `x${n}`,
    birth: '1990-01-01',
    gender: 'male' as const,
    team_id: here,
    rider_type: 'full' as const,
    status: 'active' as const,
    status_reason: null,
    joined_at: at,
    real_name_state: 'passed' as const,
    face_state: 'passed' as const,
    health_state: 'valid' as const,
    health_valid_to: '2027-01-01',
    vehicle_type: 'ebike' as const,
    plate_no: null,
    heartbeat_at: null,
    ...more,
  };
  await t.db.insertInto('rider').values(row).execute();
  return row;
}
async function merchant(more: { team_id?: number; tel?: string; status?: 'active' | 'closed' } = {}) {
  const row = { id: t.ids.next(), team_id: here, name: `Shop ${next()}`, tel: `138${10_000_000 + serial}`, ...more };
  await t.db.insertInto('merchant').values(row).execute();
  return row;
}
/** Creates a user whose id equals the id of a rider or merchant. */
const userWithId = (id: number) =>
  t.db
    .insertInto('app_user')
    .values({
      ...{
        id,
        tel: '13912345678',
        nickname: 'Same id',
        source: 'app',
        home_team_id: here,
        tags: '[]',
        status: 'normal',
      },
      ...{ first_login_at: t.clock.now(), created_at: t.clock.now(), updated_at: t.clock.now() },
    })
    .execute();

const SMS = { channel: 'sms', title: null, signName: '示例', upstreamId: 'SMS_1' } as const;
async function template(more: Partial<Input<'user.Notice/saveTemplate'>> = {}) {
  const input: Input<'user.Notice/saveTemplate'> = {
    ...{ code: `notice${next()}`, name: 'Certificates', channel: 'inSite', title: 'Certificates', body: 'Renew it.' },
    ...{ dailyCap: 0, quietHours: null },
    ...more,
  };
  const answer = await t.call('user.Notice/saveTemplate', input, as());
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
type Create = Input<'user.Notice/createTask'>;
const create = (input: Partial<Create> & Pick<Create, 'templateId' | 'personType'>, token = owner) =>
  t.call(
    'user.Notice/createTask',
    { title: 'Certificates', audience: { kind: 'all' }, variables: {}, sendMode: 'now', ...input },
    as(token),
  );
async function made(input: Parameters<typeof create>[0]): Promise<number> {
  const answer = await create(input);
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
const run = () => sendDue({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports, wait: async () => undefined });
const task = async (id: number) => (await t.call('user.Notice/getTask', { id }, as())).data;
const counts = async (id: number) =>
  Object.fromEntries((await task(id)).counts.flatMap(({ state, count }) => (count > 0 ? [[state, count]] : [])));
const report = async (taskId: number, more = {}, token = owner) =>
  (await t.call('user.Notice/getDeliveries', { taskId, ...more }, as(token))).data.list;
const count = async (personType: 'rider' | 'merchant', audience: Create['audience'], token = owner, more = {}) => {
  const input = { personType, audienceJson: JSON.stringify(audience), ...more };
  const answer = await t.call('user.Notice/countAudience', input, as(token));
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data;
};
const station = async () => {
  const { account } = await t.account({ rules: [23, 2306], scope: { kind: 'teams', ids: [here] } });
  return t.signIn(account);
};

test('riders are counted by state, type, station, city and health certificate, within the data scope', async () => {
  await rider();
  await rider({ rider_type: 'part', health_valid_to: '2026-03-15' });
  await rider({ status: 'suspended', health_state: 'expired', health_valid_to: '2026-02-01' });
  await rider({ status: 'applying', health_state: 'reviewing', health_valid_to: null });
  await rider({ status: 'offboarded' });
  await rider({ team_id: elsewhere });
  const of = (more: object, token = owner) => count('rider', { kind: 'riderConditions', ...more }, token);
  assert.equal((await count('rider', { kind: 'all' })).count, 4, 'on probation, active or suspended');
  assert.equal((await of({ riderStates: ['applying'] })).count, 1);
  assert.equal((await of({ riderStates: ['active', 'suspended'], teamIds: [here] })).count, 3);
  assert.equal((await of({ riderTypes: ['part'] })).count, 1);
  assert.equal((await of({ regions: ['350200'] })).count, 1);
  assert.equal((await of({ healthStates: ['expired'] })).count, 1);
  assert.equal((await of({ healthStates: ['valid'], healthValidTo: '2026-03-31' })).count, 1);
  const token = await station();
  assert.equal((await count('rider', { kind: 'all' }, token)).count, 3);
  assert.equal((await of({ regions: ['350200'] }, token)).count, 0);
  const audienceJson = JSON.stringify({ kind: 'riderConditions', teamIds: [elsewhere] });
  const foreign = await t.call('user.Notice/countAudience', { personType: 'rider', audienceJson }, as(token));
  assert.equal(foreign.code, 40302);
});

test('merchants are counted by state, station and city, and merchants with a landline get no text messages', async () => {
  await merchant();
  await merchant({ tel: '028-12345678' });
  await merchant({ status: 'closed' });
  await merchant({ team_id: elsewhere });
  const of = (more: object) => count('merchant', { kind: 'merchantConditions', ...more });
  assert.equal((await of({})).count, 3);
  assert.equal((await of({ merchantStates: ['closed'] })).count, 1);
  assert.equal((await of({ regions: ['510100'] })).count, 2);
  const templateId = await template(SMS);
  const reached = await count('merchant', { kind: 'teams', teamIds: [here] }, owner, { templateId });
  assert.deepEqual([reached.count, reached.reachable], [2, 1]);
  const id = await made({ personType: 'merchant', audience: { kind: 'teams', teamIds: [here] }, templateId });
  await run();
  assert.deepEqual(await counts(id), { sent: 1, skipped: 1 });
  const [skipped] = await report(id, { state: ['skipped'] });
  assert.equal(skipped?.reasonText, 'The phone number is not a mobile number');
});

test('an audience or channel that does not fit the kind of people is refused at its field', async () => {
  await rider();
  const fields = async (input: Parameters<typeof create>[0]) => {
    const answer = await create(input);
    assert.equal(answer.code, 40001, JSON.stringify(answer));
    return JSON.stringify(answer.data);
  };
  const push = await template({ channel: 'appPush' });
  assert.match(
    await fields({ personType: 'rider', templateId: push }),
    /"field":"templateId".*App push does not reach Riders/,
  );
  assert.match(await fields({ personType: 'rider', templateId: push, sendMode: 'draft' }), /"field":"templateId"/);
  const templateId = await template();
  const levels = { kind: 'levels' as const, levels: ['2' as const] };
  assert.match(await fields({ personType: 'rider', templateId, audience: levels }), /"field":"audience"/);
  const riders = { kind: 'riderConditions' as const };
  assert.match(await fields({ personType: 'merchant', templateId, audience: riders }), /"field":"audience"/);
});

test('a template for riders is listed with its recipients, and refuses a task to users', async () => {
  await rider();
  const forRiders = await template({ personType: 'rider' });
  const pushed = await template({ channel: 'appPush', personType: 'rider' });
  const listed = async (personType: 'any' | 'user' | 'rider') =>
    (await t.call('user.Notice/getTemplates', { personType: [personType], limit: 100 }, as())).data.list;
  const [row] = (await listed('rider')).filter(({ id }) => id === forRiders);
  assert.deepEqual([row?.personType, row?.personTypeText], ['rider', 'Riders']);
  assert.ok(
    (await listed('user')).some(({ id }) => id === pushed),
    'app push knows users only',
  );
  assert.equal((await create({ personType: 'rider', templateId: forRiders })).code, 100);
  const refused = await create({ personType: 'user', templateId: forRiders });
  assert.deepEqual(
    [refused.code, /"field":"templateId".*This template is for Riders/.test(JSON.stringify(refused.data))],
    [40001, true],
  );
});

test('each rider gets one text message at the stored phone, however often the server is killed', async () => {
  const riders = [];
  for (let n = 0; n < 30; n += 1) riders.push(await rider());
  const id = await made({ personType: 'rider', templateId: await template({ ...SMS, unitFen: 5 }) });
  for (const after of [4, 11]) {
    diesAfter = after;
    await assert.rejects(run(), /killed/);
  }
  diesAfter = Number.POSITIVE_INFINITY;
  await run();
  assert.deepEqual(await counts(id), { sent: 30 });
  assert.deepEqual([...sent.values()].sort(), riders.map(({ tel }) => tel).sort());
  assert.ok(calls >= 30);
  const { state, costFen, audienceText } = await task(id);
  assert.deepEqual([state, costFen, audienceText], ['finished', 150, 'All riders']);
});

test('the report names riders by their number and masks phones, and shows those of the caller only', async () => {
  const mine = await rider();
  await rider({ team_id: elsewhere });
  const id = await made({ personType: 'rider', templateId: await template(SMS) });
  await run();
  const rows = await report(id);
  assert.deepEqual(
    rows.map(({ personType, userNo }) => [personType, /^R\d{6}$/.test(userNo)]),
    [
      ['rider', true],
      ['rider', true],
    ],
  );
  const [found] = await report(id, { keyword: mine.rider_no.toLowerCase() });
  assert.deepEqual([found?.nickname, found?.tel], [mine.name, `137****${mine.tel.slice(-4)}`]);
  assert.equal((await report(id, { keyword: mine.name })).length, 1);
  assert.equal((await report(id, { keyword: mine.tel })).length, 1, 'the owner sees whole phones of riders');
  const masked = await t.signIn((await t.account({ rules: [23, 2306] })).account);
  assert.equal((await report(id, { keyword: mine.tel }, masked)).length, 0);
  const token = await station();
  const own = await made({
    personType: 'rider',
    audience: { kind: 'teams', teamIds: [here] },
    templateId: await template(SMS),
  });
  await run();
  const hidden = await t.call('user.Notice/getDeliveries', { taskId: own }, as(token));
  assert.equal(hidden.code, 40302, 'a task of all stations is not shown to one station');
  const sentHere = await create({ personType: 'rider', templateId: await template(SMS) }, token);
  assert.equal(sentHere.code, 100);
  await run();
  assert.deepEqual(
    (await report(sentHere.data.id, {}, token)).map(({ userNo }) => userNo),
    [mine.rider_no],
  );
});

test('a list names riders by number and merchants by number, and a list belongs to one kind of people', async () => {
  const [first, second] = [await rider(), await rider()];
  const shop = await merchant();
  const upload = async (personType: 'rider' | 'merchant', cells: readonly (string | number)[], token = owner) => {
    const content = Buffer.from(cells.join('\n')).toString('base64');
    return t.call('user.Notice/uploadList', { personType, name: 'list.csv', content }, as(token));
  };
  const riders = await upload('rider', [
    'Rider no.',
    first.rider_no.toLowerCase(),
    first.rider_no,
    second.tel,
    'R999999',
  ]);
  assert.equal(riders.code, 100, JSON.stringify(riders));
  const { listId, ...figures } = riders.data;
  assert.deepEqual(figures, { rows: 4, matched: 2, repeated: 1, unknown: 1 });
  const token = await t.signIn((await t.account({ rules: [23, 2306] })).account);
  const masked = await upload('rider', [first.tel], token);
  assert.equal(masked.code, 40001);
  assert.match(JSON.stringify(masked.data), /rider numbers/);
  assert.equal((await upload('merchant', [shop.tel])).code, 40001, 'phones of merchants are shown masked to everyone');
  assert.equal((await upload('merchant', ['Merchant', shop.id])).data.matched, 1);

  const templateId = await template();
  const audience = { kind: 'list' as const, listId };
  assert.equal((await create({ personType: 'merchant', templateId, audience })).code, 40401);
  const id = await made({ personType: 'rider', templateId, audience });
  await run();
  assert.deepEqual(await counts(id), { delivered: 2 });
});

test('the inbox of a rider is separate from those of a user and a merchant with the same id, and a withdrawal empties it', async () => {
  const { id: personId } = await rider();
  await userWithId(personId);
  await t.db
    .insertInto('merchant')
    .values({ id: personId, team_id: here, name: 'Same id', tel: '13812345678' })
    .execute();
  const id = await made({ personType: 'rider', templateId: await template({ dailyCap: 1 }) });
  await run();
  const inbox = async (personType: 'rider' | 'merchant') =>
    (await t.call('user.PersonNotice/getInbox', { personType, personId }, { signed: true })).data;
  const { list, unread } = await inbox('rider');
  assert.deepEqual([list[0]?.body, unread], ['Renew it.', 1]);
  assert.equal((await inbox('merchant')).list.length, 0);
  const ofUser = await t.call('user.Notice/getInbox', { userId: personId }, { signed: true });
  assert.equal(ofUser.data.list.length, 0);
  assert.equal((await t.call('user.Notice/getOfUser', { userId: personId }, as())).data.list.length, 0);

  const event = { event: 'opened' as const, personId, at: t.clock.now().toISOString(), no: list[0]?.no ?? '' };
  const { data } = await t.call(
    'user.PersonNotice/push',
    {
      events: [
        { ...event, personType: 'merchant' },
        { ...event, personType: 'rider' },
        { ...event, personType: 'rider' },
      ],
    },
    { signed: true, locale: 'en-US' },
  );
  assert.deepEqual(
    data.rows.map(({ state }) => state),
    ['refused', 'done', 'repeated'],
  );
  const done = await task(id);
  assert.deepEqual([done.opened, done.delivered], [1, 1]);
  const back = { id, version: done.version, reason: 'wrong text' };
  assert.equal((await t.call('user.Notice/withdraw', back, as())).code, 100);
  assert.equal((await inbox('rider')).list.length, 0);
});

test('the daily limit of a template counts a rider and a user with the same id apart', async () => {
  const { id: sameId } = await rider();
  await userWithId(sameId);
  const templateId = await template({ ...SMS, dailyCap: 1 });
  const riders = await made({ personType: 'rider', templateId });
  await run();
  const users = await made({ personType: 'user', templateId });
  const again = await made({ personType: 'rider', templateId });
  await run();
  assert.deepEqual(
    [await counts(riders), await counts(users), await counts(again)],
    [{ sent: 1 }, { sent: 1 }, { skipped: 1 }],
  );
});

test('a rider who leaves before the message is sent is skipped', async () => {
  const { id: riderId } = await rider();
  const id = await made({
    personType: 'rider',
    templateId: await template({ ...SMS, quietHours: { from: '11:00', to: '12:00' } }),
  });
  await run();
  await t.db.updateTable('rider').set({ status: 'offboarded' }).where('id', '=', riderId).execute();
  await t.db.updateTable('service_notice_task').set({ quiet_hours: null }).where('id', '=', id).execute();
  await run();
  const [row] = await report(id);
  assert.deepEqual([row?.state, row?.reasonText], ['skipped', 'The rider is off-boarded']);
});
