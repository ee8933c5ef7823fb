import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fixedClock } from '../core/clock';
import { type Connection, connect } from '../core/database/connect';
import { createTestDatabase, type TestDatabase } from '../core/database/testing';
import { createIds } from '../core/ids';
import { databaseParts, databaseStore } from './database-store';
import { plantFault, takeFault } from './faults';
import type { SimulatorStore } from './simulator';

let database: TestDatabase;
let other: Connection;
before(async () => {
  database = await createTestDatabase();
  other = connect(database.url, { max: 4 });
});
after(async () => {
  await other.close();
  await database.close();
});

test('another process reads the stored state of a simulator, by platform, kind and key', async () => {
  const store = databaseStore(database.db, 'testpay');
  await store.put('order', 'A1', { state: 'paid', fen: [1, 2] });
  await store.put('order', 'A2', { state: 'new' });
  await store.put('order', 'A1', { state: 'refunded', fen: [] });
  const later = databaseStore(other.db, 'testpay');
  assert.deepEqual(await later.get('order', 'A1'), { state: 'refunded', fen: [] });
  assert.deepEqual(await later.list('order'), [
    { key: 'A1', value: { state: 'refunded', fen: [] } },
    { key: 'A2', value: { state: 'new' } },
  ]);
  await later.remove('order', 'A1');
  assert.equal(await store.get('order', 'A1'), null);
  assert.equal(await store.get('refund', 'A2'), null);
  assert.equal(await databaseStore(database.db, 'otherpay').get('order', 'A2'), null);
});

async function count(store: SimulatorStore): Promise<void> {
  await store.alone(async (inside) => {
    const before = (await inside.get<number>('count', 'one')) ?? 0;
    await inside.put('count', 'one', before + 1);
  });
}

test('sixty concurrent increments by two processes add up to sixty', async () => {
  const stores = [databaseStore(database.db, 'counted'), databaseStore(other.db, 'counted')] as const;
  await Promise.all(Array.from({ length: 60 }, (_, index) => count(stores[index % 2 === 0 ? 0 : 1])));
  assert.equal(await stores[0].get('count', 'one'), 60);
});

test('a failed step changes nothing, and the next step succeeds', async () => {
  const store = databaseStore(database.db, 'failing');
  const failed = store.alone(async (inside) => {
    await inside.put('count', 'one', 5);
    throw new Error('no');
  });
  await assert.rejects(failed, /no/);
  await count(store);
  assert.equal(await store.get('count', 'one'), 1);
});

test('storing callbacks within concurrent steps needs at most two connections', async () => {
  const narrow = connect(database.url, { max: 2 });
  try {
    const clock = fixedClock('2026-03-01T11:40:00+08:00');
    const parts = databaseParts({ db: narrow.db, clock, ids: createIds({ clock, node: 0 }) })('narrow');
    const callback = { url: 'https://console.example/api/callback.Test/notify', headers: {}, body: '{}' };
    await Promise.all(
      Array.from({ length: 20 }, () => parts.store.alone(() => parts.callBack({ ...callback, dueAt: clock.now() }))),
    );
    const kept = await database.db
      .selectFrom('simulated_callback')
      .select(['url', 'state', 'tries', 'due_at'])
      .where('platform', '=', 'narrow')
      .execute();
    assert.equal(kept.length, 20);
    assert.deepEqual(kept[0], { url: callback.url, state: 'waiting', tries: 0, due_at: clock.now() });
  } finally {
    await narrow.close();
  }
});

test('a planned fault affects the given number of calls to its address, also concurrent ones, and no other calls', async () => {
  const { db } = database;
  await plantFault(db, { platform: 'testpay', pathPrefix: '/v3/refund', fault: 'lostAfter', times: 3 });
  assert.equal(await takeFault(db, 'testpay', '/v3/pay'), null);
  assert.equal(await takeFault(db, 'otherpay', '/v3/refund'), null);
  const taken = await Promise.all(
    Array.from({ length: 8 }, (_, index) => takeFault(index % 2 ? db : other.db, 'testpay', '/v3/refund/1?a=b')),
  );
  assert.equal(taken.filter((fault) => fault === 'lostAfter').length, 3);
  assert.equal(taken.filter((fault) => fault === null).length, 5);
  await plantFault(db, { platform: 'testpay', pathPrefix: '/v3/refund', fault: 'lostAfter', times: 1 });
  assert.equal(await takeFault(db, 'testpay', '/v3/refund'), 'lostAfter');
});
