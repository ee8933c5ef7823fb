import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../migrations';
import { fixedClock, systemClock } from '../clock';
import { connect, parseInt8 } from './connect';
import { anyTextHas } from './like';
import { migrate } from './migrate';
import { leaseIds } from './nodes';
import { GENERIC_PLAN, PREPARED } from './prepared-statements';
import { coalesceQuery } from './query-coalescing';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './testing';
import { inSavepoint, sqlState, violatedConstraint, withTransaction } from './transaction';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('a bigint is read as a number, and refused when a number cannot represent it', async () => {
  assert.equal(parseInt8('-42'), -42);
  assert.equal(parseInt8('9007199254740991'), Number.MAX_SAFE_INTEGER);
  assert.throws(() => parseInt8('9007199254740992'), RangeError);
  const big = sql<{ n: number }>`select ${'9007199254740991'}::bigint + 1 as n`;
  await assert.rejects(big.execute(database.db), /no number can hold/);
});

test('sums, decimals, days, timestamps, arrays and JSON arrive as the types that the schema declares', async () => {
  const { rows } = await sql<Record<string, unknown>>`select
      sum(x) as total_fen, 104.066541::numeric(9,6) as lng, date '2026-03-01' as on_day,
      timestamptz '2026-03-01T09:30:00+08:00' as made_at, array[1, null, 3]::bigint[] as team_ids,
      '{"snake_key": [1]}'::jsonb as settings
    from (values (9999999999::bigint), (1)) as t (x)`.execute(database.db);
  assert.deepEqual(rows[0], {
    total_fen: 10_000_000_000,
    lng: 104.066541,
    on_day: '2026-03-01',
    made_at: new Date('2026-03-01T01:30:00Z'),
    team_ids: [1, null, 3],
    settings: { snake_key: [1] },
  });
});

test('the embedded database checksums its pages, sorts by code point and has no TCP port', async () => {
  const { rows } = await database.pool.query(
    "select current_setting('data_checksums') checksums, current_setting('server_encoding') encoding, current_setting('timezone') zone",
  );
  assert.equal(rows[0].encoding, 'UTF8');
  assert.equal(rows[0].zone, 'UTC');
  if (/[?&]host=/.test(database.url)) {
    const listen = await database.pool.query("select current_setting('listen_addresses') as addresses");
    assert.equal(listen.rows[0].addresses, '');
    assert.equal(rows[0].checksums, 'on');
  }
});

test('a role that only owns the database can create all tables, on every supported PostgreSQL', async () => {
  const empty = await createEmptyDatabase();
  const role = new URL(empty.url).pathname.slice(1).replace('test', 'owner');
  try {
    await empty.pool.query(`create role ${role}`);
    await empty.pool.query(`alter schema public owner to ${role}`);
    const { rows } = await empty.pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    // PostgreSQL 17 added this privilege, with which the owner of a table may lock it. Before, the owner of an append-only table may not.
    if ((rows[0]?.version ?? 0) >= 17)
      await empty.pool.query(`alter default privileges for role ${role} revoke maintain on tables from ${role}`);
    const own = connect(`${empty.url}${empty.url.includes('?') ? '&' : '?'}options=-c%20role%3D${role}`, { max: 2 });
    try {
      assert.equal((await migrate(own.db, migrations)).length, migrations.length);
    } finally {
      await own.close();
    }
  } finally {
    await empty.close();
    await database.pool.query(`drop role ${role}`);
  }
});

test('the connection timeout is PGCONNECT_TIMEOUT, or ten seconds without it', async () => {
  const known = process.env.PGCONNECT_TIMEOUT;
  const patience = async (seconds: string) => {
    process.env.PGCONNECT_TIMEOUT = seconds;
    const { pool, close } = connect(database.url);
    await close();
    return pool.options.connectionTimeoutMillis;
  };
  try {
    assert.deepEqual([await patience('75'), await patience('')], [75_000, 10_000]);
  } finally {
    process.env.PGCONNECT_TIMEOUT = known ?? '';
  }
});

