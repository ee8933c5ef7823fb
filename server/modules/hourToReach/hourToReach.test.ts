import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { Data } from '../../../contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { databaseStore } from '../../simulators/database-store';
import {
  changeAuthorisation,
  failReports,
  type SimulatedDoudianApp,
  type SimulatedShop,
  signEnquiries,
} from '../../simulators/doudian/world';
import { plantFault } from '../../simulators/faults';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { type EnquiryDesk, openEnquiryDesk } from '../../testing-enquiries';
import { paidEvent } from '../../testing-orders';
import { prepareGround } from '../../testing-stations';
import { callbackJobs } from '../callback';
import { endingSoon } from '../configCenter';
import { convertEnquiry } from '../enquiry';
import { applyEvents } from '../intake';
import { addReports, giveBackLate, sendReports } from './reports';
import { renewDue } from './shops';

const GROUP = { group: 'hourToReach' } as const;
const APP_KEY = '3409409348479354011';
const SECRET = '2ad2355c-01d0-11f8-91dc-05a8cd1054b1';
const SHOP = 730012801;
let t: TestApp;
let desk: EnquiryDesk;
let owner: string;

before(async () => {
  t = await createTestApp();
  desk = await openEnquiryDesk(t, await prepareGround(t));
  await desk.publish();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  for (const table of [
    'hour_report',
    'hour_store_map',
    'hour_shop',
    'config_state',
    'enquiry',
    'simulated_value',
  ] as const) {
    await t.db.deleteFrom(table).execute();
  }
  await t.db.deleteFrom('platform_event').execute();
  await t.db.deleteFrom('site_setting').where('group_key', '=', 'hourToReach').execute();
});

const memory = () => databaseStore(t.db, 'doudian');
const tools = () => ({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports });
const read = async () =>
  (await t.call('config.HourToReach/get', GROUP, { token: owner })).data as Data<'config.HourToReach/get'>;
async function save(values: Readonly<Record<string, unknown>> = {}) {
  const now = await read();
  const complete = { ...now.values, appKey: APP_KEY, appSecret: SECRET, ...values };
  const input = { ...GROUP, values: complete, version: now.version };
  return t.call('config.HourToReach/save', input, { token: owner, ticket: await t.ticket(owner) });
}
const authorise = (grant = String(SHOP)) => t.call('config.HourToReach/authorize', { grant }, { token: owner });
const tryOut = async () =>
  (await t.call('config.HourToReach/test', { ...GROUP, version: (await read()).version }, { token: owner })).data;
async function enable() {
  await tryOut();
  const version = (await read()).platform?.stateVersion ?? 0;
  return t.call('config.HourToReach/enable', { ...GROUP, version }, { token: owner });
}
const shops = async () => (await t.call('config.HourToReach/getShops', {}, { token: owner })).data;
const stores = async () => (await t.call('config.HourToReach/getStores', {}, { token: owner })).data;
const reports = async () => (await t.call('config.HourToReach/getReports', {}, { token: owner })).data.list;
async function sync() {
  const id = (await shops()).list[0]?.id ?? 0;
  return t.call('config.HourToReach/syncStores', { id }, { token: owner });
}
/** Configures, tests and enables the platform with one shop. The first store is bound to the test's station. */
async function open(values: Readonly<Record<string, unknown>> = {}) {
  await save(values);
  await authorise();
  await sync();
  const [store] = (await stores()).list;
  assert.ok(store);
  const { id, version } = store;
  await t.call('config.HourToReach/bindStore', { id, version, teamId: desk.teamId }, { token: owner });
  assert.equal((await enable()).code, 100);
  const shop = await memory().get<SimulatedShop>('shop', String(SHOP));
  const app = await memory().get<SimulatedDoudianApp>('app', APP_KEY);
  assert.ok(shop && app);
  const { from } = desk.asked();
  const center = `${from?.lng},${from?.lat}`;
  const bound = shop.stores.filter(({ storeId }) => String(storeId) === store.shopStoreId);
  return { app, shop: { ...shop, stores: bound.map((one) => ({ ...one, center })) } };
}
async function push(url: string, headers: Readonly<Record<string, string>>, body: string) {
  const answer = await t.app.http.inject({ method: 'POST', url, headers, payload: body });
  return {
    status: answer.statusCode,
    body: JSON.parse(answer.body) as { code: number; data?: Record<string, unknown> },
  };
}

