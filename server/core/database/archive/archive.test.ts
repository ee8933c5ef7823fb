import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backupFacts } from '../../../backup-facts';
import { migrations } from '../../../migrations';
import { recordArchiveRule, verifyChain, verifyMonth, verifyNightly } from '../../../modules/record';
import { programArguments } from '../../../testing-programs';
import { fixedClock } from '../../clock';
import { idAt } from '../../ids';
import { StartupError } from '../../startup';
import { restoreBackup } from '../backup/read';
import { writeBackup } from '../backup/write';
import { listPartitions, maintainPartitions } from '../partitions';
import { countStatements, createEmptyDatabase, type TestDatabase, tamper } from '../testing';
import {
  type ArchivePart,
  archivedMonths,
  archiveMonths,
  findFault,
  hasManifest,
  listParts,
  restoreMonth,
  withRowsOf,
} from '.';
import { createYears, EACH, insertRecords, NOW, TOTAL } from './testing';

const clock = fixedClock(NOW);
const rules = { operation_record: recordArchiveRule };
const month = (text: string) => new Date(`${text}-01T00:00:00Z`);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-archive-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a test with its own database and an empty folder for the files. */
async function withYears(work: (database: TestDatabase, dir: string) => Promise<void>): Promise<void> {
  const database = await createYears();
  try {
    await work(database, await mkdtemp(join(folder, 'files-')));
  } finally {
    await database.close();
  }
}

const archive = ({ url }: TestDatabase, dir: string, until: string) =>
  archiveMonths({ url, dir, clock, rules, tables: ['operation_record'], before: month(until) });
const restore = ({ url }: TestDatabase, dir: string, text: string) =>
  restoreMonth({ url, dir, clock, table: 'operation_record', month: month(text) });

const countOf = async ({ pool }: Pick<TestDatabase, 'pool'>, table = 'operation_record'): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0;
/** Computes a digest of all rows, or of the rows of some months. */
async function digestOf(
  { pool }: Pick<TestDatabase, 'pool'>,
  months: readonly string[] | null = null,
): Promise<string> {
  const { rows } = await pool.query<{ digest: string }>(
    `select md5(string_agg(r::text, E'\\n' order by id)) as digest from operation_record r
     where $1::text[] is null or to_char(at at time zone 'UTC', 'YYYY-MM') = any ($1)`,
    [months],
  );
  return rows[0]?.digest ?? '';
}
const filesOf = async (dir: string) => (await readdir(dir)).sort();

/** Counts the rows in the database and in the files that the database has registered. The files must be intact. */
async function countAll(database: TestDatabase, dir: string): Promise<number> {
  let rows = await countOf(database);
  for (const part of await listParts(database.db)) {
    if (part.state !== 'archived') continue;
    assert.equal(await findFault(dir, part), null, part.name);
    rows += part.rows;
  }
  return rows;
}

const RESTORED = ['2028-05', '2026-01', '2030-10', '2026-02'];

test('records of 58 months go into files in one run; the chain stays whole, and a restored month has the same rows', async () => {
  await withYears(async (database, dir) => {
    const digest = await digestOf(database, RESTORED);
    const nightly = await verifyNightly(database.db);
    const parts = await archive(database, dir, '2030-11');
    assert.equal(parts.length, 58);
    assert.equal(await countOf(database), TOTAL - 58 * EACH);
    assert.equal((await filesOf(dir)).length, 2 * 58);
    assert.deepEqual(await archive(database, dir, '2030-11'), [], 'a second run has nothing to do');
    for (const part of await listParts(database.db)) {
      assert.equal(await findFault(dir, part), null);
      assert.equal(await hasManifest(dir, part), true);
    }
    const whole = await verifyChain(database.db);
    assert.deepEqual([whole.breach, whole.head], [null, nightly.head]);
    assert.equal((await verifyNightly(database.db)).breach, null);

    await maintainPartitions(database.db, new Date(NOW));
    await maintainPartitions(database.db, month('2031-07'));
    const [oldest] = await listPartitions(database.db, 'operation_record');
    assert.equal(oldest?.name, 'operation_record_2030_11', 'the job makes no partition of an archived month');
    for (const text of RESTORED) await restore(database, dir, text);
    assert.equal((await listPartitions(database.db, 'operation_record'))[0]?.from, null);
    assert.equal(await countOf(database), TOTAL - (58 - RESTORED.length) * EACH);
    assert.equal(await digestOf(database, RESTORED), digest);
    assert.equal((await verifyChain(database.db)).breach, null);
    await assert.rejects(restore(database, dir, '2028-05'), { message: /2028-05 is not archived/ });
  });
});