test('a search in translated texts finds parts of the texts, but no language names and no notation of JSON', async () => {
  const texts = JSON.stringify({ 'zh-CN': '暴雨提示', 'en-US': 'Heavy "rain" 50%' });
  const finds = async (words: string, value: string) => {
    const query = sql<{
      found: boolean;
    }>`select ${anyTextHas('t.texts', words)} as found from (select ${value}::jsonb as texts) t`;
    return (await query.execute(database.db)).rows[0]?.found;
  };
  for (const words of ['暴雨', 'heavy', '"rain"', '50%']) assert.equal(await finds(words, texts), true, words);
  for (const words of ['zh-CN', '":', '{', ',', '暴雨提示H', 'Heavy%50'])
    assert.equal(await finds(words, texts), false, words);
  assert.deepEqual([await finds('bike', '["E-bike", "rain"]'), await finds('[', '["E-bike", "rain"]')], [true, false]);
});

test('a statement with the mark is prepared once per connection, a statement without it never', async () => {
  const empty = await createEmptyDatabase();
  const one = connect(empty.url, { max: 1 });
  try {
    const found = (value: number) =>
      one.db
        .selectNoFrom(sql<number>`${sql.val(value)}::int`.as('value'))
        .modifyEnd(PREPARED)
        .executeTakeFirstOrThrow();
    for (const value of [1, 2, 3]) assert.deepEqual(await found(value), { value });
    assert.deepEqual(await one.db.selectNoFrom(sql<number>`4::int`.as('value')).execute(), [{ value: 4 }]);
    const { rows } = await sql<{ name: string; runs: number }>`
      select name, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(one.db);
    assert.deepEqual(
      rows.map(({ name, runs }) => [name.slice(0, 9), Number(runs)]),
      [['prepared_', 3]],
    );
  } finally {
    await one.close();
    await empty.close();
  }
});

test('a statement with the mark of the generic plan is never planned by its values, and other statements are', async () => {
  const empty = await createEmptyDatabase();
  const one = connect(empty.url, { max: 1 });
  try {
    await sql`create table part (id int) partition by range (id)`.execute(one.db);
    for (const from of [0, 10, 20]) {
      const name = sql.raw(`part_${from}`);
      await sql`create table ${name} partition of part for values from (${sql.lit(from)}) to (${sql.lit(from + 10)})`.execute(
        one.db,
      );
    }
    const count = (mark: typeof PREPARED) =>
      sql<{ rows: number }>`select count(*)::int as rows from part where id = ${1} ${mark}`.execute(one.db);
    const plans = async (mark: typeof PREPARED) => {
      const { rows } = await sql<{ generic: number; custom: number }>`
        select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where statement like ${`% from part where id = $1 ${mark.compile(one.db).sql}`}`.execute(one.db);
      return rows;
    };
    for (let run = 0; run < 3; run += 1) {
      assert.deepEqual((await count(GENERIC_PLAN)).rows, [{ rows: 0 }]);
      await count(PREPARED);
    }
    assert.deepEqual(await plans(GENERIC_PLAN), [{ generic: 3, custom: 0 }]);
    assert.deepEqual(await plans(PREPARED), [{ generic: 0, custom: 3 }]);
  } finally {
    await one.close();
    await empty.close();
  }
});

test('an error of a statement with a generic plan ends its transaction, and later statements are planned as usual', async () => {
  const { db } = database;
  const fail = db
    .transaction()
    .execute((transaction) => sql`select 1 / ${0}::int ${GENERIC_PLAN}`.execute(transaction));
  await assert.rejects(fail, /division by zero/);
  await assert.rejects(sql`select 2 / ${0}::int ${GENERIC_PLAN}`.execute(db), /division by zero/);
  const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(db);
  assert.deepEqual(rows, [{ mode: 'auto' }]);
});

test('concurrent callers of an equal query share one run, which begins after each of them asked', async () => {
  const { db } = database;
  await sql`create table together_row (n int)`.execute(db);
  await sql`create sequence together_run`.execute(db);
  const rows = () =>
    db.selectNoFrom([
      sql<number>`nextval('together_run')`.as('run'),
      sql<number>`(select count(*) from together_row)`.as('rows'),
      sql<string>`pg_sleep(0.2)::text`.as('slept'),
    ]);
  const ask = async () => {
    const [answer] = await coalesceQuery(db, rows());
    return [answer?.run, answer?.rows];
  };
  const first = ask();
  const beside = ask();
  // Waits until the first run has incremented the sequence. The run has then started.
  const taken = sql<{ taken: boolean }>`select is_called as taken from together_run`;
  while (!(await taken.execute(db)).rows[0]?.taken) await new Promise((resolve) => setTimeout(resolve, 5));
  await sql`insert into together_row values (1)`.execute(db);
  const later = [ask(), ask(), ask()];
  assert.deepEqual(await Promise.all([first, beside]), [
    [1, 0],
    [1, 0],
  ]);
  assert.deepEqual(await Promise.all(later), [
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
  assert.deepEqual(await ask(), [3, 1]);
});

test('a coalesced run is not shared across parameters or transactions, and a failed run rejects each of its callers', async () => {
  const { db } = database;
  const ratio = (of: number) => db.selectNoFrom(sql<number>`12 / ${sql.val(of)}::int`.as('ratio'));
  const answers = await Promise.allSettled([0, 3, 0, 4].map((of) => coalesceQuery(db, ratio(of))));
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.ratio : sqlState(answer.reason))),
    ['22012', 4, '22012', 3],
  );
  assert.deepEqual(await coalesceQuery(db, ratio(6)), [{ ratio: 2 }]);
  await sql`create table together_own (n int)`.execute(db);
  const own = () => db.selectNoFrom(sql<number>`(select count(*) from together_own)`.as('rows'));
  await withTransaction(db, async (transaction) => {
    await sql`insert into together_own values (1)`.execute(transaction);
    assert.deepEqual(await coalesceQuery(transaction, own()), [{ rows: 1 }]);
    assert.deepEqual(await coalesceQuery(db, own()), [{ rows: 0 }]);
  });
});

test('a part of a transaction that fails is rolled back and leaves no savepoint, and the transaction continues', async () => {
  await database.pool.query('create table parts (n int)');
  await withTransaction(database.db, async (trx) => {
    await sql`insert into parts values (1)`.execute(trx);
    const failing = inSavepoint(trx, async () => {
      await sql`insert into parts values (2)`.execute(trx);
      throw new Error('refused');
    });
    await assert.rejects(failing, /refused/);
    await sql`insert into parts values (3)`.execute(trx);
  });
  const { rows } = await database.pool.query<{ n: number }>('select n from parts order by n');
  assert.deepEqual(
    rows.map(({ n }) => n),
    [1, 3],
  );
  const left = withTransaction(database.db, async (trx) => {
    await assert.rejects(
      inSavepoint(trx, () => Promise.reject(new Error('refused'))),
      /refused/,
    );
    await sql`release savepoint part`.execute(trx);
  });
  await assert.rejects(left, /savepoint "part" does not exist/);
});

test('a second migration does nothing', async () => {
  const empty = await createEmptyDatabase();
  try {
    assert.deepEqual(
      await migrate(empty.db, migrations),
      migrations.map(([name]) => name),
    );
    assert.deepEqual(await migrate(empty.db, migrations), []);
  } finally {
    await empty.close();
  }
});

test('of two processes that migrate at once, one migrates and the other waits', async () => {
  const empty = await createEmptyDatabase();
  const second = connect(empty.url, { max: 2 });
  try {
    const slow = [...migrations, ['9999_slow', { statements: ['select pg_sleep(0.5)'] }] as const];
    const done = await Promise.all([migrate(empty.db, slow), migrate(second.db, slow)]);
    assert.deepEqual(done.map((names) => names.length).sort(), [0, slow.length].sort());
  } finally {
    await second.close();
    await empty.close();
  }
});

test('a failing step rolls back the whole run and is named', async () => {
  const empty = await createEmptyDatabase();
  try {
    const broken = [...migrations, ['9999_broken', { statements: ['create table half ()', 'select 1/0'] }] as const];
    await assert.rejects(
      migrate(empty.db, broken),
      /step 9999_broken failed \(division by zero\)\. Nothing was changed/,
    );
    const { rows } = await empty.pool.query("select to_regclass('half') half, to_regclass('process_node') node");
    assert.deepEqual(rows[0], { half: null, node: null });
  } finally {
    await empty.close();
  }
});

test('a database of a newer version is refused in one line', async () => {
  const empty = await createEmptyDatabase();
  try {
    await migrate(empty.db, [...migrations, ['9999_future', { statements: [] }]]);
    await assert.rejects(migrate(empty.db, migrations), /does not fit this version .* or a newer one/);
  } finally {
    await empty.close();
  }
});

test('a transaction that the database asks to retry is retried and takes effect once', async () => {
  await database.pool.query('create table counter (n int); insert into counter values (0)');
  let runs = 0;
  let open = () => {};
  const allHaveRead = new Promise<void>((settle) => {
    open = settle;
  });
  const add = () =>
    withTransaction(database.db, async (trx) => {
      runs += 1;
      const run = runs;
      await sql`set transaction isolation level serializable`.execute(trx);
      const { rows } = await sql<{ n: number }>`select n from counter`.execute(trx);
      // The first three attempts write only after all three have read, so that they conflict.
      if (run === 3) open();
      await allHaveRead;
      await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(trx);
    });
  await Promise.all([add(), add(), add()]);
  const { rows } = await database.pool.query('select n from counter');
  assert.equal(rows[0].n, 3);
  assert.ok(runs > 3, 'the test made no conflict');
});

test("of two transactions that write the same key at once, the second retries and finds the first one's row", async () => {
  await database.pool.query('create table names (name text primary key)');
  let open = () => {};
  const haveLooked = new Promise<void>((settle) => {
    open = settle;
  });
  let looks = 0;
  const take = () =>
    withTransaction(database.db, async (trx) => {
      const { rows } = await sql`select name from names`.execute(trx);
      looks += 1;
      if (looks === 2) open();
      await haveLooked;
      if (rows.length > 0) return 'taken';
      await sql`insert into names values ('one')`.execute(trx);
      return 'made';
    });
  assert.deepEqual((await Promise.all([take(), take()])).sort(), ['made', 'taken']);
  assert.equal(looks, 3);
});

test('any other failure rolls back the transaction and is thrown unchanged, with its SQLSTATE and constraint', async () => {
  let runs = 0;
  const failing = withTransaction(database.db, async (trx) => {
    runs += 1;
    await trx.updateTable('process_node').set({ holder: 'undone' }).where('node', '=', 1).execute();
    await sql`alter table process_node add constraint never check (node < 0)`.execute(trx);
  });
  await assert.rejects(failing, (error: unknown) => {
    assert.equal(sqlState(error), '23514');
    assert.equal(violatedConstraint(error), 'never');
    return true;
  });
  assert.equal(runs, 1);
  const row = await database.db.selectFrom('process_node').select('holder').where('node', '=', 1).executeTakeFirst();
  assert.equal(row?.holder, null);
});

test('processes on one database lease different node numbers and never create the same id', async () => {
  const other = await createTestDatabase();
  try {
    const clock = fixedClock('2026-03-01T09:30:00+08:00');
    const leases = await Promise.all(Array.from({ length: 16 }, () => leaseIds(other.db, systemClock)));
    const made = leases.flatMap((ids) => Array.from({ length: 300 }, () => ids.next()));
    assert.equal(new Set(made).size, made.length);

    const [first] = leases;
    assert.ok(first);
    await first.release();
    assert.throws(() => first.next(), /lease/);

    // The next process has a slow clock, but its ids still exceed those of the former holder.
    const next = await leaseIds(other.db, clock);
    assert.ok(next.next() > Math.max(...made.slice(0, 300)));
    for (const lease of [next, ...leases.slice(1)]) await lease.release();
  } finally {
    await other.close();
  }
});

test('on the embedded database, a start does not wait for the leases of killed processes', async () => {
  const other = await createTestDatabase();
  try {
    for (let n = 0; n < 20; n += 1) {
      const ids = await leaseIds(other.db, systemClock, { alone: true });
      assert.ok(ids.next() > 0);
    }
  } finally {
    await other.close();
  }
});

test('a connection uses startup parameters that a pooler supports, and sets time-outs and zone in its first statement', async () => {
  const { rows } = await sql<{ limit: string; idle: string; zone: string }>`
    select current_setting('statement_timeout') as limit, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('timezone') as zone`.execute(database.db);
  assert.deepEqual(rows, [{ limit: '30s', idle: '1min', zone: 'UTC' }]);

  // The first message of a connection contains its length, the protocol and null-terminated names and values.
  const first = new Promise<string[]>((settle) => {
    const listener = createServer((socket) =>
      socket.once('data', (bytes) => {
        const words = bytes.subarray(8).toString().split('\0');
        settle(words.filter((word, at) => word !== '' && at % 2 === 0));
        socket.destroy();
        listener.close();
      }),
    ).listen(0, '127.0.0.1', async () => {
      const { port } = listener.address() as AddressInfo;
      const refused = connect(`postgresql://who@127.0.0.1:${port}/what`);
      await sql`select 1`.execute(refused.db).catch(() => undefined);
      await refused.close();
    });
  });
  assert.deepEqual((await first).sort(), ['application_name', 'client_encoding', 'database', 'user']);
});