test('settings can be enabled once a shop is authorised and its stores are read, and the platform checks the values', async () => {
  await save();
  const untested = await tryOut();
  assert.equal(untested.ok, false);
  assert.equal((await authorise()).code, 100);
  assert.equal((await tryOut()).ok, true);
  assert.equal((await enable()).code, 100);
  await save({ appSecret: 'another-secret' });
  const { ok, checks } = await tryOut();
  assert.equal(ok, false);
  assert.match(JSON.stringify(checks), /签名校验失败/);
});

test('an application key in a wrong format is refused in the platform’s words', async () => {
  await save({ appKey: '12345' });
  const refused = await authorise();
  assert.equal(refused.code, 50201);
  assert.match(refused.msg, /app_key/);
});

test('settings with an unknown cancel code are refused at their field', async () => {
  const refused = await save({ cancelCodeMap: { noRider: '999' } });
  assert.equal(refused.code, 40001);
});

test('a shop of a tool is authorised by a code, and of the simulator by its number', async () => {
  await save({ appType: 'tool', serviceId: '4001' });
  assert.equal((await authorise()).code, 100);
  const { list, summary } = await shops();
  assert.deepEqual([list[0]?.shopId, list[0]?.state, summary.authoriseUrl], [String(SHOP), 'ok', null]);
});

test('tokens are stored sealed and never sent to clients', async () => {
  await save();
  await authorise();
  const { tokens } = await t.db.selectFrom('hour_shop').select('tokens').executeTakeFirstOrThrow();
  const pair = await memory().list<{ accessToken: string }>('access');
  assert.equal(tokens.includes(pair[0]?.value.accessToken ?? '?'), false);
  assert.equal(JSON.stringify(await shops()).includes(pair[0]?.value.accessToken ?? '?'), false);
});

test('a refused refresh returns 50201, and the shop becomes "authorisation lost" and a to-do', async () => {
  await save();
  await authorise();
  const id = (await shops()).list[0]?.id ?? 0;
  assert.equal((await t.call('config.HourToReach/refreshToken', { id }, { token: owner })).code, 100);
  await changeAuthorisation(memory(), SHOP, 'gone');
  const refused = await t.call('config.HourToReach/refreshToken', { id }, { token: owner });
  assert.equal(refused.code, 50201);
  assert.deepEqual(
    (await shops()).list.map(({ state }) => state),
    ['lost'],
  );
  assert.deepEqual(
    (await endingSoon(t.db, t.clock.now())).map(({ page, field }) => [page, field]),
    [[107, String(SHOP)]],
  );
  await changeAuthorisation(memory(), SHOP, 'granted');
  await authorise();
  assert.deepEqual(
    (await shops()).list.map(({ state }) => state),
    ['ok'],
  );
});

test('tokens are renewed before they expire, and a failed renewal is a to-do from three days before the expiry', async () => {
  await save();
  await authorise();
  t.clock.advance(3 * DAY_MS);
  assert.equal(await renewDue(tools()), 0);
  t.clock.advance(DAY_MS + HOUR_MS);
  await plantFault(t.db, { platform: 'doudian', pathPrefix: '/', fault: 'status500', times: 1 });
  assert.equal(await renewDue(tools()), 1);
  owner = await t.signIn();
  assert.deepEqual(
    (await shops()).list.map(({ state }) => state),
    ['expiring'],
  );
  const [ending] = await endingSoon(t.db, t.clock.now());
  assert.equal(ending?.days, 2);
  t.clock.advance(3 * DAY_MS - HOUR_MS - 30 * MINUTE_MS);
  assert.equal(await renewDue(tools()), 1);
  owner = await t.signIn();
  const [shop] = (await shops()).list;
  assert.equal(shop?.state, 'ok');
  assert.ok(new Date(shop?.expireAt ?? 0).getTime() > t.clock.now().getTime() + 6 * DAY_MS);
  assert.deepEqual(await endingSoon(t.db, t.clock.now()), []);
});

