import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderEvent } from '../contract/order';
import { findOffences } from './modules/ledger';
import { sendFile } from './ordering';
import { createTestApp, type TestApp } from './testing';
import { orderDesk } from './testing-orders';

let t: TestApp;
let desk: Awaited<ReturnType<typeof orderDesk>>;
before(async () => {
  t = await createTestApp({ demo: true });
  const team = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').executeTakeFirstOrThrow();
  desk = await orderDesk(t, team.id);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

let requests = 0;
async function push(events: readonly OrderEvent[]) {
  requests += 1;
  const answer = await t.call('order.Intake/push', { events: [...events] }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, answer.msg);
  return answer.data;
}

test('a file of orders is accepted line by line, faults name their line, and sending it again changes nothing', async () => {
  const keys = Array.from({ length: 450 }, () => desk.newKey());
  const good = keys.flatMap((key) => [desk.paid(key), desk.delivered(key)]);
  const lines = good.map((event) => JSON.stringify(event));
  lines.splice(3, 0, '', 'no event at all', JSON.stringify({ event: 'paid', orderNo: 'short' }));
  const unknown = desk.newKey();
  lines.push(JSON.stringify(desk.delivered(unknown)));
  const told: string[] = [];
  const send = () => sendFile(lines, push, (line, reason) => told.push(`${line} ${reason}`));

  assert.deepEqual(await send(), { done: good.length, repeated: 0, refused: 3 });
  assert.equal(requests, 2);
  assert.equal(told[0], '5 no JSON');
  assert.match(told[1] ?? '', /^6 orderNo: .*teamId: /);
  assert.equal(told[2], `${lines.length} ${unknown.orderNo} delivered: 40401 Not found or deleted`);
  assert.deepEqual(await findOffences(t.db), []);

  assert.deepEqual(await send(), { done: 0, repeated: good.length, refused: 3 });
});
