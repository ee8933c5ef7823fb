import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { fixedClock } from '../../core/clock';
import { createTestDatabase, type TestDatabase, tamper as tamperWith } from '../../core/database/testing';
import { createIds } from '../../core/ids';
import { keepDaily } from './auditors';
import { chainHead, linkRecords, verifyChain } from './chain';
import { recordJobs } from './jobs';
import { type ChainHead, headText } from './rules';

const RECORDS = 40;
let database: TestDatabase;
const clock = fixedClock('2026-03-01T11:40:00+08:00');
const ids = createIds({ clock, node: 0 });
let written: number[] = [];

async function write(count: number, id = () => ids.next()): Promise<number[]> {
  const made: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const next = id();
    await database.db
      .insertInto('operation_record')
      .values({
        id: next,
        at: clock.now(),
        account_id: 7,
        account: 'lin',
        identity_name: 'Owner',
        module: 'team',
        action: 'pause',
        object_type: 'team',
        object_id: next % 5,
        object_no: null,
        result_code: 100,
        before: JSON.stringify({ name: `before ${at}`, amountFen: 9_007_199_254_740_991 }),
        after: null,
        detail: null,
        reason: null,
        ip: '127.0.0.1',
        ua: 'test',
        request_id: next.toString(16),
        cost_ms: at,
      })
      .execute();
    made.push(next);
  }
  return made;
}

const tamper = (...statements: readonly string[]) => tamperWith(database, ...statements);

before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  await tamper('truncate operation_record, audit_link');
  written = await write(RECORDS);
  assert.equal(await linkRecords(database.db, clock), RECORDS);
});

test('an unmodified chain verifies, and its head contains its length', async () => {
  const { breach, head, waiting } = await verifyChain(database.db);
  assert.deepEqual([breach, head.position, waiting], [null, RECORDS, 0]);
  assert.deepEqual(head, await chainHead(database.db));
});

test('an edited record is found at its position, for every column', async () => {
  const edits = [
    "reason = 'nothing happened'",
    "at = at + interval '1 microsecond'",
    'cost_ms = cost_ms + 1',
    'money = not money',
    `before = jsonb_set(before, '{amountFen}', '9007199254740992')`,
    'object_id = null',
  ];
  for (const edit of edits) {
    await tamper('truncate operation_record, audit_link');
    written = await write(RECORDS);
    await linkRecords(database.db, clock);
    await tamper(`update operation_record set ${edit} where id = ${written[11]}`);
    const { breach, head } = await verifyChain(database.db);
    assert.deepEqual(breach, { kind: 'changed', position: 12, recordId: written[11] }, edit);
    assert.equal(head.position, 11);
  }
});

test('a deleted record is found at its position, with or without its link', async () => {
  await tamper(`delete from operation_record where id = ${written[20]}`);
  assert.deepEqual((await verifyChain(database.db)).breach, { kind: 'deleted', position: 21, recordId: written[20] });
  await tamper(`delete from audit_link where record_id = ${written[20]}`);
  assert.deepEqual((await verifyChain(database.db)).breach, { kind: 'linkDeleted', position: 21, recordId: null });
  await tamper('update audit_link set position = position - 1 where position > 21');
  assert.deepEqual((await verifyChain(database.db)).breach, { kind: 'changed', position: 21, recordId: written[21] });
});

test('two swapped records are found at the position of the first', async () => {
  await tamper(
    `update audit_link set record_id = -1 where position = 5`,
    `update audit_link set record_id = ${written[4]} where position = 9`,
    `update audit_link set record_id = ${written[8]} where position = 5`,
  );
  assert.deepEqual((await verifyChain(database.db)).breach, { kind: 'changed', position: 5, recordId: written[8] });
});

test('an inserted record outside of the chain is found', async () => {
  const late = (written[0] ?? 0) - 20 * 60_000 * 4_096;
  await write(1, () => late);
  assert.equal(await linkRecords(database.db, clock), 0, 'it is not linked behind the others');
  assert.deepEqual((await verifyChain(database.db)).breach, { kind: 'inserted', position: null, recordId: late });
});