test('a store is bound to one station, and must be unbound before it is bound to another', async () => {
  await save();
  await authorise();
  await sync();
  const { list, summary } = await stores();
  assert.deepEqual([list.length, summary.unbound], [3, 3]);
  const { id = 0, version = 0 } = list[0] ?? {};
  const bind = (teamId: number | null, at: number) =>
    t.call('config.HourToReach/bindStore', { id, version: at, teamId }, { token: owner });
  assert.equal((await bind(desk.teamId, version)).code, 100);
  assert.equal((await bind(desk.teamId, version)).code, 40901);
  assert.equal((await bind(desk.teamId, version + 1)).code, 40903);
  assert.equal((await bind(null, version + 1)).code, 100);
  assert.equal((await bind(desk.teamId, version + 2)).code, 100);
  await sync();
  assert.equal((await stores()).summary.unbound, 2);
});

test('a signed enquiry is answered by the bound station, and a repeated number gets the same quote', async () => {
  const { app, shop } = await open();
  // The customers are placed around the store. Some of them are within the station's area.
  const calls = [...signEnquiries({ app, shop, count: 60, spacingMs: 0, start: t.clock.now() })];
  const answers = await Promise.all(calls.map(({ url, headers, body }) => push(url, headers, body)));
  assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.code}`)), new Set(['200 0']));
  const index = answers.findIndex(({ body }) => body.data?.result === 1);
  const [call, first] = [calls[index], answers[index]];
  assert.ok(call && first, JSON.stringify(answers[0]));
  const again = await push(call.url, call.headers, call.body);
  assert.deepEqual(again.body, first.body);
  const { length } = await t.db.selectFrom('enquiry').select('id').execute();
  assert.equal(length, calls.length);
});

test('an enquiry with a wrong signature, or while the platform is disabled, is refused and not stored', async () => {
  const { app, shop } = await open();
  const [call] = signEnquiries({ app, shop, count: 1, spacingMs: 0, start: t.clock.now() });
  assert.ok(call);
  assert.equal((await push(call.url, call.headers, call.body.replace('weight":', 'weight": 1'))).body.code, 100001);
  const version = (await read()).platform?.stateVersion ?? 0;
  await t.call('config.HourToReach/disable', { ...GROUP, version }, { token: owner });
  assert.equal((await push(call.url, call.headers, call.body)).body.code, 100001);
  assert.deepEqual(await t.db.selectFrom('enquiry').select('id').execute(), []);
});

test('an enquiry for a store without a station, or while enquiries are off, is refused as a configuration error', async () => {
  const { app, shop } = await open();
  const other = { ...shop, stores: shop.stores.map((store) => ({ ...store, storeId: 999_000_111 })) };
  const [call] = signEnquiries({ app, shop: other, count: 1, spacingMs: 0, start: t.clock.now() });
  assert.ok(call);
  assert.equal((await push(call.url, call.headers, call.body)).body.data?.result, 0);
  await save({ enquiryEnabled: false });
  const [late] = signEnquiries({ app, shop, count: 1, spacingMs: 0, start: t.clock.now(), firstNo: 2 });
  assert.ok(late);
  assert.equal((await push(late.url, late.headers, late.body)).body.data?.result, 0);
  const rows = await t.db.selectFrom('enquiry').select('refuse_reason as reason').execute();
  assert.deepEqual(rows, [{ reason: 'configError' }, { reason: 'configError' }]);
});

test('a test enquiry returns the station’s answer and stores nothing', async () => {
  await open();
  const [bound, unbound] = (await stores()).list.sort((a, b) => Number(b.isBound) - Number(a.isBound));
  const ask = (id: number) =>
    t.call('config.HourToReach/testEnquiry', { id, distanceM: 2_000, weightG: 800, goodsFen: 3_000 }, { token: owner });
  assert.equal((await ask(bound?.id ?? 0)).data.ok, true);
  assert.equal((await ask(unbound?.id ?? 0)).data.ok, false);
  assert.deepEqual(await t.db.selectFrom('enquiry').select('id').execute(), []);
});

async function appUser(): Promise<number> {
  const id = t.ids.next();
  const at = t.clock.now();
  await t.db
    .insertInto('app_user')
    .values({
      ...{ id, created_at: at, tel: `139${String(id % 100_000_000).padStart(8, '0')}`, status: 'normal' as const },
      ...{ nickname: '顾客', source: 'dy' as const, updated_at: at, home_team_id: desk.teamId, first_login_at: at },
    })
    .execute();
  return id;
}
/** Builds an order that is paid only by coupons. Such an order needs no payment channel and no merchant number. */
function paidByCoupon(place: { teamId: number; orderNo: string; at: string }, userId: number) {
  const {
    merchantId: _merchant,
    channel: _channel,
    mchNo: _mchNo,
    tradeNo: _tradeNo,
    ...event
  } = paidEvent(place, { userId, merchantId: 0 }, { source: 'hourToReach', paidFen: 0 });
  return event;
}

test('an order message converts the enquiry and reports that it waits for a rider, and a repeated message changes nothing', async () => {
  await open();
  const { externalNo } = await desk.receive({ shopId: String(SHOP) });
  const body = JSON.stringify([
    { tag: '101', msg_id: 'M1', data: `{"p_id":6900000000000000777,"enquiry_id":"${externalNo}"}` },
  ]);
  const sign = createHash('md5').update(`${APP_KEY}${body}${SECRET}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'app-id': APP_KEY, 'event-sign': sign };
  for (const _turn of [1, 2]) {
    const { status, body: answer } = await push('/api/callback.HourToReach/message', headers, body);
    assert.deepEqual([status, answer.code], [200, 0]);
  }
  const enquiry = await t.db.selectFrom('enquiry').select(['state', 'order_no as orderNo']).executeTakeFirstOrThrow();
  assert.deepEqual(enquiry, { state: 'converted', orderNo: '6900000000000000777' });
  assert.deepEqual(
    (await reports()).map(({ status, state }) => [status, state]),
    [['waiting', 'pending']],
  );
  const forged = { ...headers, 'event-sign': sign.replace(/^./, (first) => (first === '0' ? '1' : '0')) };
  assert.equal((await push('/api/callback.HourToReach/message', forged, body)).status, 401);
});

