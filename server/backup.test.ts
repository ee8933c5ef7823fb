import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backupFacts } from './backup-facts';
import { checkBackup, type Manifest } from './core/database/backup/manifest';
import { restoreBackup } from './core/database/backup/read';
import { writeBackup } from './core/database/backup/write';
import { connect } from './core/database/connect';
import { listPartitions, PARTITIONED, preparePartitions } from './core/database/partitions';
import { createEmptyDatabase, type TestDatabase, tamper } from './core/database/testing';
import { migrations } from './migrations';
import { findOffences } from './modules/ledger';
import { manual } from './modules/ledger/entries';
import { post, postAll } from './modules/ledger/store';
import { linkRecords } from './modules/record';
import { createTestApp, type TestApp } from './testing';
import { programArguments } from './testing-programs';

const KEY = 'ab'.repeat(32);
let t: TestApp;
let token: string;
let folder: string;
/** An intact backup. Tests damage only copies of this backup. */
let whole: { path: string; manifest: Manifest };

before(async () => {
  t = await createTestApp();
  token = await t.signIn();
  folder = await mkdtemp(join(tmpdir(), 'multistation-backup-test-'));
  await mkdir(join(folder, 'files', 'avatar'), { recursive: true });
  await writeFile(join(folder, 'files', 'avatar', '7.png'), 'a picture');
  // These values are easily lost: microseconds, numbers beyond 2^53, bytes, empty and null texts, quotes and line ends.
  await t.database.pool.query(
    `insert into secret_value (place, sealed, updated_at, updated_by)
     values ('test/one', '\\x00ff5c0a09', '2026-03-01 03:40:00.123456+00', 1)`,
  );
  await t.database.pool.query(
    `insert into preference (account_id, key, content, updated_at)
     values (1, 'x', '{"n": 9007199254740993.10, "text": "tab\\there \\\\N \\"quoted\\" 站点", "list": [null, {}]}', now())`,
  );
  // More data than the buffers of the driver, the network and the compression can store.
  await t.database.pool.query(
    `insert into page_view (day, path, views)
     select '2026-03-01', '/x/' || n || '/' || repeat(md5(n::text), 4), n from generate_series(1, 10000) n`,
  );
  await act();
  await linkRecords(t.db, t.clock);
  whole = await backup();
});
after(async () => {
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

let turn = 0;
/** Calls an endpoint that writes several rows in one transaction. A backup must contain all of these rows or none. */
async function act(): Promise<void> {
  turn += 1;
  const { code } = await t.call(
    'dashboard.Index/saveQuickLinks',
    { paths: turn % 2 === 0 ? ['/site/index'] : [] },
    { token },
  );
  assert.equal(code, 100);
}

let target = 0;
async function backup(during: () => Promise<void> = async () => undefined, signal?: AbortSignal) {
  target += 1;
  return writeBackup({
    url: t.database.url,
    filesDir: join(folder, 'files'),
    target: join(folder, `backups${target}`),
    keyId: '0123456789abcdef',
    usedKeys: async () => ['0123456789abcdef', 'fedcba9876543210'],
    facts: async (db) => {
      await during();
      return backupFacts(db);
    },
    ...(signal && { signal }),
  });
}

async function restored<T>(path: string, look: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createEmptyDatabase();
  const filesDir = await mkdtemp(join(folder, 'restored-'));
  try {
    await restoreBackup({ path, url: database.url, filesDir, steps: migrations, facts: backupFacts });
    assert.equal(await readFile(join(filesDir, 'avatar', '7.png'), 'utf8'), 'a picture');
    return await look(database);
  } finally {
    await database.close();
  }
}

/** Reads the complete content of a table. */
const content = async (database: Pick<TestDatabase, 'pool'>, table: string): Promise<string> =>
  (
    await database.pool.query<{ all: string }>(
      `select coalesce(json_agg(x::text order by x::text), '[]')::text as all from ${table} x`,
    )
  ).rows[0]?.all ?? '';

test('a backup made during writes is a consistent snapshot and restores exactly', async () => {
  const tables = (await checkBackup(whole.path)).tables.map(({ name }) => name);
  const sums = new Map<string, string>();
  for (const name of tables) sums.set(name, await content(t.database, name));
  await preparePartitions(t.db, new Date());
  let writing = true;
  const load = (async () => {
    while (writing) await act();
  })();
  // At least 20 transactions commit during the backup.
  const made = await backup(async () => {
    for (let count = 0; count < 20; count += 1) await act();
  });
  writing = false;
  await load;
  await restored(made.path, async (database) => {
    const { rows } = await database.pool.query<{ records: number }>(
      `select count(*)::int as records from operation_record where action = 'saveQuickLinks'`,
    );
    const now = await t.database.pool.query<{ records: number }>(
      `select count(*)::int as records from operation_record where action = 'saveQuickLinks'`,
    );
    const saved = made.manifest.tables.find(({ name }) => name === 'operation_record');
    assert.ok((rows[0]?.records ?? 0) <= (saved?.rows ?? 0));
    assert.ok((now.rows[0]?.records ?? 0) >= (rows[0]?.records ?? 0) + 20, 'the writers went on');
    // These tables had no writes during the backup, so they must be identical.
    for (const name of [
      'secret_value',
      'preference',
      'page_view',
      'identity',
      'account',
      'site_setting',
      'notice_feed',
    ]) {
      assert.equal(await content(database, name), sums.get(name), name);
    }
    for (const table of PARTITIONED) {
      const partitions = await listPartitions(t.db, table);
      assert.equal(partitions.length, 5);
      assert.deepEqual(await listPartitions(database.db, table), partitions);
    }
    // A restored database is usable: the audit chain continues, and audit rows remain append-only.
    assert.ok((await linkRecords(database.db, t.clock)) >= 0);
    await assert.rejects(database.pool.query('delete from operation_record'), { code: '42501' });
  });
});

test('after a restore new platform events get numbers above the restored ones', async () => {
  const insert = (database: Pick<TestDatabase, 'pool'>, event: string) =>
    database.pool.query<{ id: number }>(
      `insert into platform_event (platform, event_id, address, received_at, method, headers, body, state)
       values ('wechat', $1, 'a', now(), 'POST', '{}', '', 'done') returning id`,
      [event],
    );
  const last = (await insert(t.database, 'before 2')).rows[0]?.id ?? 0;
  const { path } = await backup();
  await restored(path, async (database) => {
    assert.equal((await insert(database, 'after')).rows[0]?.id, last + 1);
  });
  await t.database.pool.query(`delete from platform_event where event_id like 'before%'`);
});

test('a backup is restored into a database with another collation and another schema, and a connection without tables is refused', async () => {
  // In this collation "_" and lower-case letters have other places than in the embedded database.
  const name = `multistation_test_collated_${process.pid}`;
  await t.database.pool.query(
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'`,
  );
  const url = new URL(t.database.url);
  url.pathname = `/${name}`;
  const other = connect(String(url), { max: 2 });
  try {
    await other.pool.query('create schema own');
    await other.pool.query(`alter database ${name} set search_path = own`);
    await t.db
      .insertInto('secret_value')
      .values(
        ['a_b', 'aB', 'ab', 'a-b'].map((place) => ({
          place,
          sealed: Buffer.from(place),
          updated_at: new Date(),
          updated_by: 0,
        })),
      )
      .execute();
    const { path } = await backup();
    const target = connect(String(url), { max: 2 });
    try {
      const done = await restoreBackup({
        path,
        url: String(url),
        filesDir: null,
        steps: migrations,
        facts: backupFacts,
      });
      assert.ok(done.rows > 0);
      const { rows } = await target.pool.query<{ n: number }>('select count(*)::int as n from own.secret_value');
      assert.ok((rows[0]?.n ?? 0) >= 4);
      const wish = { filesDir: join(folder, 'none'), keyId: null, facts: backupFacts };
      const again = await writeBackup({ ...wish, url: String(url), target: join(folder, 'own') });
      assert.equal(again.manifest.tables.length, done.manifest.tables.length);
      await other.pool.query(`alter database ${name} set search_path = public`);
      await assert.rejects(writeBackup({ ...wish, url: String(url), target: join(folder, 'own') }), {
        message: /has no tables/,
      });
    } finally {
      await target.close();
    }
  } finally {
    await other.close();
    await t.database.pool.query(`drop database ${name} with (force)`);
    await t.db.deleteFrom('secret_value').where('place', 'in', ['a_b', 'aB', 'ab', 'a-b']).execute();
  }
});

test('restoring a backup made while transaction keys were still missing writes the missing keys', async () => {
  const day = '2026-03-01';
  const money = (bizNo: string) => manual({ bizNo, teamId: 7, at: t.clock.now(), day }, 'TEAM_AVAILABLE', 7, 'in', 100);
  const posted = await postAll(t, [money('K1'), money('K2')]);
  const view = (from: string) =>
    `create or replace view ledger_txn_key as select team_id, biz_type, biz_no, step, ${from === 'ledger_key' ? 'txn_id' : 'id as txn_id'},
       tx_no, reverses_id from ${from}`;
  await tamper(
    t.database,
    `delete from ledger_key where biz_no = 'K1'`,
    `insert into key_fill (table_name) values ('ledger_txn')`,
    view('ledger_txn'),
  );
  const { path } = await backup();
  await restored(path, async (database) => {
    for (const [index, bizNo] of ['K1', 'K2'].entries()) {
      const again = await post({ db: database.db, clock: t.clock, ids: t.ids }, money(bizNo));
      assert.deepEqual([again.id, again.isRepeat], [posted[index]?.id, true]);
    }
    const { rows } = await database.pool.query('select * from key_fill');
    assert.deepEqual(rows, []);
    assert.deepEqual(await findOffences(database.db), []);
  });
  await t.database.pool.query(`select fill_ledger_key('{}', 1000)`);
  await tamper(t.database, `delete from key_fill where table_name = 'ledger_txn'`, view('ledger_key'));
});

test('a flipped byte anywhere in a backup is detected and named before a restore changes anything', async () => {
  for (const file of ['manifest.json', 'tables/account.copy.gz', 'files/avatar/7.png', 'SHA256SUMS']) {
    const copy = join(folder, 'flipped');
    await rm(copy, { recursive: true, force: true });
    await cp(whole.path, copy, { recursive: true });
    const bytes = await readFile(join(copy, file));
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(join(copy, file), bytes);
    // A changed list of checksums is reported at the first file whose checksum differs.
    const named =
      file === 'SHA256SUMS' ? /The backup is damaged: / : new RegExp(`damaged: .*${file.replaceAll('.', '\\.')}`);
    await assert.rejects(checkBackup(copy), { name: 'StartupError', message: named }, file);
  }
});

test('a missing file and an added file are detected', async () => {
  const copy = join(folder, 'missing');
  await cp(whole.path, copy, { recursive: true });
  await rm(join(copy, 'tables', 'team.copy.gz'));
  await assert.rejects(checkBackup(copy), { message: /team\.copy\.gz is missing/ });
  await cp(whole.path, copy, { recursive: true });
  await writeFile(join(copy, 'tables', 'more.copy.gz'), '');
  await assert.rejects(checkBackup(copy), { message: /more\.copy\.gz is not listed/ });
});

/** Changes the rows of a table in a copy of the backup, and updates the file's checksum in `SHA256SUMS`. */
async function forge(table: string, change: (text: string) => string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'forged-'));
  await cp(whole.path, copy, { recursive: true });
  const file = join('tables', `${table}.copy.gz`);
  const bytes = gzipSync(change(gunzipSync(await readFile(join(copy, file))).toString('utf8')));
  await writeFile(join(copy, file), bytes);
  const sums = await readFile(join(copy, 'SHA256SUMS'), 'utf8');
  const sum = createHash('sha256').update(bytes).digest('hex');
  await writeFile(
    join(copy, 'SHA256SUMS'),
    sums.replace(new RegExp(`[0-9a-f]{64}(?=  ${file.replaceAll('.', '\\.')})`), sum),
  );
  return copy;
}

