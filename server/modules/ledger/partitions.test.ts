import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../contract/units';
import { fixedClock } from '../../core/clock';
import { type Connection, connect } from '../../core/database/connect';
import { migrate } from '../../core/database/migrate';
import { isPartitioned, listPartitions, maintainPartitions } from '../../core/database/partitions';
import { createTestDatabase, type TestDatabase, tamper } from '../../core/database/testing';
import { createIds } from '../../core/ids';
import { migrations } from '../../migrations';
import type { Tools } from './accounts';
import { closeOldDays } from './closing';
import { manual } from './entries';
import { lastSeal, sealMonths } from './months';
import { type Entry, mirrored } from './rules';
import { post, postAll } from './store';
import { findOffences, verifyBooks } from './verify';

/** Tests of the migration to a ledger partitioned by month (docs/decisions/0081), from a database of the previous version. */

const ZONE = 'Asia/Shanghai';
const FIRST = new Date('2026-01-05T03:40:00Z');
const DAYS = 75;
/** A moment in March, after the last posting. A migration at this moment ends the first partition where May begins. */
const NOW = new Date(FIRST.getTime() + DAYS * DAY_MS);
const FIRST_PARTITION = 'before_2026_05';
const TEAM = 7;

const toolsAt = ({ db }: Pick<Connection, 'db'>, at: Date, node = 1): Tools => {
  const clock = fixedClock(at.toISOString());
  return { db, clock, ids: createIds({ clock, node }) };
};
const moment = (day: number) => new Date(FIRST.getTime() + day * DAY_MS);
/** Builds the entry with this serial number. Its amount is the serial number in fen. */
const entry = (serial: number, at = moment(serial)): Entry =>
  manual(
    { bizNo: `E${serial}`, teamId: TEAM, at, day: at.toISOString().slice(0, 10) },
    'TEAM_AVAILABLE',
    TEAM,
    'in',
    serial,
  );
const reversal = (serial: number, id: number, at: Date): Entry => ({
  ...entry(serial, at),
  bizNo: `R${serial}`,
  bizType: 'REVERSAL',
  lines: mirrored(entry(serial).lines),
  reversesId: id,
});

/** Creates a database of the previous version with one entry for each day: entries 1 to `DAYS`. Entry 3 is reversed. */
const used = () =>
  createTestDatabase({
    name: 'unpartitionedledger',
    async fill(url) {
      const connection = connect(url, { max: 2 });
      await connection.pool.query('drop schema public cascade');
      await connection.pool.query('create schema public');
      await migrate(
        connection.db,
        migrations.filter(([name]) => name < '0313'),
      );
      for (let serial = 1; serial <= DAYS; serial += 1) {
        const tools = toolsAt(connection, moment(serial));
        const { id } = await post(tools, entry(serial));
        if (serial === 3) await post(tools, reversal(3, id, moment(3)));
      }
      await closeOldDays(toolsAt(connection, NOW), ZONE);
      await sealMonths(toolsAt(connection, NOW));
      await migrate(connection.db, migrations);
      await connection.close();
    },
  });