test('events create reports only for orders that were placed on an enquiry', async () => {
  await open();
  const userId = await appUser();
  const rider = await riderId();
  const orders = [await converted('69000000000000000042'), '69000000000000000043'];
  const at = t.clock.now().toISOString();
  for (const orderNo of orders) {
    const place = { teamId: desk.teamId, orderNo };
    const paid = paidByCoupon({ ...place, at }, userId);
    const results = await applyEvents(
      t,
      [
        paid,
        { event: 'arrived', ...place, at },
        { event: 'accepted', ...place, at, riderId: rider },
        { event: 'arrived', ...place, at },
        { event: 'picked', ...place, at },
        { event: 'picked', ...place, at },
        { event: 'cancelled', ...place, at },
        { event: 'picked', ...place, at: new Date(Date.parse(at) - 1_000).toISOString() },
      ],
      'Asia/Shanghai',
    );
    // A rider can arrive only after accepting. Repeated events change nothing. After a cancellation, events are refused.
    assert.deepEqual(
      results.map(({ state }) => state),
      ['done', 'refused', 'done', 'done', 'done', 'repeated', 'done', 'refused'],
      JSON.stringify(results),
    );
  }
  const made = (await reports()).map(({ orderNo, status }) => `${orderNo} ${status}`).sort();
  assert.deepEqual(
    made,
    ['accepted', 'arrived', 'cancelled', 'picked'].map((status) => `69000000000000000042 ${status}`),
  );
  const byRider = await t.db.selectFrom('hour_report').select('status').where('rider_id', '=', rider).execute();
  assert.deepEqual(byRider.map(({ status }) => status).sort(), ['accepted', 'arrived', 'picked']);
});

/** Receives an enquiry and converts it to an order of the platform. @returns the order number */
async function converted(orderNo: string) {
  const { externalNo } = await desk.receive({ shopId: String(SHOP) });
  await convertEnquiry(t, { externalNo, orderNo });
  return orderNo;
}
const step = (orderNo: string, status: 'accepted' | 'delivered' | 'cancelled', at = t.clock.now()) =>
  addReports({ db: t.db, ids: t.ids, now: t.clock.now() }, [{ orderNo, teamId: desk.teamId, status, at }]);