test('a backup with rows that were changed together with their checksums is not restored, and the database stays empty', async () => {
  const database = await createEmptyDatabase();
  try {
    const cases = [
      [await forge('secret_value', (text) => text.replace('ff5c', 'ff5d')), /table secret_value came out different/],
      [await forge('team', () => 'no row at all\n'), /team\.copy\.gz cannot be restored/],
      [await forge('operation_record', () => ''), /operation_record\.copy\.gz holds 0 rows instead of/],
    ] as const;
    for (const [path, message] of cases) {
      const attempt = restoreBackup({ path, url: database.url, filesDir: null, steps: migrations, facts: backupFacts });
      await assert.rejects(attempt, { name: 'StartupError', message });
      const { rows } = await database.pool.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`);
      assert.equal(rows.length, 0, 'the database is as empty as before');
    }
  } finally {
    await database.close();
  }
});

test('a non-empty database or folder is refused with the remedy', async () => {
  const wish = { path: whole.path, steps: migrations, facts: backupFacts };
  await assert.rejects(restoreBackup({ ...wish, url: t.database.url, filesDir: null }), {
    message: /not empty .*DATA_DIR/,
  });
  await assert.rejects(restoreBackup({ ...wish, url: t.database.url, filesDir: join(folder, 'files') }), {
    message: /holds files already/,
  });
});

test('a backup of a newer version or of another key is refused', async () => {
  const wish = { path: whole.path, url: t.database.url, filesDir: null, facts: backupFacts };
  await assert.rejects(restoreBackup({ ...wish, steps: migrations.slice(0, 3) }), { message: /newer version/ });
  for (const [keyIds, message] of [
    [[], /sealed with key 0123456789abcdef and key fedcba9876543210, and no key is here/],
    [['f'.repeat(16)], /but the key here is ffffffffffffffff/],
    // During a rotation some secrets still need the earlier key.
    [['0123456789abcdef'], /sealed with key fedcba9876543210, but the key here is 0123456789abcdef/],
  ] as const) {
    await assert.rejects(restoreBackup({ ...wish, steps: migrations, keyIds }), { message });
  }
});

test('a stopped backup leaves no files, and the next backup removes the files of a killed one', async () => {
  const stop = new AbortController();
  await assert.rejects(backup(async () => stop.abort(), stop.signal));
  assert.deepEqual(await readdir(join(folder, `backups${target}`)), []);
  const place = join(folder, `backups${target + 1}`);
  // This process id is higher than any system allows, so the process cannot exist.
  await mkdir(join(place, '.2026-01-01T00-00-00Z.99999999.part', 'tables'), { recursive: true });
  const { path } = await backup();
  assert.deepEqual(await readdir(place), [path.slice(place.length + 1)]);
});

/** Runs a command in the same way as an operator. */
function command(file: string, environment: Record<string, string>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [...programArguments(file), ...args], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: folder, SECRET_KEY: KEY, ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += String(part);
    });
  }
  return new Promise<{ code: number | null; text: string }>((settle) =>
    child.on('close', (code) => settle({ code, text })),
  );
}

test('the commands create, drill and restore a backup, and record this in the databases', async () => {
  const DATABASE_URL = t.database.url;
  const made = await command('server/backup.ts', { DATABASE_URL }, join(folder, 'commands'));
  assert.equal(made.code, 0, made.text);
  assert.match(made.text, /read back and whole/);
  const [name = ''] = await readdir(join(folder, 'commands'));
  const path = join(folder, 'commands', name);
  const drilled = await command('server/restore.ts', { DATABASE_URL }, path, '--drill');
  assert.equal(drilled.code, 0, drilled.text);
  assert.match(drilled.text, /Drill passed/);
  const runs = await t.db.selectFrom('backup_run').select(['kind', 'audit_head']).orderBy('id').execute();
  assert.deepEqual(
    runs.map(({ kind }) => kind),
    ['backup', 'drill'],
  );
  assert.match(runs[0]?.audit_head ?? '', /^\d+:[0-9a-f]{64}$/);

  const used = await command('server/restore.ts', { DATABASE_URL, DATA_DIR: join(folder, 'new') }, path);
  assert.equal(used.code, 1);
  assert.match(used.text, /not empty/);
  const empty = await createEmptyDatabase();
  try {
    const environment = { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'new') };
    const foreign = await command('server/restore.ts', { ...environment, SECRET_KEY: 'cd'.repeat(32) }, path);
    assert.match(foreign.text, /sealed with key/);
    const back = await command('server/restore.ts', environment, path);
    assert.equal(back.code, 0, back.text);
    assert.deepEqual(
      (await empty.db.selectFrom('backup_run').select('kind').orderBy('id').execute()).map(({ kind }) => kind),
      ['restore'],
    );
  } finally {
    await empty.close();
  }
});