test('a kept head reveals a truncated and a rewritten chain', async () => {
  const kept = await chainHead(database.db);
  await tamper(`delete from operation_record where id >= ${written[35]}`, 'delete from audit_link where position > 35');
  assert.equal((await verifyChain(database.db)).breach, null, 'nobody can know without the head');
  assert.deepEqual((await verifyChain(database.db, [kept])).breach, { kind: 'cutOff', position: 36, recordId: null });
  await write(5);
  await linkRecords(database.db, clock);
  const { breach } = await verifyChain(database.db, [kept]);
  assert.equal(breach?.kind, 'rewritten');
  assert.equal(breach?.position, RECORDS);
});

test('unlinked records are counted, and concurrent runs link each once', async () => {
  await write(7);
  assert.equal((await verifyChain(database.db)).waiting, 7);
  const linked = await Promise.all([1, 2, 3].map(() => linkRecords(database.db, clock)));
  assert.equal(
    linked.reduce((sum, count) => sum + count, 0),
    7,
  );
  assert.deepEqual([(await chainHead(database.db)).position, (await verifyChain(database.db)).breach], [47, null]);
});

test('a record that commits late is linked after faster ones', async () => {
  const slow = ids.next();
  await write(3);
  await linkRecords(database.db, clock);
  await write(1, () => slow);
  assert.equal(await linkRecords(database.db, clock), 1);
  assert.equal((await verifyChain(database.db)).breach, null);
});

test('neither records nor links can be changed, deleted or truncated over an ordinary connection', async () => {
  const statements = [
    "update operation_record set reason = 'x'",
    'delete from operation_record',
    'truncate operation_record',
    'update audit_link set hash = hash',
    'delete from audit_link where position = 1',
    'truncate audit_link',
  ];
  for (const statement of statements) {
    await assert.rejects(database.pool.query(statement), { code: '42501' }, statement);
  }
  assert.equal((await verifyChain(database.db)).breach, null);
});

test('an application role that owns the tables lacks the rights, even without the triggers', async () => {
  const { rows } = await database.pool.query<{ rights: string }>(
    `select coalesce(string_agg(privilege_type, ',' order by privilege_type), '') as rights
     from pg_class, aclexplode(relacl) where relname = 'operation_record'
     and grantee = relowner and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`,
  );
  assert.equal(rows[0]?.rights, '');
});

test('the jobs link new and late records, and report the head', async () => {
  const told: string[] = [];
  await write(3);
  for (const job of recordJobs((head) => told.push(head), {
    read: async () => ({ heads: [], badLine: null }),
    keep: async () => false,
  }))
    await job.run(database.db, clock, ids);
  assert.deepEqual(told, [headText(await chainHead(database.db))]);
  assert.equal((await verifyChain(database.db)).waiting, 0);
});

test('auditors get a notice of each kept head, and of a kept head that the chain lacks', async () => {
  const kept: ChainHead[] = [];
  const file = {
    read: async () => ({ heads: kept, badLine: null }),
    keep: async (head: ChainHead) => {
      if (kept.at(-1)?.hash === head.hash) return false;
      kept.push(head);
      return true;
    },
  };
  const told = async (event: 'auditHeadKept' | 'auditHeadLost') =>
    (await database.db.selectFrom('notice_outbox').select('content').where('event', '=', event).execute()).map(
      ({ content }) => content['en-US'],
    );
  const tools = { db: database.db, clock, ids };
  for (let twice = 0; twice < 2; twice += 1) await keepDaily(tools, file);
  const head = await chainHead(database.db);
  assert.equal((await told('auditHeadKept')).length, 1);
  assert.match((await told('auditHeadKept'))[0] ?? '', new RegExp(headText(head)));
  assert.deepEqual(await told('auditHeadLost'), []);
  await tamper(`delete from audit_link where position = ${head.position}`);
  for (let twice = 0; twice < 2; twice += 1) await keepDaily(tools, file);
  const lost = await told('auditHeadLost');
  assert.equal(lost.length, 1);
  assert.match(lost[0] ?? '', new RegExp(headText(head)));
});
