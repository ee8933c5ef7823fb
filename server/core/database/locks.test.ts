import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { holdKeyedLock, holdLock, KEYED_LOCKS, LOCKS, sessionLock, tryKeyedLock, tryLock } from './locks';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('no two locks of one form share a number', () => {
  for (const locks of [LOCKS, KEYED_LOCKS]) {
    const numbers = Object.values(locks);
    assert.equal(new Set(numbers).size, numbers.length);
    for (const number of numbers) assert.ok(Number.isInteger(number) && number > 0 && number < 2 ** 31);
  }
});

test('locks that servers of two versions share keep their numbers', () => {
  assert.equal(LOCKS.migrations, 20_260_301);
  assert.equal(LOCKS.exportNumber, 20_260_305);
  assert.equal(LOCKS.auditChain, 20_261_121);
  assert.equal(KEYED_LOCKS.job, 20_260_304);
  assert.equal(KEYED_LOCKS.ledgerDay, 20_261_122);
});

test('only the locks file takes advisory locks', () => {
  const files = ['server', 'tests', 'mock', 'config'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|cjs|sql)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  assert.ok(files.length > 500);
  const ours = ['server/core/database/locks.ts', 'server/core/database/locks.test.ts'];
  const others = files.filter((file) => !ours.includes(file) && /pg_\w*advisory/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(others, []);
});

test('the roll-up of orders and an export do not wait for each other', async () => {
  await database.db.transaction().execute(async (rollUp) => {
    assert.equal(await tryLock(rollUp, 'orderRollUp'), true);
    await database.db.transaction().execute(async (exporting) => {
      await sql`set local lock_timeout = 500`.execute(exporting);
      await holdKeyedLock(exporting, 'exportRequester', 1);
      await holdLock(exporting, 'exportNumber');
    });
  });
});

test('a lock is exclusive per key until the transaction ends', async () => {
  const { db } = database;
  await db.transaction().execute(async (first) => {
    await holdLock(first, 'departments');
    await holdKeyedLock(first, 'savedViews', 2 ** 40 + 7);
    await db.transaction().execute(async (second) => {
      assert.equal(await tryLock(second, 'departments'), false);
      assert.equal(await tryLock(second, 'staffSeats'), true);
      assert.equal(await tryKeyedLock(second, 'savedViews', 2 ** 40 + 7), false);
      assert.equal(await tryKeyedLock(second, 'savedViews', 2 ** 40 + 8), true);
    });
  });
  await db.transaction().execute(async (later) => assert.equal(await tryLock(later, 'departments'), true));
});

test('a session lock outlives transactions until it is released', async () => {
  const { take, release } = sessionLock('testStep');
  await database.db.connection().execute(async (connection) => {
    await sql.raw(take).execute(connection);
    await database.db.transaction().execute(async (other) => assert.equal(await tryLock(other, 'testStep'), false));
    await sql.raw(release).execute(connection);
    await database.db.transaction().execute(async (other) => assert.equal(await tryLock(other, 'testStep'), true));
  });
});
