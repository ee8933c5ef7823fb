import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Kysely, KyselyPlugin } from 'kysely';
import { fixedClock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { createTestDatabase, type TestDatabase, tamper as tamperWith } from '../../core/database/testing';
import { linkRecords, verifyChain } from './chain';
import { findPart, PART, verifyNightly } from './nightly';
import { CHAIN_START } from './rules';

const RECORDS = 100;
/** Size of a night's section: the nightly verification covers the 100 records in ten nights. */
const SMALL = { least: 10, share: 25 };
const BATCH = 4;
/** The test writes one record per minute. This is one minute as a difference of ids (core/ids). */
const MINUTE_IDS = 60_000 * 4_096;
const clock = fixedClock('2026-03-01T11:40:00+08:00');

let database: TestDatabase;
/** Number of written records. */
let written = 0;

const tamper = (...statements: readonly string[]) => tamperWith(database, ...statements);
const night = (db: Kysely<Database> = database.db) => verifyNightly(db, SMALL, BATCH);
const idAt = (position: number) => position * MINUTE_IDS;

async function insert(ids: readonly number[]): Promise<void> {
  await database.pool.query(
    `insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type, object_id, result_code, ip, ua,
       request_id, cost_ms)
     select id, now(), 7, 'lin', 'Owner', 'team', 'pause', 'team', 3, 100, '127.0.0.1', 'test', id::text, 4 from unnest($1::bigint[]) id`,
    [ids],
  );
}

/** Writes and links records. A record's position equals its serial number. */
async function add(count: number): Promise<void> {
  await insert(Array.from({ length: count }, (_, index) => idAt(written + index + 1)));
  written += count;
  assert.equal(await linkRecords(database.db, clock), count);
}

/** Verifies each night until a breach is found. @returns the breach and the number of nights */
async function nightsUntilFound(growth = 0) {
  for (let nights = 1; nights <= 40; nights += 1) {
    const { breach } = await night();
    if (breach) return { breach, nights };
    if (growth > 0) await add(growth);
  }
  throw new Error('no breach was found');
}

before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  await tamper('truncate operation_record, audit_link, audit_verified');
  written = 0;
  await add(RECORDS);
});

test('with an unchanged chain a night reads its new links and one part, and finds the head of the full verification', async () => {
  assert.equal((await night()).read, RECORDS, 'the first night reads everything');
  await add(7);
  const { breach, head, read } = await night();
  assert.deepEqual([breach, read], [null, 7 + SMALL.least]);
  assert.deepEqual(head, (await verifyChain(database.db)).head);
  for (let nights = 0; nights < 25; nights += 1) assert.equal((await night()).read, SMALL.least);
  assert.equal((await verifyNightly(database.db, { least: 1, share: 4 })).read, 27, 'a longer chain is read in shares');
});

test('with the production part size each link is read again within 30 nights, while the chain grows by 1 % a night', () => {
  for (const length of [150_000, 1_000_000, 4_900_000, 20_000_000]) {
    const sampled = Array.from({ length: 200 }, (_, index) => Math.ceil((length * (index + 1)) / 200));
    const lastRead = new Map<number, number>();
    let last = CHAIN_START;
    for (let nights = 0, end = length; nights < 120; nights += 1, end = Math.ceil(end * 1.01)) {
      for (const { from, until } of findPart(last, end, PART)) {
        for (const position of sampled.filter((one) => from.position < one && one <= until)) {
          assert.ok(nights - (lastRead.get(position) ?? 0) <= 30, `${position} of ${length}`);
          lastRead.set(position, nights);
        }
        last = { position: until, hash: '' };
      }
    }
    assert.ok(sampled.every((position) => (lastRead.get(position) ?? 0) > 90));
  }
});

test('on a growing chain a changed old record is found within one round of parts, and again the next night', async () => {
  for (const position of [1, 10, 11, 55, RECORDS]) {
    await tamper('truncate operation_record, audit_link, audit_verified');
    written = 0;
    await add(RECORDS);
    await night();
    await night();
    await tamper(`update operation_record set reason = 'nothing happened' where id = ${idAt(position)}`);
    const expected = { kind: 'changed', position, recordId: idAt(position) };
    const { breach, nights } = await nightsUntilFound(1);
    assert.deepEqual(breach, expected);
    assert.ok(nights <= 12, `${nights} nights for position ${position}`);
    assert.deepEqual((await night()).breach, expected);
  }
});