async function withUsed(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await used();
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const count = async ({ pool }: TestDatabase, from: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0;
const idOf = async ({ pool }: TestDatabase, serial: number): Promise<number> =>
  (await pool.query<{ id: number }>('select id from ledger_txn where biz_no = $1', [`E${serial}`])).rows[0]?.id ?? 0;
const refusal = (code: number) => ({ code });

/** Asserts that the ledger recognizes the keys of earlier entries and refuses other content with the same key. */
async function mustKnowKeys(database: TestDatabase, tools: Tools): Promise<void> {
  const before = await count(database, 'ledger_txn');
  for (const serial of [1, 3, DAYS]) {
    const first = await post(tools, entry(serial));
    assert.deepEqual([first.id, first.isRepeat], [await idOf(database, serial), true]);
    const other = { ...entry(serial), lines: entry(serial + 1).lines };
    await assert.rejects(post(tools, other), refusal(40902));
  }
  const again = { ...reversal(3, await idOf(database, 3), tools.clock.now()), bizNo: 'R3b' };
  await assert.rejects(post(tools, again), refusal(42244));
  assert.equal(await count(database, 'ledger_txn'), before);
}

/** Builds a statement that inserts a copy of the transaction of entry 1 with these columns, without the posting function. */
const copyOfFirst = (columns: { id: number; no: string; biz: string; reverses: string }) =>
  `insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, step, day, at, operator_id, reverses_id, content, posted_at)
   select ${columns.id}, team_id, ${columns.no}, biz_type, ${columns.biz}, step, day, at, 0, ${columns.reverses}, content, posted_at
   from ledger_txn where biz_no = 'E1'`;

test('before the job has run, the keys of earlier transactions are found, and the ledger is correct', async () => {
  await withUsed(async (database) => {
    assert.equal(await count(database, 'ledger_key'), 0);
    const tools = toolsAt(database, NOW);
    await mustKnowKeys(database, tools);
    await post(tools, entry(500, NOW));
    assert.equal((await post(tools, entry(500, NOW))).isRepeat, true);
    assert.equal(await count(database, 'ledger_key'), 1);
    assert.deepEqual(await verifyBooks(database.db), []);
  });
});

test('keys are written in batches, and a repeated batch changes nothing', async () => {
  await withUsed(async (database) => {
    const step = async (last: number | null) =>
      (
        await database.pool.query<{ last: number[] | null }>('select fill_ledger_key($1::bigint[], 10) as last', [
          last === null ? [] : [last],
        ])
      ).rows[0]?.last?.[0] ?? null;
    const first = await step(null);
    assert.equal(await count(database, 'ledger_key'), 10);
    assert.equal(await step(null), first);
    assert.equal(await count(database, 'ledger_key'), 10);
    const tools = toolsAt(database, NOW);
    await post(tools, entry(500, NOW));
    await mustKnowKeys(database, tools);
    let last = first;
    for (let steps = 1; last !== null; steps += 1) {
      last = await step(last);
      assert.ok(steps < 10);
    }
    assert.equal(await count(database, 'ledger_key'), DAYS + 2);
    await mustKnowKeys(database, tools);
  });
});

test('postings continue while the job is killed at any of its steps and resumed: none is lost, and none is posted twice', async () => {
  await withUsed(async (database) => {
    const seal = await lastSeal(database.db);
    const path = `select pg_relation_filepath($1) as path`;
    const { rows: paths } = await database.pool.query(path, ['ledger_posting']);
    const tools = toolsAt(database, NOW);
    const ids = new Map<number, number>();
    let isDone = false;
    let kills = 0;
    const posting = async (from: number) => {
      for (let n = from; !isDone; n += 4) {
        const { id, isRepeat } = await post(tools, entry(n, NOW));
        assert.equal(isRepeat, false);
        ids.set(n, id);
        // Post the same entry again, and an entry that was posted before the migration.
        assert.equal((await post(tools, entry(n, NOW))).id, id);
        assert.equal((await post(tools, entry(1 + (n % DAYS)))).isRepeat, true);
      }
    };
    const writers = Promise.all([1_000, 1_001, 1_002, 1_003].map(posting));
    for (let wait = 5; !isDone; wait += 5) {
      const own = connect(database.url, { max: 2 });
      const pids: number[] = [];
      own.pool.on('connect', (client) => pids.push((client as unknown as { processID: number }).processID));
      own.pool.on('error', () => undefined);
      const ended = maintainPartitions(own.db, NOW).then(
        () => true,
        () => false,
      );
      const timer = setTimeout(() => {
        kills += 1;
        for (const pid of pids) void database.pool.query('select pg_terminate_backend($1)', [pid]);
      }, wait);
      isDone = await ended;
      clearTimeout(timer);
      await own.close().catch(() => undefined);
      assert.ok(wait < 5_000);
    }
    await writers;
    assert.ok(kills > 0);
    for (const [number, id] of ids) assert.equal((await post(tools, entry(number, NOW))).id, id);
    assert.equal(await count(database, 'ledger_txn'), DAYS + 1 + ids.size);
    assert.equal(await count(database, 'ledger_key'), DAYS + 1 + ids.size);
    assert.equal(await count(database, 'ledger_posting'), 2 * (DAYS + 1 + ids.size));
    for (const table of ['ledger_txn', 'ledger_posting'] as const) {
      const names = (await listPartitions(database.db, table)).map(({ name }) => name);
      assert.equal(names[0], `${table}_${FIRST_PARTITION}`);
    }
    const { rows: now } = await database.pool.query(path, [`ledger_posting_${FIRST_PARTITION}`]);
    assert.deepEqual(now, paths, 'no row was copied');
    assert.deepEqual(await lastSeal(database.db), seal);
    assert.deepEqual(await verifyBooks(database.db), []);
    await mustKnowKeys(database, tools);
  });
});

test('a job that is interrupted before any of its statements continues at the next run', async () => {
  await withUsed(async (database) => {
    const tools = toolsAt(database, NOW);
    for (let interrupted = 1, isDone = false; !isDone; interrupted += 1) {
      const own = connect(database.url, { max: 2 });
      let statements = 0;
      own.pool.on('connect', (client) => {
        const { query } = client;
        client.query = function counting(this: typeof client, ...given: Parameters<typeof query>) {
          statements += 1;
          if (statements === interrupted) throw new Error('interrupted');
          return query.apply(this, given);
        } as typeof query;
      });
      isDone = await maintainPartitions(own.db, NOW).then(
        () => true,
        (error: unknown) => {
          assert.match(String(error), /interrupted/);
          return false;
        },
      );
      await own.close();
      await post(tools, entry(1_000 + interrupted, NOW));
      await mustKnowKeys(database, tools);
      assert.deepEqual(await findOffences(database.db, NOW.toISOString().slice(0, 10)), []);
      assert.ok(interrupted < 300);
    }
    assert.equal(await isPartitioned(database.db, 'ledger_posting'), true);
    assert.deepEqual(await verifyBooks(database.db), []);
  });
});

test('a key, a number or a reversal that exists in one month is refused in every later month', async () => {
  await withUsed(async (database) => {
    await maintainPartitions(database.db, NOW);
    const months = [60, 90, 120, 150].map((days) => new Date(NOW.getTime() + days * DAY_MS));
    const first = await idOf(database, 3);
    for (const at of months) {
      const tools = toolsAt(database, at);
      await mustKnowKeys(database, tools);
      const id = tools.ids.next();
      const biz = [`biz_no`, `'X' || ${id}`];
      const no = [`tx_no`, `'TX' || ${id}`];
      for (const [columns, broken] of [
        [{ id, no: no[1], biz: biz[0], reverses: 'null' }, 'ledger_key_pkey'],
        [{ id, no: no[0], biz: biz[1], reverses: 'null' }, 'ledger_key_no'],
        [{ id, no: no[1], biz: biz[1], reverses: `${first}` }, 'ledger_key_reverses'],
      ] as const) {
        await assert.rejects(
          database.pool.query(copyOfFirst({ ...columns, no: columns.no ?? '', biz: columns.biz ?? '' })),
          { code: '23505', constraint: broken },
        );
      }
    }
    const used = await database.pool.query('select distinct tableoid from ledger_txn');
    assert.equal(used.rowCount, 1, 'nothing was written');
  });
});

test('an entry that many processes post in different months is posted once', async () => {
  await withUsed(async (database) => {
    await maintainPartitions(database.db, NOW);
    for (let round = 0; round < 10; round += 1) {
      const posted = await Promise.all(
        Array.from({ length: 8 }, (_, node) => {
          const tools = toolsAt(database, new Date(NOW.getTime() + (node % 4) * 31 * DAY_MS), node);
          return post(tools, entry(2_000 + round, NOW));
        }),
      );
      assert.equal(new Set(posted.map(({ id }) => id)).size, 1);
      assert.equal(posted.filter(({ isRepeat }) => !isRepeat).length, 1);
    }
    assert.equal(await count(database, "ledger_txn where biz_no like 'E20__'"), 10);
    assert.deepEqual(await findOffences(database.db), []);
  });
});

test('each partition of the ledger and its keys refuse updates, deletes and truncates, and no role has the right to them', async () => {
  await withUsed(async (database) => {
    await maintainPartitions(database.db, NOW);
    for (const days of [0, 60, 400])
      await post(toolsAt(database, new Date(NOW.getTime() + days * DAY_MS)), entry(3_000 + days, NOW));
    const { rows } = await database.pool.query<{ name: string; rights: number }>(
      `select relname as name, (select count(*)::int from aclexplode(relacl) a
         where privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')) as rights
       from pg_class where relname ~ '^ledger_(txn|posting|key)(_(before|default|2).*)?$' and relkind in ('r', 'p')`,
    );
    assert.ok(rows.length >= 11, `${rows.length} tables`);
    for (const { name, rights } of rows) {
      const column = name.startsWith('ledger_key') ? 'step' : 'day';
      for (const change of [`update ${name} set ${column} = ${column}`, `delete from ${name}`, `truncate ${name}`]) {
        await assert.rejects(database.pool.query(change), { code: '42501' }, change);
      }
      assert.equal(rights, 0, name);
    }
  });
});

test('a change of an old partition is found, even if its trigger was restored', async () => {
  await withUsed(async (database) => {
    await maintainPartitions(database.db, NOW);
    const old = `ledger_posting_${FIRST_PARTITION}`;
    const found = async () => (await verifyBooks(database.db)).map(({ invariant, where }) => `${invariant} ${where}`);
    const id = await idOf(database, 10);
    const changes: readonly (readonly [change: string, undo: string, expected: RegExp])[] = [
      [
        `update ${old} set amount_fen = amount_fen + 1 where txn_id = ${id}`,
        `update ${old} set amount_fen = amount_fen - 1 where txn_id = ${id}`,
        /^11 day 2026-01-15$/,
      ],
      [
        `update ledger_txn_${FIRST_PARTITION} set biz_no = 'other' where id = ${id}`,
        `update ledger_txn_${FIRST_PARTITION} set biz_no = 'E10' where id = ${id}`,
        /^10 TX20260115/,
      ],
      [
        `alter table ${old} disable trigger ledger_posting_append_only`,
        `alter table ${old} enable trigger ledger_posting_append_only`,
        new RegExp(`^2 ${old}$`),
      ],
      [
        'alter table ledger_txn disable trigger ledger_txn_keyed',
        'alter table ledger_txn enable trigger ledger_txn_keyed',
        /^10 ledger_txn_keyed$/,
      ],
      [
        `create table kept as select * from ledger_key where txn_id = ${id}; delete from ledger_key where txn_id = ${id}`,
        'insert into ledger_key select * from kept; drop table kept',
        /^10 TX20260115/,
      ],
      [
        `insert into ledger_key values (${TEAM}, 'MANUAL_IN', 'E999999', 1, 5, 'TX5', null)`,
        'delete from ledger_key where txn_id = 5',
        /^10 TX5$/,
      ],
    ];
    for (const [change, undo, expected] of changes) {
      assert.deepEqual(await found(), []);
      await tamper(database, change);
      const offences = await found();
      assert.ok(
        offences.some((one) => expected.test(one)),
        `${change}: ${offences.join(', ')}`,
      );
      await tamper(database, undo);
    }
    assert.deepEqual(await found(), []);
  });
});

test('entries of one call are posted in one month or not at all, and a reversal finds its transaction of an earlier month', async () => {
  await withUsed(async (database) => {
    await maintainPartitions(database.db, NOW);
    const later = toolsAt(database, new Date(NOW.getTime() + 60 * DAY_MS));
    const both = [entry(4_000, later.clock.now()), entry(4_001, later.clock.now())];
    await assert.rejects(postAll(later, [...both, { ...entry(5), lines: entry(6).lines }]), refusal(40902));
    assert.equal(await count(database, "ledger_key where biz_no like 'E400_'"), 0);
    await postAll(later, both);
    await post(later, reversal(20, await idOf(database, 20), later.clock.now()));
    assert.equal(await count(database, 'ledger_txn_2026_05'), 3);
    assert.equal(await count(database, 'ledger_posting_2026_05'), 6);
    assert.deepEqual(await verifyBooks(database.db), []);
  });
});
