import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findOffences } from '../../modules/ledger';
import { createTestApp, type TestApp } from '../../testing';
import { type Random, random } from '../random';
import { appealTraffic, reportTraffic } from './losses';
import { noticeTraffic } from './notices';
import { riderTraffic } from './riders';
import type { Send, Traffic } from './traffic';
import { userTraffic } from './users';

let t: TestApp;
before(async () => {
  t = await createTestApp({ demo: true });
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const send: Send = async (address, input) => {
  const answer = await t.call(address, input, { signed: true });
  assert.equal(answer.code, 100, `${address} ${answer.msg}`);
  return answer.data as never;
};
/** Pseudo-random numbers with which every possible event of a round happens. */
const eager: Random = { ...random('traffic'), chance: () => true };
const run = (traffic: Traffic) =>
  traffic({ db: t.db, send, chance: eager, now: t.clock.now(), newId: () => t.ids.next() });

test('riders stay online by their reports, and one new rider applies', async () => {
  await t.db.updateTable('rider').set({ heartbeat_at: null }).execute();
  const before = await t.db.selectFrom('rider').select('id').execute();
  const answer = await run(riderTraffic);
  assert.equal(answer.refused, 0);
  const online = await t.db.selectFrom('rider').select('id').where('heartbeat_at', '=', t.clock.now()).execute();
  assert.ok(online.length > 0);
  const applicants = await t.db.selectFrom('rider').select(['id', 'status']).execute();
  const known = new Set(before.map(({ id }) => id));
  assert.deepEqual(
    applicants.filter(({ id }) => !known.has(id)).map(({ status }) => status),
    ['applying'],
  );
});

test('users register, sign in, top up, pay, use a coupon, save an address, leave, report a loss and open their messages', async () => {
  assert.deepEqual(await run(userTraffic).then(({ refused }) => refused), 0);
  const kinds = (await t.db.selectFrom('user_event').select('event').execute()).map(({ event }) => event);
  const once = ['addressSaved', 'couponUsed', 'leaving', 'registered', 'toppedUp', 'walletPaid'];
  assert.deepEqual(kinds.filter((kind) => kind !== 'signedIn').toSorted(), once);
  assert.ok(kinds.includes('signedIn'));
  assert.deepEqual(await findOffences(t.db), []);
  const order = await t.db
    .selectFrom('customer_order')
    .leftJoin('food_loss', 'food_loss.order_no', 'customer_order.order_no')
    .select('customer_order.id')
    .where('customer_order.status', '=', 'delivered')
    .where('customer_order.type', '=', 'food')
    .where('food_loss.id', 'is', null)
    .orderBy('delivered_at', 'desc')
    .executeTakeFirstOrThrow();
  await t.db
    .updateTable('customer_order')
    .set({ delivered_at: new Date(t.clock.now().getTime() - 60_000) })
    .where('id', '=', order.id)
    .execute();
  const losses = async () => (await t.db.selectFrom('food_loss').select('id').execute()).length;
  const count = await losses();
  assert.deepEqual(await run(reportTraffic).then(({ done, refused }) => [done, refused]), [1, 0]);
  assert.equal(await losses(), count + 1);
  const answer = await run(noticeTraffic);
  assert.ok(answer.done > 0 && answer.refused === 0);
});

test('a liable rider appeals with a picture within the window', async () => {
  const loss = await t.db
    .selectFrom('food_loss')
    .innerJoin('food_loss_share as s', 's.loss_id', 'food_loss.id')
    .select(['food_loss.id', 'food_loss.rider_id'])
    .where('s.party', '=', 'rider')
    .executeTakeFirstOrThrow();
  const due_at = new Date(t.clock.now().getTime() + 3_600_000);
  await t.db.updateTable('food_loss').set({ state: 'decided', due_at }).where('id', '=', loss.id).execute();
  await t.db.deleteFrom('food_loss_appeal').where('loss_id', '=', loss.id).execute();
  const others = t.db.updateTable('food_loss').set({ due_at: t.clock.now() }).where('rider_id', '=', loss.rider_id);
  await others.where('id', '<>', loss.id).execute();
  const pick: Random['pick'] = (from) =>
    from.find((one) => (one as { id: unknown }).id === loss.rider_id) ?? eager.pick(from);
  const tools = { db: t.db, send, now: t.clock.now(), newId: () => t.ids.next() };
  const answer = await appealTraffic({ ...tools, chance: { ...eager, pick } });
  assert.deepEqual([answer.done, answer.refused], [1, 0]);
  const appeal = t.db.selectFrom('food_loss_appeal').select('files').where('loss_id', '=', loss.id);
  assert.equal((await appeal.executeTakeFirst())?.files.length, 1);
});