async function riderId() {
  const row = await t.db.selectFrom('rider').select('id').where('team_id', '=', desk.teamId).executeTakeFirstOrThrow();
  return row.id;
}

test('each delivery state of the platform’s order is reported once, in sequence', async () => {
  await open();
  const orderNo = await converted('6900000000000000001');
  const at = t.clock.now();
  const rider = await riderId();
  const steps = [
    ...(['accepted', 'arrived', 'picked', 'delivered'] as const).map((status, index) => ({
      ...{ orderNo, teamId: desk.teamId, status, riderId: rider },
      at: new Date(at.getTime() + index * 1_000),
    })),
    { orderNo: 'NOTOURS1', teamId: desk.teamId, status: 'accepted', at, riderId: rider },
  ] as const;
  await addReports({ db: t.db, ids: t.ids, now: at }, steps);
  await addReports({ db: t.db, ids: t.ids, now: at }, steps);
  assert.equal((await reports()).length, 4);
  while ((await sendReports(tools())) > 0);
  assert.deepEqual(
    (await reports()).map(({ status, state, tries }) => [status, state, tries]),
    [
      ['delivered', 'sent', 1],
      ['picked', 'sent', 1],
      ['arrived', 'sent', 1],
      ['accepted', 'sent', 1],
    ],
  );
  assert.equal((await memory().get<{ status: number }>('order', orderNo))?.status, 200);
});

test('a failed report is retried five times with backoff, then fails finally, and can be sent again', async () => {
  await open();
  const orderNo = await converted('6900000000000000002');
  await step(orderNo, 'cancelled');
  await failReports(memory(), 6, 'isv.flow-limited');
  assert.equal(await sendReports(tools()), 1);
  const [failed] = await reports();
  assert.deepEqual([failed?.state, failed?.tries], ['failed', 1]);
  assert.match(failed?.lastError ?? '', /限流/);
  for (const minutes of [1, 5, 15, 60, 240]) {
    assert.equal(await sendReports(tools()), 0);
    t.clock.advance(minutes * MINUTE_MS);
    assert.equal(await sendReports(tools()), 1);
  }
  owner = await t.signIn();
  const [dead] = await reports();
  assert.deepEqual([dead?.state, dead?.tries, dead?.nextAt], ['dead', 6, null]);
  const replayed = await t.call('config.HourToReach/replayReport', { id: dead?.id ?? 0 }, { token: owner });
  assert.equal(replayed.code, 100);
  await sendReports(tools());
  assert.equal((await reports())[0]?.state, 'sent');
  assert.equal((await t.call('config.HourToReach/replayReport', { id: dead?.id ?? 0 }, { token: owner })).code, 42201);
});

test('finally failed reports can be sent again in bulk, and a report that was sent is refused separately', async () => {
  await open();
  const orders = ['6900000000000000011', '6900000000000000012', '6900000000000000013'];
  for (const orderNo of orders) await step(await converted(orderNo), 'cancelled');
  const [sent, ...dead] = (await reports()).map(({ id }) => id);
  await t.db
    .updateTable('hour_report')
    .set({ state: 'dead', tries: 6, next_at: null })
    .where('id', 'in', dead)
    .execute();
  await t.db
    .updateTable('hour_report')
    .set({ state: 'sent', next_at: null })
    .where('id', '=', sent ?? 0)
    .execute();
  const input = { ids: [sent ?? 0, ...dead] };
  const { code, data } = await t.call('config.HourToReach/bulkReplayReports', input, { token: owner });
  assert.deepEqual([code, data.success, data.failed.map(({ code: why }) => why)], [100, 2, [42201]]);
  while ((await sendReports(tools())) > 0);
  assert.deepEqual(
    (await reports()).map(({ state }) => state),
    ['sent', 'sent', 'sent'],
  );
});