test('a restored month has the indexes, constraints, triggers and rights of a partition that was never archived, and refuses every change', async () => {
  await withYears(async (database, dir) => {
    const shapeOf = async (name: string) => {
      const { rows } = await database.pool.query<{ line: string }>(
        `select pg_get_indexdef(i.indexrelid) || (select ' of ' || h.inhparent::regclass from pg_inherits h where h.inhrelid = i.indexrelid) as line
           from pg_index i where i.indrelid = $1::regclass
         union all select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = $1::regclass
         union all select pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass
         union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and tgname not like 'archive%'
         union all select a.grantee::regrole || ' ' || a.privilege_type from pg_class, aclexplode(relacl) a where oid = $1::regclass
         order by 1`,
        [name],
      );
      return rows.map(({ line }) => line?.replaceAll(name, 'partition'));
    };
    await archive(database, dir, '2026-03');
    await restore(database, dir, '2026-02');
    assert.deepEqual(await shapeOf('operation_record_2026_02'), await shapeOf('operation_record_2026_03'));
    const id = idAt(month('2026-02')) + 7;
    for (const change of ["update operation_record set reason = 'x'", 'truncate operation_record_2026_02']) {
      await assert.rejects(database.pool.query(change), { code: '42501' }, change);
    }
    await assert.rejects(insertRecords(database, [id]), { code: '42501', message: /closed for its archive/ });
    const again = await archive(database, dir, '2026-03');
    assert.deepEqual(
      again.map(({ name }) => name),
      ['operation_record_2026_02'],
    );
    assert.equal((await verifyChain(database.db)).breach, null);
  });
});

test('a damaged, a truncated and a missing file are found, and are not restored', async () => {
  await withYears(async (database, dir) => {
    const [part] = (await archive(database, dir, '2026-02')) as [ArchivePart];
    const path = join(dir, 'operation_record_2026_01.copy.gz');
    const bytes = await readFile(path);
    const at = Math.floor(bytes.length / 2);
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    for (const wrong of [flipped, bytes.subarray(0, at), Buffer.concat([bytes, Buffer.from('x')])]) {
      await writeFile(path, wrong);
      assert.match((await findFault(dir, part)) ?? '', /does not fit its checksum|cannot be read/);
      await assert.rejects(restore(database, dir, '2026-01'), { name: 'StartupError', message: /Nothing was changed/ });
    }
    await rename(path, `${path}.away`);
    assert.equal(await findFault(dir, part), 'is missing');
    await assert.rejects(restore(database, dir, '2026-01'), { message: /is missing/ });
    await writeFile(path, bytes);
    await writeFile(join(dir, 'operation_record_2026_01.json'), '{}');
    assert.equal(await hasManifest(dir, part), false);
    await restore(database, dir, '2026-01');
    assert.equal(await countOf(database), TOTAL);
  });
});