test('a deleted link, a deleted record and a changed link among the old ones are found within one round of parts', async () => {
  const cases = [
    [`delete from audit_link where position = 20`, { kind: 'linkDeleted', position: 20, recordId: null }],
    [`delete from operation_record where id = ${idAt(30)}`, { kind: 'deleted', position: 30, recordId: idAt(30) }],
    [
      `update audit_link set hash = repeat('0', 64) where position = 40`,
      { kind: 'changed', position: 40, recordId: idAt(40) },
    ],
  ] as const;
  for (const [statement, expected] of cases) {
    await tamper('truncate operation_record, audit_link, audit_verified');
    written = 0;
    await add(RECORDS);
    await night();
    await tamper(statement);
    const { breach, nights } = await nightsUntilFound();
    assert.deepEqual(breach, expected);
    assert.ok(nights <= 10);
  }
});

test('an old record without a link is found within one round of parts, also before the first link and between two parts', async () => {
  for (const id of [1, idAt(10) + 1, idAt(55) + 1]) {
    await tamper('truncate operation_record, audit_link, audit_verified');
    written = 0;
    await add(RECORDS);
    await night();
    await insert([id]);
    const { breach, nights } = await nightsUntilFound();
    assert.deepEqual(breach, { kind: 'inserted', position: null, recordId: id });
    assert.ok(nights <= 10);
  }
});

test('a changed and an inserted new record are found the same night', async () => {
  await night();
  await add(20);
  await tamper(`update operation_record set cost_ms = 5 where id = ${idAt(113)}`);
  const changed = { kind: 'changed', position: 113, recordId: idAt(113) };
  assert.deepEqual((await night()).breach, changed);
  assert.deepEqual((await night()).breach, changed, 'the verification does not pass it');
  await tamper(`update operation_record set cost_ms = 4 where id = ${idAt(113)}`);
  await insert([idAt(102) + 1]);
  assert.deepEqual((await night()).breach, { kind: 'inserted', position: null, recordId: idAt(102) + 1 });
});

test('a record that had no link last night is reported if it still has none', async () => {
  await night();
  const waiting = idAt(90) + 1;
  await insert([waiting]);
  assert.equal((await night()).breach, null);
  // Delete the record for a moment, so that `add` does not link it.
  await tamper(`delete from operation_record where id = ${waiting}`);
  await add(10);
  await insert([waiting]);
  assert.deepEqual((await night()).breach, { kind: 'inserted', position: null, recordId: waiting });
});

test('a replaced verified link is found at once, even if the whole chain was rewritten consistently', async () => {
  await night();
  await tamper(`update operation_record set reason = 'nothing happened' where id = ${idAt(3)}`, 'truncate audit_link');
  assert.equal(await linkRecords(database.db, clock), RECORDS);
  await add(5);
  assert.equal((await verifyChain(database.db)).breach, null, 'the whole walk cannot find it without a kept head');
  const { breach, read } = await night();
  assert.deepEqual([breach, read], [{ kind: 'rewritten', position: RECORDS, recordId: idAt(RECORDS) }, 0]);
});

test('a replaced end of the last part, a deleted verified link and a truncated chain are found at once', async () => {
  await night();
  await night();
  await tamper(`update audit_link set hash = repeat('0', 64) where position = ${SMALL.least}`);
  assert.deepEqual((await night()).breach, { kind: 'rewritten', position: SMALL.least, recordId: idAt(SMALL.least) });
  await tamper(`delete from audit_link where position > 90`, `delete from operation_record where id > ${idAt(90)}`);
  assert.deepEqual((await night()).breach, { kind: 'cutOff', position: 91, recordId: null });
  await tamper('truncate operation_record, audit_link, audit_verified');
  written = 0;
  await add(RECORDS);
  await night();
  await add(1);
  await tamper(`delete from audit_link where position = ${RECORDS}`);
  assert.deepEqual((await night()).breach, { kind: 'linkDeleted', position: RECORDS, recordId: null });
});

/** Returns a database that throws when the progress is stored for the `stores`-th time. */
function interruptedAt(stores: number): Kysely<Database> {
  let left = stores;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode') left -= 1;
      if (left === 0) throw new Error('the server stopped');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return database.db.withPlugin(plugin);
}

test('an interrupted verification resumes where its progress was stored, in the new links and in a part', async () => {
  await assert.rejects(night(interruptedAt(6)), /the server stopped/);
  const resumed = await night();
  assert.deepEqual([resumed.breach, resumed.read], [null, RECORDS - 5 * BATCH + SMALL.least]);
  await add(2);
  await assert.rejects(night(interruptedAt(3)), /the server stopped/);
  const { reread_position: reached } = await database.db
    .selectFrom('audit_verified')
    .select('reread_position')
    .executeTakeFirstOrThrow();
  assert.equal(reached, SMALL.least + BATCH);
  assert.equal((await night()).read, SMALL.least, 'the new links were stored as verified');
});
