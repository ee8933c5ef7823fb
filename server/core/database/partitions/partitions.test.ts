import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chainHead, linkRecords, verifyChain } from '../../../modules/record/chain';
import { idAt } from '../../ids';
import { connect } from '../connect';
import { createTestDatabase, type TestDatabase } from '../testing';
import { isPartitioned, listPartitions, maintainPartitions, PARTITIONED, partitionJobs, preparePartitions } from '.';
import { shapeOf } from './months';
import { clock, countOf, ids, insert, MONTHS, NOW, namesOf, pathOf, ROWS, withCopy } from './testing';

/** A database that the current version created. */
let fresh: TestDatabase;
before(async () => {
  fresh = await createTestDatabase();
});
after(() => fresh.close());

test('a new database gets the partitions of the coming months, and each row goes to the partition of its id', async () => {
  const present = new Date(Date.now());
  await preparePartitions(fresh.db, present);
  for (const table of PARTITIONED) {
    const partitions = await listPartitions(fresh.db, table);
    assert.equal(partitions.length, 5, 'the past, the present month and three months ahead');
    const [past, month] = partitions;
    assert.deepEqual([past?.from, past?.below], [null, month?.from]);
    assert.equal(month?.name, `${table}_${present.toISOString().slice(0, 7).replace('-', '_')}`);
    const beyond = 8_000_000_000_000_000;
    await insert(fresh, table, [1, idAt(present), beyond]);
    const { rows } = await fresh.pool.query(
      `select tableoid::regclass::text as name from ${table} order by ${shapeOf(table).key}`,
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      [past?.name, month?.name, `${table}_default`],
    );
    await preparePartitions(fresh.db, present);
    assert.deepEqual(await listPartitions(fresh.db, table), partitions);
  }
});

test('a table with rows becomes the first partition without a rewrite of its rows, and the audit chain stays whole', async () => {
  await withCopy(async (database) => {
    const head = await chainHead(database.db);
    const paths = new Map<string, string>();
    for (const table of PARTITIONED) {
      assert.equal(await isPartitioned(database.db, table), false);
      paths.set(table, await pathOf(database, table));
    }
    await preparePartitions(database.db, NOW);
    assert.equal(await isPartitioned(database.db, 'operation_record'), false, 'the start does not wait for it');
    for (const job of partitionJobs) await job.run(database.db, clock, ids);
    for (const table of PARTITIONED) {
      assert.deepEqual(await namesOf(database, table), MONTHS);
      assert.equal(await pathOf(database, `${table}_before_2026_04`), paths.get(table));
      assert.equal(await countOf(database, table), ROWS);
      await insert(database, table, [ids.next(), idAt(new Date('2026-05-31T23:59:59Z'))]);
      assert.equal(await countOf(database, `${table}_2026_05`), 1);
    }
    assert.deepEqual(await chainHead(database.db), head);
    assert.equal((await verifyChain(database.db)).breach, null);
  });
});

test('a partitioned table has the indexes, defaults, checks, triggers and rights of a new one, apart from its partition name', async () => {
  const shapeOf = async (database: TestDatabase, table: string) => {
    const { rows } = await database.pool.query<{ line: string }>(
      `select pg_get_indexdef(indexrelid) as line from pg_index where indrelid = $1::regclass
       union all select pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass
       union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass
       union all select attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
         from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = $1::regclass and attnum > 0
       union all select a.grantee::regrole || ' ' || a.privilege_type from pg_class, aclexplode(relacl) a where oid = $1::regclass
       order by 1`,
      [table],
    );
    return rows.map(({ line }) => line.replaceAll(/before_\d{4}_\d\d/g, 'before'));
  };
  await withCopy(async (database) => {
    await maintainPartitions(database.db, NOW);
    for (const table of PARTITIONED) {
      assert.deepEqual(await shapeOf(database, table), await shapeOf(fresh, table));
      const [first] = await listPartitions(fresh.db, table);
      assert.deepEqual(
        await shapeOf(database, `${table}_before_2026_04`),
        await shapeOf(fresh, first?.name ?? ''),
        'the first partition',
      );
    }
  });
});

test('each partition refuses updates, deletes and truncates as the table does, and a second operation record of one request', async () => {
  await withCopy(async (database) => {
    await maintainPartitions(database.db, NOW);
    const id = idAt(new Date('2026-04-02T00:00:00Z'));
    await insert(database, 'operation_record', [id, 8_000_000_000_000_000]);
    for (const name of [
      'operation_record',
      ...['before_2026_04', '2026_04', '2026_05', 'default'].map((one) => `operation_record_${one}`),
    ]) {
      for (const change of [`update ${name} set reason = 'x'`, `delete from ${name}`, `truncate ${name}`]) {
        await assert.rejects(database.pool.query(change), { code: '42501' }, change);
      }
      const { rows } = await database.pool.query<{ rights: number }>(
        `select count(*)::int as rights from pg_class, aclexplode(relacl) where oid = $1::regclass
         and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`,
        [name],
      );
      assert.equal(rows[0]?.rights, 0, name);
    }
    await assert.rejects(
      database.pool.query(
        `insert into operation_record select id + 1, ${'at, account_id, account, identity_name, module, action, object_type, object_id, object_no, result_code, before, after, detail, reason, ip, ua, request_id, cost_ms'} from operation_record where id = ${id}`,
      ),
      { code: '23505' },
    );
  });
});