test('changed links of an archived month break the chain, and a forged file does not fit it', async () => {
  await withYears(async (database, dir) => {
    const [part] = (await archive(database, dir, '2026-02')) as [ArchivePart];
    const fits = () => withRowsOf({ url: database.url, dir }, part, (db, table) => verifyMonth(db, table, part));
    assert.equal(await fits(), null);
    await tamper(database, `update audit_link set hash = repeat('0', 64) where position = 9`);
    assert.deepEqual((await verifyChain(database.db)).breach, { kind: 'rewritten', position: 1, recordId: null });
    assert.equal((await fits())?.position, 9);
    await tamper(
      database,
      `update operation_record set reason = 'x' where id = (select record_id from audit_link where position = 60)`,
    );
    await assert.rejects(archive(database, dir, '2026-03'), {
      message: /2026_02 was not archived: the chain .* broken at position 60/,
    });
    await insertRecords(database, [idAt(month('2026-02')) + 5]);
    assert.deepEqual((await listParts(database.db)).length, 1, 'the refused month is open again');
  });
});

test('a table without a rule and a month that is too recent are refused, and nothing is changed', async () => {
  await withYears(async (database, dir) => {
    const wish = { url: database.url, dir: join(dir, 'none'), clock, rules, before: month('2026-03') };
    await assert.rejects(archiveMonths({ ...wish, tables: ['bell_notice'] }), {
      message: /bell_notice is not archived: no rule/,
    });
    await assert.rejects(archive(database, join(dir, 'none'), '2030-12'), {
      message: /keeps the last 92 days: name 2030-11 or an earlier/,
    });
    await assert.rejects(stat(join(dir, 'none')));
    assert.equal(await countOf(database), TOTAL);
  });
});

/** Archives or restores in another process, which kills itself before a step (0: never). @returns the exit code or the signal's name */
function run(
  database: TestDatabase,
  dir: string,
  work: string,
  text: string,
  step: number,
): Promise<number | string | null> {
  const program = programArguments('server/core/database/archive/testing-kill.ts');
  const child = spawn(process.execPath, [...program, database.url, dir, NOW, work, text, String(step)], {
    stdio: 'inherit',
  });
  return new Promise((settle) => child.on('close', (code, signal) => settle(code ?? signal)));
}

test('a process that is killed before any step of an archive or a restore loses no row, and the next run continues', async () => {
  await withYears(async (database, dir) => {
    const digest = await digestOf(database);
    for (const [work, text, steps, rows] of [
      ['archive', '2026-02', 7, TOTAL - EACH],
      ['restore', '2026-01', 5, TOTAL],
    ] as const) {
      for (let step = 1; step <= steps; step += 1) {
        assert.equal(await run(database, dir, work, text, step), 'SIGKILL', `${work} ${step}`);
        assert.equal(await countAll(database, dir), TOTAL, `${work} ${step}`);
      }
      assert.equal(await run(database, dir, work, text, 0), work === 'archive' ? 0 : 1, 'the last step was the end');
      assert.equal(await countOf(database), rows);
    }
    assert.equal(await digestOf(database), digest);
    assert.equal((await verifyChain(database.db)).breach, null);
  });
});

test('a run that is interrupted before any of its statements loses no row, and the next run continues', async () => {
  await withYears(async (database, dir) => {
    const digest = await digestOf(database);
    const interrupted = async (work: () => Promise<unknown>) => {
      for (let last = 1; ; last += 1) {
        let isWorking = true;
        countStatements('statement_timeout', (n) => {
          if (isWorking && n === last) throw new Error('interrupted');
        });
        const isDone = await work().then(
          () => true,
          (error: unknown) => {
            assert.match(String(error), /interrupted/);
            return false;
          },
        );
        isWorking = false;
        assert.equal(await countAll(database, dir), TOTAL, `statement ${last}`);
        if (isDone) return last;
        assert.ok(last < 200);
      }
    };
    assert.ok((await interrupted(() => archive(database, dir, '2026-02'))) > 15);
    assert.ok(
      (await interrupted(() =>
        restore(database, dir, '2026-01').catch((error: Error) => {
          if (!/is not archived/.test(error.message)) throw error;
        }),
      )) > 15,
    );
    assert.equal(await digestOf(database), digest);
  });
});