test('a failed message can be retried on demand, but not a message of another platform', async () => {
  await open();
  const kept = {
    address: 'callback.HourToReach/message',
    received_at: t.clock.now(),
    method: 'POST' as const,
    query: '',
  };
  const failed = {
    headers: '{}',
    body: Buffer.from('{}'),
    state: 'failed' as const,
    tries: 6,
    due_at: null,
    handled_at: null,
  };
  const rows = ['doudian', 'wxpay'].map((platform) => ({
    ...{ ...kept, ...failed, platform, event_id: 'message:M9', error: 'the quote holds no more', answer: null },
  }));
  await t.db.insertInto('platform_event').values(rows).execute();
  const events = async () => (await t.call('config.HourToReach/getEvents', {}, { token: owner })).data;
  const shown = await events();
  assert.deepEqual([shown.total, shown.summary.failed], [1, 1]);
  const [event] = shown.list;
  const id = event?.id ?? 0;
  assert.deepEqual(
    [event?.eventId, event?.state, event?.tries, event?.lastError, event?.actions],
    ['message:M9', 'failed', 6, 'the quote holds no more', ['repeatEvent']],
  );
  const repeat = (which: number) => t.call('config.HourToReach/repeatEvent', { id: which }, { token: owner });
  const foreign = await t.db
    .selectFrom('platform_event')
    .select('id')
    .where('platform', '=', 'wxpay')
    .executeTakeFirstOrThrow();
  assert.equal((await repeat(foreign.id)).code, 40401);
  assert.equal((await repeat(id)).code, 100);
  assert.equal((await repeat(id)).code, 42201);
  const [waiting] = (await events()).list;
  assert.deepEqual([waiting?.state, waiting?.tries], ['received', 0]);
  const job = callbackJobs(t.ports).find(({ name }) => name === 'callbacks-repeat');
  await job?.run(t.db, t.clock, t.ids);
  // The signature of the message is wrong. So the retry failed, and the message waits for its next retry.
  const [repeated] = (await events()).list;
  assert.deepEqual(
    [repeated?.state, repeated?.tries, repeated?.lastError],
    ['received', 1, 'its signature is no longer accepted'],
  );
});

test('a report is retried after a lost answer, and the retry changes nothing at the platform', async () => {
  await open();
  const orderNo = await converted('6900000000000000003');
  await step(orderNo, 'cancelled');
  await plantFault(t.db, { platform: 'doudian', pathPrefix: '/', fault: 'html', times: 1 });
  await sendReports(tools());
  assert.equal((await reports())[0]?.state, 'failed');
  t.clock.advance(MINUTE_MS);
  await sendReports(tools());
  assert.equal((await reports())[0]?.state, 'sent');
});

test('an order that no rider accepts in time is reported as cancelled, unless orders are accepted automatically', async () => {
  await open();
  const userId = await appUser();
  const orderNo = await converted('69000000000000000051');
  const at = t.clock.now().toISOString();
  await applyEvents(t, [paidByCoupon({ teamId: desk.teamId, orderNo, at }, userId)], 'Asia/Shanghai');
  t.clock.advance(2 * MINUTE_MS);
  await giveBackLate(tools());
  assert.deepEqual(await reports(), []);
  await save({ autoAccept: false, acceptTimeoutSec: 180 });
  await giveBackLate(tools());
  assert.deepEqual(await reports(), []);
  t.clock.advance(2 * MINUTE_MS);
  await giveBackLate(tools());
  await giveBackLate(tools());
  assert.deepEqual(
    (await reports()).map(({ status }) => status),
    ['cancelled'],
  );
});

test('a user without the edit permission can read the lists and change nothing', async () => {
  await open();
  const { account } = await t.account({ rules: [70, 107] });
  const token = await t.signIn(account);
  const list = await t.call('config.HourToReach/getStores', {}, { token });
  assert.deepEqual(
    list.data.list.flatMap(({ actions }) => actions),
    [],
  );
  for (const [address, input] of [
    ['authorize', { grant: '1' }],
    ['syncStores', { id: 1 }],
    ['bindStore', { id: 1, version: 1, teamId: null }],
    ['replayReport', { id: 1 }],
    ['bulkReplayReports', { ids: [1] }],
    ['repeatEvent', { id: 1 }],
  ] as const) {
    assert.equal(
      (await t.call(`config.HourToReach/${address}` as 'config.HourToReach/authorize', input as never, { token })).code,
      40301,
    );
  }
});
