import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { prepareFolder } from './core/database/cluster-folder';
import { diskGuard, LEAST_ROOM } from './core/files/disk';
import { startJobs } from './core/jobs';
import { StartupError } from './core/startup';
import { chainHead, linkRecords, verifyChain } from './modules/record/chain';
import { createTestApp, type TestApp } from './testing';

/** Tests a running server during failures of its machine (QUALITY C.3 30): clock jumps, a full disk, a folder that is not writable. */

const HOUR = 3_600_000;

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());

const draft = (name: string, token: string, key?: string) =>
  t.call('team.Team/saveDraft', { step: 1, values: { name } }, { token, ...(key && { key }) });

test('after the clock jumps back an hour, sessions, unique ids, stored answers and the audit chain remain intact', async () => {
  const token = await t.signIn();
  const first = await draft('Before', token, 'a-key-of-before-the-jump');
  t.clock.advance(-HOUR);
  const second = await draft('After', token);
  assert.deepEqual([first.code, second.code], [100, 100]);
  assert.ok(second.data.id > first.data.id, 'numbers went back with the clock');
  const again = await draft('Before', token, 'a-key-of-before-the-jump');
  assert.equal(again.data.id, first.data.id);
  t.clock.advance(HOUR);
  const third = await draft('Again', token);
  assert.ok(third.data.id > second.data.id);
  await linkRecords(t.db, t.clock);
  assert.equal((await verifyChain(t.db)).breach, null);
  assert.notEqual(await chainHead(t.db), null);
});

test('after the clock jumps ahead an hour, only idle sessions end, as if the hour had passed', async () => {
  const token = await t.signIn();
  const { data } = await draft('Kept', token);
  t.clock.advance(HOUR);
  assert.equal((await draft('Late', token)).code, 401);
  const next = await t.signIn();
  const { data: list } = await t.call('team.Team/getList', { status: ['draft'] }, { token: next });
  assert.ok(list.list.some(({ id }) => id === data.id));
  t.clock.advance(-HOUR);
  assert.equal((await draft('Back', next)).code, 100, 'the jump is taken back');
});

test('on a full disk a call fails completely, without internal details, and succeeds once there is space', async () => {
  const token = await t.signIn();
  const key = 'a-key-while-the-disk-is-full';
  // The trigger raises the error that PostgreSQL reports when a file cannot grow.
  await sql`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
  end $$`.execute(t.db);
  await sql`create trigger no_room before insert on team for each row execute function no_room()`.execute(t.db);
  const count = async () => {
    const { rows } = await sql<{ teams: number }>`select count(*) as teams from team`.execute(t.db);
    return rows[0]?.teams;
  };
  const was = await count();
  const refused = await draft('No room', token, key);
  assert.equal(refused.code, 50001);
  assert.doesNotMatch(refused.msg, /space|file|base/i);
  assert.equal(await count(), was);
  assert.equal((await t.call('team.Team/getList', {}, { token })).code, 100, 'reading goes on');
  await sql`drop trigger no_room on team`.execute(t.db);
  const done = await draft('No room', token, key);
  assert.equal(done.code, 100);
  assert.equal(await count(), (was ?? 0) + 1);
});

test('on a nearly full disk writes are refused with the reason, reads and sign-in work, and a later retry succeeds', async () => {
  let free = LEAST_ROOM - 1;
  const room = async () => ({ freeBytes: free, totalBytes: 10 * LEAST_ROOM });
  const where = { dataDir: 'unread', databaseUrl: null };
  let look = diskGuard(where, room);
  const tight = await createTestApp({ isDiskFull: () => look() });
  try {
    const token = await tight.signIn();
    const save = () =>
      tight.call(
        'team.Team/saveDraft',
        { step: 1, values: { name: 'Later' } },
        { token, key: 'a-key-of-a-full-disk', locale: 'en-US' },
      );
    const refused = await save();
    assert.equal(refused.code, 50301);
    assert.match(refused.msg, /^The disk of the server is full/);
    assert.equal((await tight.call('team.Team/getList', {}, { token })).code, 100);
    const said = await tight.call(
      'Login/login',
      { account: 'nobody', password: 'x', code: 'aaaa', captchaId: 'x' } as never,
      {},
    );
    assert.notEqual(said.code, 50301, 'signing in is what the operator needs to see why');
    const records = await tight.db
      .selectFrom('operation_record')
      .select('id')
      .where('result_code', '=', 50301)
      .execute();
    assert.deepEqual(records, [], 'a record would take room as well');
    const ran: string[] = [];
    const job = { name: 'full', everyMs: 10, run: async () => void ran.push('run') };
    const log = { error: () => undefined } as never;
    let turns = 0;
    const isDiskFull = () => {
      turns += 1;
      return look();
    };
    const stop = startJobs([job], { ...tight, log, isDiskFull });
    while (turns < 3) await new Promise((settle) => setTimeout(settle, 5));
    await stop();
    assert.deepEqual(ran, [], 'jobs wait as well');
    free = LEAST_ROOM;
    look = diskGuard(where, room);
    assert.equal((await save()).code, 100);
    assert.equal(
      await diskGuard({ ...where, databaseUrl: 'postgresql://elsewhere' }, async () => ({
        freeBytes: 0,
        totalBytes: 1,
      }))(),
      false,
    );
  } finally {
    await tight.close();
  }
});

test('a folder without write permission is reported in one line with the remedy, before anything starts in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-shut-'));
  const isRoot = process.geteuid?.() === 0;
  try {
    await chmod(folder, 0o555);
    // Root may write to every folder. When root runs the tests, the process temporarily becomes an unprivileged user.
    if (isRoot) process.seteuid?.(65_534);
    await assert.rejects(
      prepareFolder(join(folder, 'data')),
      (error: Error) =>
        error instanceof StartupError && /cannot be written to \(EACCES\): change its owner/.test(error.message),
    );
    await assert.rejects(prepareFolder(folder), /cannot be written to \(EACCES\)/);
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o755);
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
  }
});