test('rows inserted into an archived month move into its partition when the month is restored', async () => {
  await withYears(async (database, dir) => {
    await archive(database, dir, '2026-02');
    await insertRecords(database, [idAt(month('2026-01')) + 5]);
    assert.equal(await countOf(database, 'operation_record_default'), 1);
    await restore(database, dir, '2026-01');
    assert.equal(await countOf(database, 'operation_record_default'), 0);
    assert.equal(await countOf(database, 'operation_record_2026_01'), EACH + 1);
  });
});

test('a backup has each record or its archive entry, and a restored database reads the archived months', async () => {
  await withYears(async (database, dir) => {
    await archive(database, dir, '2026-03');
    let refused: unknown;
    const { path, manifest } = await writeBackup({
      ...{ url: database.url, filesDir: join(dir, 'no'), target: join(dir, 'backups'), keyId: null },
      facts: async (db) => {
        refused = await archive(database, dir, '2026-04').catch((error: unknown) => error);
        return backupFacts(db);
      },
    });
    assert.match(String(refused), /operation_record_2026_03 is in use, perhaps by a backup/);
    assert.equal(manifest.facts.auditChain, 'whole');
    const empty = await createEmptyDatabase();
    try {
      await restoreBackup({ path, url: empty.url, filesDir: null, steps: migrations, facts: backupFacts });
      assert.equal((await listPartitions(empty.db, 'operation_record'))[0]?.name, 'operation_record_2026_03');
      await archive(empty, dir, '2026-04');
      for (const text of ['2026-01', '2026-02', '2026-03']) await restore(empty, dir, text);
      for (const text of ['2026-01', '2026-02']) await restore(database, dir, text);
      assert.deepEqual([await countOf(empty), await digestOf(empty)], [TOTAL, await digestOf(database)]);
      assert.equal((await verifyChain(empty.db)).breach, null);
    } finally {
      await empty.close();
    }
  });
});

test('a lock timeout at any step of an archive or a restore becomes a message that says to try again', async () => {
  await withYears(async (database, dir) => {
    await archive(database, dir, '2026-02');
    const timeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const stopAt = (wanted: string) => (step: string) => {
      if (step === wanted) throw timeout;
    };
    const { url } = database;
    const wish = { ...{ url, dir, clock, rules }, tables: ['operation_record'], before: month('2026-03') } as const;
    for (const step of ['close', 'check', 'drop'] as const) {
      await assert.rejects(
        archiveMonths({ ...wish, reached: stopAt(step) }),
        new StartupError('operation_record_2026_02 is in use, perhaps by a backup: run this again later.'),
      );
    }
    for (const step of ['create', 'attach'] as const) {
      const reached = stopAt(step);
      await assert.rejects(
        restoreMonth({ ...{ url, dir, clock, reached }, table: 'operation_record', month: month('2026-01') }),
        new StartupError('operation_record is in use, perhaps by a backup: run this again later.'),
      );
    }
    assert.equal((await archive(database, dir, '2026-03')).length, 1);
    await restore(database, dir, '2026-01');
    assert.equal((await verifyChain(database.db)).breach, null);
  });
});

test('the archived months of a period are listed as ranges', async () => {
  await withYears(async (database, dir) => {
    await archive(database, dir, '2026-07');
    await restore(database, dir, '2026-04');
    const found = (from: string, to: string) =>
      archivedMonths(database.db, 'operation_record', { from: new Date(from), to: new Date(to) });
    const ranges = [
      { first: '2026-01', last: '2026-03' },
      { first: '2026-05', last: '2026-06' },
    ];
    assert.deepEqual(await archivedMonths(database.db, 'operation_record', null), ranges);
    assert.deepEqual(await found('2026-04-02', '2026-05-01'), []);
    assert.deepEqual(await found('2026-06-30', '2026-08-01'), [{ first: '2026-06', last: '2026-06' }]);
    assert.deepEqual(await archivedMonths(database.db, 'bell_notice', null), []);
  });
});