test('partitioning that is interrupted before any statement continues at the next run, and rows stay readable and writable', async () => {
  await withCopy(async (database) => {
    let written = ROWS;
    for (let interrupted = 1; ; interrupted += 1) {
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
      const isDone = await maintainPartitions(own.db, NOW).then(
        () => true,
        (error: unknown) => {
          assert.match(String(error), /interrupted/);
          return false;
        },
      );
      await own.close();
      for (const table of PARTITIONED) await insert(database, table, [ids.next()]);
      written += 1;
      for (const table of PARTITIONED) assert.equal(await countOf(database, table), written);
      if (isDone) break;
      assert.ok(interrupted < 200);
    }
    for (const table of PARTITIONED) assert.deepEqual(await namesOf(database, table), MONTHS);
    const { rows } = await database.pool.query(`select conname from pg_constraint where conname like '%\\_bound'`);
    assert.deepEqual(rows, []);
    await linkRecords(database.db, clock);
    assert.equal((await verifyChain(database.db)).breach, null);
  });
});

test('a server that is killed during the validation leaves a table that the next run partitions', async () => {
  await withCopy(async (database) => {
    const bound = `check (id < ${idAt(new Date('2026-04-01T00:00:00Z'))}) not valid`;
    await database.pool.query(`alter table operation_record add constraint operation_record_bound ${bound}`);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table operation_record in share update exclusive mode');
    const own = connect(database.url, { max: 2 });
    const killed = assert.rejects(maintainPartitions(own.db, NOW));
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let pid: number | undefined;
    while (pid === undefined) pid = (await database.pool.query<{ pid: number }>(waiting)).rows[0]?.pid;
    await holder.query('select pg_terminate_backend($1)', [pid]);
    await killed;
    await own.close();
    await holder.query('rollback');
    holder.release();
    assert.equal(await isPartitioned(database.db, 'operation_record'), false);
    await maintainPartitions(database.db, NOW);
    assert.deepEqual(await namesOf(database, 'operation_record'), MONTHS);
  });
});

test('a long read delays partitioning, and a write waits for less than a second meanwhile', async () => {
  await withCopy(async (database) => {
    const reader = await database.pool.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select count(*) from operation_record');
    let isOver = false;
    const change = maintainPartitions(database.db, NOW)
      .then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
      .finally(() => {
        isOver = true;
      });
    let longest = 0;
    let written = 0;
    while (!isOver) {
      const begun = performance.now();
      await insert(database, 'operation_record', [ids.next()]);
      longest = Math.max(longest, performance.now() - begun);
      written += 1;
    }
    assert.equal(await change, '55P03');
    assert.equal(await isPartitioned(database.db, 'operation_record'), false);
    assert.ok(longest < 1_000, `${longest} ms`);
    const { rows } = await reader.query('select count(*)::int as count from operation_record');
    assert.equal(rows[0].count, ROWS);
    await reader.query('commit');
    reader.release();
    await maintainPartitions(database.db, NOW);
    assert.equal(await isPartitioned(database.db, 'operation_record'), true);
    assert.equal(await countOf(database, 'operation_record'), ROWS + written);
  });
});

test('an id bound that new ids would soon exceed is replaced by a later one, also at the start', async () => {
  await withCopy(async (database) => {
    const soon = idAt(new Date('2026-02-12T00:00:00Z'));
    await database.pool.query(
      `alter table operation_record add constraint operation_record_bound check (id < ${soon}) not valid`,
    );
    await preparePartitions(database.db, NOW);
    const { rows } = await database.pool.query(
      `select conname from pg_constraint where conname = 'operation_record_bound'`,
    );
    assert.deepEqual(rows, []);
    await database.pool.query(
      `alter table operation_record add constraint operation_record_bound check (id < ${soon}) not valid`,
    );
    await maintainPartitions(database.db, NOW);
    assert.deepEqual(await namesOf(database, 'operation_record'), MONTHS);
  });
});

test('rows inserted before their month had a partition move into the new partition', async () => {
  await withCopy(async (database) => {
    await maintainPartitions(database.db, NOW);
    const later = new Date('2026-08-20T00:00:00Z');
    for (const table of PARTITIONED)
      await insert(database, table, [idAt(later), idAt(later) + 1, 8_000_000_000_000_000]);
    await maintainPartitions(database.db, later);
    for (const table of PARTITIONED) {
      assert.equal(await countOf(database, `${table}_2026_08`), 2);
      assert.equal(await countOf(database, `${table}_default`), 1);
      assert.equal(await countOf(database, table), ROWS + 3);
    }
    await assert.rejects(database.pool.query('delete from operation_record_default'), { code: '42501' });
  });
});

test('the owner of the tables can partition them without an administrator', async () => {
  await withCopy(async (database) => {
    const role = new URL(database.url).pathname.slice(1).replace('test', 'owner');
    const { rows } = await database.pool.query<{ user: string }>('select current_user as user');
    await database.pool.query(`create role ${role}`);
    await database.pool.query(`alter schema public owner to ${role}`);
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    );
    for (const { name } of tables) await database.pool.query(`alter table ${name} owner to ${role}`);
    const own = connect(`${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20role%3D${role}`, {
      max: 2,
    });
    try {
      await maintainPartitions(own.db, NOW);
      const later = new Date('2026-08-20T00:00:00Z');
      for (const table of PARTITIONED) await insert(own, table, [idAt(later)]);
      await maintainPartitions(own.db, later);
      for (const table of PARTITIONED) {
        assert.equal((await namesOf(database, table)).length, MONTHS.length + 6);
        assert.equal(await countOf(database, table), ROWS + 1);
      }
      await assert.rejects(own.pool.query('delete from operation_record_2026_08'), { code: '42501' });
    } finally {
      await own.close();
      await database.pool.query(`reassign owned by ${role} to ${rows[0]?.user}`);
      await database.pool.query(`drop owned by ${role}`);
      await database.pool.query(`drop role ${role}`);
    }
  });
});
