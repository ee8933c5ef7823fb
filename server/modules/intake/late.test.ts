import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderEvent } from '../../../contract/order';
import { withTransaction } from '../../core/database/transaction';
import { addDays, momentOf, wallTime } from '../../core/money/days';
import { createTestApp, type TestApp } from '../../testing';
import { orderDesk } from '../../testing-orders';
import { closeDay, closedUntil, findOffences, ledgerJobs, releaseDue } from '../ledger';

/** Tests late events, closed days, and settlement cycles that start at the posting (DOMAIN §9 decision 17). */

const ZONE = 'Asia/Shanghai';
const DAY_MS = 86_400_000;
let t: TestApp;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
before(async () => {
  t = await createTestApp({ demo: true });
  for (const job of ledgerJobs) await job.run(t.db, t.clock, t.ids);
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').limit(1);
  teamId = (await team.executeTakeFirstOrThrow()).id;
  desk = await orderDesk(t, teamId, { team_type: 'self', franchisee_id: null });
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  await t.close();
});

const tools = () => ({ db: t.db, clock: t.clock, ids: t.ids });
const ago = (ms: number) => new Date(t.clock.now().getTime() - ms).toISOString();
async function push(...events: OrderEvent[]) {
  const answer = await t.call('order.Intake/push', { events }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.rows.map(({ state, code, field, msg }) => [state, code, field, msg].filter(Boolean).join(' '));
}
const at = (event: OrderEvent, moment: string): OrderEvent => ({ ...event, at: moment });
const txnsOf = (orderNo: string) =>
  t.db
    .selectFrom('ledger_txn')
    .select(['biz_type as type', 'day', 'at', 'posted_at as postedAt'])
    .where('biz_no', '=', orderNo)
    .orderBy('id')
    .execute();

test('an event is refused if its moment is older than the site setting allows, or more than five minutes in the future', async () => {
  const tooOld = 'refused 40006 at Field at: more than 7 days ago';
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: ago(7 * DAY_MS + 1) })), [tooOld]);
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: '2001-01-01T00:00:00+00:00' })), [tooOld]);
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: ago(7 * DAY_MS) })), ['done']);
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: ago(-5 * 60_000 - 1) })), [
    'refused 40006 at Field at: more than 5 minutes ahead',
  ]);
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: ago(-5 * 60_000) })), ['done']);
  const owner = { token: await t.signIn((await t.account({ account: 'owner', type: 'owner' })).account) };
  const read = () => t.call('site.Site/getSetting', { group: 'business' }, owner);
  const { data } = await read();
  const save = async (eventLateDays: number, version: number) =>
    t.raw(
      'site.Site/saveSetting',
      { group: 'business', version, values: { ...data.values, eventLateDays } },
      { ...owner, ticket: await t.ticket(owner.token) },
    );
  for (const wrong of [0, 32]) assert.equal((await save(wrong, data.version)).code, 40001);
  assert.equal((await save(31, data.version)).code, 100);
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: ago(31 * DAY_MS) })), ['done']);
  assert.deepEqual(await push(desk.paid(desk.newKey(), { at: ago(31 * DAY_MS + 1) })), [
    'refused 40006 at Field at: more than 31 days ago',
  ]);
  assert.equal((await save(7, (await read()).data.version)).code, 100);
});

test('a delivery, a cancellation or a refund before the payment of its order is refused', async () => {
  const key = desk.newKey();
  assert.deepEqual(await push(desk.paid(key)), ['done']);
  const early = ago(1);
  const refused = 'refused 40006 at Field at: before the payment of the order';
  assert.deepEqual(
    await push(at(desk.delivered(key), early), at(desk.refunded(key, 'R1', 100), early), {
      event: 'cancelled',
      ...key,
      at: early,
    }),
    [refused, refused, refused],
  );
  assert.deepEqual(await push(desk.refunded(key, 'R1', 100), desk.delivered(key)), ['done', 'done']);
});

test('a late event for a closed day is posted on the first open day, with its own moment and the time of booking', async () => {
  const closed = (await closedUntil(t.db)) ?? '';
  const moment = momentOf(closed, 600, ZONE);
  const key = desk.newKey();
  assert.deepEqual(await push(desk.paid(key, { at: moment.toISOString() })), ['done']);
  assert.deepEqual(await txnsOf(key.orderNo), [
    { type: 'ORDER_PAY', day: addDays(closed, 1), at: moment, postedAt: t.clock.now() },
  ]);
  const { data } = await t.call('finance.Bill/getList', { keyword: key.orderNo }, { token: await reader() });
  const bill = await t.call('finance.Bill/getDetail', { id: data.list[0]?.id ?? 0 }, { token: await reader() });
  assert.deepEqual(
    [bill.data.transaction?.at, bill.data.transaction?.postedAt],
    [moment.toISOString(), t.clock.now().toISOString()],
  );
});
const reader = async () => t.signIn((await t.account({ type: 'owner', account: `reader${t.ids.next()}` })).account);

test('the settlement cycle of a late event counts from the booking, not from the delivery', async () => {
  const key = desk.newKey();
  assert.deepEqual(await push(desk.paid(key, { at: ago(3 * DAY_MS) }), at(desk.delivered(key), ago(3 * DAY_MS - 1))), [
    'done',
    'done',
  ]);
  const line = await t.db
    .selectFrom('settle_line')
    .selectAll()
    .where('order_no', '=', key.orderNo)
    .executeTakeFirstOrThrow();
  const tomorrow = addDays(wallTime(t.clock.now(), ZONE).day, 1);
  assert.deepEqual(line.due_at, momentOf(tomorrow, 240, ZONE));
  while ((await releaseDue(tools(), t.clock.now(), ZONE, teamId)) > 0);
  const state = () =>
    t.db.selectFrom('settle_line').select('state').where('id', '=', line.id).executeTakeFirstOrThrow();
  assert.equal((await state()).state, 'pending');
});

test('an event whose day is closed concurrently is posted on the first open day', async () => {
  const closing = addDays((await closedUntil(t.db)) ?? '', 1);
  const key = desk.newKey();
  let answer: Promise<string[]> | undefined;
  await withTransaction(t.db, async (db) => {
    await closeDay({ ...tools(), db }, closing, ZONE, 0);
    answer = push(desk.paid(key, { at: momentOf(closing, 600, ZONE).toISOString() }));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await t.database.pool.query(waiting)).rowCount === 0) await new Promise((settle) => setTimeout(settle, 5));
  });
  assert.deepEqual(await answer, ['done']);
  assert.deepEqual(
    (await txnsOf(key.orderNo)).map(({ day }) => day),
    [addDays(closing, 1)],
  );
});
