import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createYears } from './core/database/archive/testing';
import { type TestDatabase, tamper } from './core/database/testing';
import { idAt } from './core/ids';
import { programArguments } from './testing-programs';

let database: TestDatabase;
let dataDir: string;
before(async () => {
  database = await createYears();
  // The command uses the real time, so no record may be newer than the real time.
  const newest = idAt(new Date('2026-10-01T00:00:00Z'));
  await tamper(
    database,
    `delete from audit_link where record_id > ${newest}`,
    `delete from operation_record where id > ${newest}`,
  );
  dataDir = await mkdtemp(join(tmpdir(), 'multistation-archive-'));
});
after(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await database.close();
});

/** Runs a command in the same way as an operator, with an outside database. */
function command(file: string, ...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [...programArguments(file), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      SECRET_KEY: '',
      ARCHIVE_DIR: '',
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += String(part);
    });
  }
  return new Promise((settle) => child.on('close', (code) => settle({ code, text })));
}
const archive = (...args: readonly string[]) => command('server/archive.ts', ...args);

test('the archive command archives the months before a given month, lists and checks them, and restores one month', async () => {
  assert.deepEqual(await archive('--list'), { code: 0, text: 'No month is archived.\n' });
  const done = await archive('--before', '2026-04');
  assert.equal(done.code, 0, done.text);
  assert.match(
    done.text,
    /^Archived {2}2026-01 {2}operation_record_2026_01 {2}40 rows, \d+ B\n(.*\n){2}The files are in /,
  );
  assert.equal((await readdir(join(dataDir, 'archive'))).length, 6);
  assert.match((await archive('--before', '2026-04')).text, /^No month to archive/);
  const restored = await archive('--restore', '2026-02');
  assert.deepEqual([restored.code, /^Readable again {2}2026-02/.test(restored.text)], [0, true], restored.text);
  assert.match(
    (await archive('--list')).text,
    /^Archived {2}2026-01 .*\nReadable {2}2026-02 .*\nArchived {2}2026-03 .*\n$/,
  );
  const { rows } = await database.pool.query(
    `select object_no as month, action, after ->> 'rows' as rows, length(after ->> 'sha256') as sum from operation_record
     where module = 'rights.record' order by id`,
  );
  assert.deepEqual(
    rows.map(({ month, action }) => `${month} ${action}`),
    ['2026-01 archive', '2026-02 archive', '2026-03 archive', '2026-02 restoreArchived'],
  );
  assert.deepEqual([rows[0].rows, rows[0].sum], ['40', 64]);
  const whole = await archive('--check');
  assert.deepEqual([whole.code, whole.text.match(/^Whole/gm)?.length], [0, 3]);
});

test('wrong arguments and tables without a rule are refused with a message', async () => {
  for (const [args, message] of [
    [[], /Say what to do/],
    [['--before', '04/2026'], /"04\/2026" is no month/],
    [['--before', '2026-04', '--table', 'bell_notice'], /bell_notice is not archived: no rule/],
    [['--restore', '2026-07'], /2026-07 is not archived/],
  ] as const) {
    const { code, text } = await archive(...args);
    assert.equal(code, 1);
    assert.match(text, message);
  }
});

test('audit:verify names the archived months, verifies their files, and finds a damaged and a forged file', async () => {
  const verify = () => command('server/audit-verify.ts');
  const whole = await verify();
  assert.equal(whole.code, 0, whole.text);
  assert.match(whole.text, /2026-01 is archived \(40 records, links 1 to 40\): its file is whole and fits the chain/);
  assert.match(whole.text, /2026-03 is archived \(40 records, links 81 to 120\)/);
  assert.doesNotMatch(whole.text, /2026-02 is archived/);

  const path = join(dataDir, 'archive', 'operation_record_2026_01.copy.gz');
  const bytes = await readFile(path);
  await rm(path);
  const missing = await verify();
  assert.deepEqual([missing.code, /2026-01 .* only the links were verified/.test(missing.text)], [0, true]);
  await writeFile(path, bytes.subarray(0, 400));
  const damaged = await verify();
  assert.deepEqual([damaged.code, /2026-01 .* operation_record_2026_01.copy.gz /.test(damaged.text)], [1, true]);
  assert.equal((await archive('--check')).code, 1);
  await writeFile(path, bytes);

  await tamper(database, `update audit_link set hash = repeat('a', 64) where position = 100`);
  const changed = await verify();
  assert.equal(changed.code, 1);
  assert.match(
    changed.text,
    /broken at position 81: the chain was rewritten; a kept head or an archived month does not match it/,
  );
  assert.match(changed.text, /2026-03 .* does not fit the chain at position 100: record \d+ was changed/);
});
