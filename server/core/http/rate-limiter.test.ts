import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { connect } from '../database/connect';
import { createTestDatabase, type TestDatabase } from '../database/testing';
import { createRateLimiter } from './rate-limiter';

const LIMITS = { requests: 20, writes: 5, signIns: 10, clientRequests: 50, callbacks: 1_000 };
const ADDRESS = '203.0.113.9';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('rate_limit').execute();
});

/** Simulates two server processes. Each has its own limiter and its own connections. */
async function withTwoProcesses(run: (signIn: (process: number) => Promise<number>) => Promise<void>): Promise<void> {
  const connections = [connect(database.url, { max: 2 }), connect(database.url, { max: 2 })];
  const limiters = connections.map(({ pool }) => createRateLimiter(pool, LIMITS));
  try {
    await run(async (process) => (await limiters[process % 2]?.signIn(ADDRESS)) ?? 0);
  } finally {
    for (const connection of connections) await connection.close();
  }
}

test('attempts from one address share one limit over two processes, also when they arrive at once', () =>
  withTwoProcesses(async (signIn) => {
    const waits = await Promise.all(Array.from({ length: 30 }, (_, index) => signIn(index)));
    assert.equal(waits.filter((seconds) => seconds === 0).length, LIMITS.signIns);
    for (const seconds of waits) assert.ok(seconds <= 60);
  }));

test('a second process refuses a blocked address at its first attempt and allows it again after a minute', (context) =>
  withTwoProcesses(async (signIn) => {
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    for (let turn = 0; turn < LIMITS.signIns; turn += 1) assert.equal(await signIn(0), 0);
    assert.equal(await signIn(1), 60);
    context.mock.timers.tick(20_000);
    assert.deepEqual([await signIn(0), await signIn(1)], [40, 40]);
    context.mock.timers.tick(40_000);
    assert.equal(await signIn(1), 0);
  }));

test('a blocked address causes no further statements', async () => {
  const { signIn } = createRateLimiter(database.pool, LIMITS);
  for (let turn = 0; turn < 50; turn += 1) await signIn(ADDRESS);
  const row = await database.db.selectFrom('rate_limit').select(['key', 'points']).executeTakeFirstOrThrow();
  assert.deepEqual(row, { key: `signIn:${ADDRESS}`, points: LIMITS.signIns });
});

test('while the database does not answer, the process counts attempts in memory', async () => {
  const gone = connect(database.url, { max: 1 });
  await gone.close();
  const { signIn } = createRateLimiter(gone.pool, LIMITS);
  for (let turn = 0; turn < LIMITS.signIns; turn += 1) assert.equal(await signIn(ADDRESS), 0);
  assert.ok((await signIn(ADDRESS)) > 0);
  assert.equal(await signIn('203.0.113.10'), 0);
});

test('limits of one process need no statement and count each key separately', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const limiter = createRateLimiter(database.pool, LIMITS);
  const limits = [
    [limiter.request, LIMITS.requests, 1],
    [limiter.write, LIMITS.writes, 1],
    [limiter.visit, LIMITS.requests * 3, 10],
    [limiter.clientRequest, LIMITS.clientRequests, 1],
  ] as const;
  for (const [count, most, seconds] of limits) {
    for (let turn = 0; turn < most; turn += 1) assert.equal(await count(1), 0);
    assert.equal(await count(1), seconds);
    assert.equal(await count(2), 0);
  }
  context.mock.timers.tick(10_000);
  for (const [count] of limits) assert.equal(await count(1), 0);
  assert.deepEqual(await database.db.selectFrom('rate_limit').selectAll().execute(), []);
});
