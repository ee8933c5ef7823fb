import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startSession } from '../../server/core/access/session';
import { systemClock } from '../../server/core/clock';
import { LEAST_ROOM } from '../../server/core/files/disk';
import { createIds } from '../../server/core/ids';
import { findOffences } from '../../server/modules/ledger';
import { verifyChain } from '../../server/modules/record/chain';
import { type Console, startConsole } from '../support/console';
import { until } from './processes';

/**
 * Tests a full disk and a read-only disk: the console with its embedded PostgreSQL, backup, restore and start. Only root may mount file
 * systems, so `npm run crash` runs these tests and `npm test` does not.
 */

const MB = 1024 * 1024;
const DISK = 600 * MB;
const READ_ONLY_MS = 2_000;
const READ_ONLY = /cannot be written to \(EROFS\): its file system is read-only, mount it for writing, or choose/;
const AGENT = 'full-disk';

const mounted: string[] = [];
/** Mounts a file system in memory. @throws Error with the reason when mounting is not permitted */
async function mount(bytes: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'multistation-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    await rm(path, { recursive: true });
    throw new Error(
      `This process may not mount a file system, so nothing is proven about a full disk: run "npm run crash" as root, in a container with CAP_SYS_ADMIN or in none. (${String(error).split('\n').at(-2)})`,
    );
  }
  mounted.push(path);
  return path;
}
after(async () => {
  for (const path of mounted) {
    execFileSync('umount', ['-l', path]);
    await rm(path, { recursive: true, force: true });
  }
});
const remount = (path: string, how: string) => execFileSync('mount', ['-o', `remount,${how}`, path], { stdio: 'pipe' });

const room = async (path: string) => {
  const { bsize, bavail } = await statfs(path);
  return bsize * bavail;
};
/** Fills the disk until `left` bytes are free. */
async function fillTo(path: string, left: number): Promise<void> {
  for (let file = 0; ; file += 1) {
    const bytes = Math.min(16 * MB, (await room(path)) - left);
    if (bytes < 4_096) return;
    await writeFile(join(path, `ballast-${systemClock.now().getTime()}-${file}`), Buffer.alloc(bytes)).catch(
      (error) => {
        if (error.code !== 'ENOSPC') throw error;
      },
    );
  }
}
async function makeRoom(path: string): Promise<void> {
  for (const name of await readdir(path)) if (name.startsWith('ballast')) await rm(join(path, name));
}

/** Starts a console on the given disk. @returns the console, and a session token of its owner */
async function consoleOn(disk: string): Promise<{ server: Console; token: string }> {
  const usual = process.env.TMPDIR;
  // The console creates its data folder in `TMPDIR`.
  process.env.TMPDIR = disk;
  const server = await startConsole({ data: 'embedded', seed: 'small' }).finally(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });
  const { token } = await server.query(async (db) => {
    const owner = await db
      .updateTable('account')
      .set({ must_change_password: false })
      .where('account_type', '=', 'owner')
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids = createIds({ clock: systemClock, node: 15 });
    const facts = { accountId: owner.id, ip: '127.0.0.1', userAgent: AGENT, remember: false, most: 1 };
    return startSession({ db, clock: systemClock, ids }, facts);
  });
  return { server, token };
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
let serial = 0;
/** Makes an API call. @returns `null` when no complete JSON response arrives within 30 seconds, so the server has acknowledged nothing */
async function call({ server, token }: { server: Console; token: string }, address: string, input?: object) {
  serial += 1;
  try {
    const answer = await fetch(`${server.baseURL}/api/${address}`, {
      method: input ? 'POST' : 'GET',
      headers: {
        authorization: token,
        'accept-language': 'en-US',
        'user-agent': AGENT,
        'idempotency-key': `full-disk-key-${serial}`,
        ...(input && { 'content-type': 'application/json' }),
      },
      ...(input && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(30_000),
    });
    return (await answer.json()) as Answer;
  } catch {
    return null;
  }
}
const save = (on: Parameters<typeof call>[0]) =>
  call(on, 'team.Team/saveDraft', { step: 1, values: { name: `Draft ${serial}` } });
const idOf = (answer: Answer) => (answer.data as { id: number }).id;
const diskCheck = async (on: Parameters<typeof call>[0]) => {
  const answer = await call(on, 'site.Health/getHealth');
  const { checks } = (answer?.data ?? { checks: [] }) as {
    checks: { key: string; state: string; cure: string | null }[];
  };
  return checks.find(({ key }) => key === 'disk');
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs one of the server's command-line programs. */
async function program(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [`build/server/${name}.mjs`, ...args], {
    env: { ...process.env, DATABASE_URL: '', SEED: 'none', PORT: '0', HOST: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const begun = performance.now();
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { code, lines: output.split('\n').filter((line) => line.trim() !== ''), ms: performance.now() - begun };
}

async function dataFolderOf(disk: string): Promise<string> {
  const name = (await readdir(disk)).find((one) => one.startsWith('multistation-console-'));
  assert.ok(name);
  return join(disk, name);
}

test('on a full disk writes fail with a message, reads work, no acknowledged write is lost, and the console recovers', async () => {
  const disk = await mount(DISK);
  const on = await consoleOn(disk);
  const { server } = on;
  const kept = new Set<number>();
  try {
    const pid = server.pid();
    for (let n = 0; n < 20; n += 1) {
      const answer = await save(on);
      assert.equal(answer?.code, 100, answer?.msg);
      kept.add(idOf(answer as Answer));
    }
    await fillTo(disk, LEAST_ROOM - 8 * MB);
    assert.ok(await until(async () => (await save(on))?.code === 50301, 5_000), 'writes are not refused');
    const refused = await save(on);
    assert.match(refused?.msg ?? '', /^The disk of the server is full, so nothing can be saved now\./);
    assert.equal((await call(on, 'team.Team/getList'))?.code, 100, 'reading goes on');
    const check = await diskCheck(on);
    assert.equal(check?.state, 'bad');
    assert.match(check?.cure ?? '', /^Make room/);

    const dataDir = await dataFolderOf(disk);
    const backup = await program('backup', [join(disk, 'backups')], { DATA_DIR: dataDir });
    assert.equal(backup.code, 0, 'there is room for a backup yet');
    await fillTo(disk, 0);
    // The disk is completely full, as if another program had used the remaining space.
    const full = await program('backup', [join(disk, 'more')], { DATA_DIR: dataDir });
    assert.equal(full.code, 1);
    assert.equal(full.lines.length, 1, full.lines.join('\n'));
    assert.match(full.lines[0] ?? '', /^The disk of .* is full: make room, or name another folder/);
    assert.deepEqual(await readdir(join(disk, 'more')).catch(() => []), [], 'half a backup lies there');
    const still = await call(on, 'team.Team/getList');
    assert.equal(still?.code, 100, 'reading goes on with no room at all');
    assert.equal((await save(on))?.code, 50301);

    await makeRoom(disk);
    assert.ok(await until(async () => (await save(on))?.code === 100, 10_000), 'it does not go on by itself');
    assert.equal(server.pid(), pid);
    await server.query(async (db) => {
      const rows = await db.selectFrom('team').select('id').where('status', '=', 'draft').execute();
      const found = new Set(rows.map(({ id }) => id));
      for (const id of kept) assert.ok(found.has(id), `draft ${id} was acknowledged and is lost`);
      assert.deepEqual(await findOffences(db), []);
    });
  } finally {
    await server.stop();
  }
});

test('a disk that becomes full during traffic loses no acknowledged write, whether PostgreSQL survives or ends', async () => {
  const disk = await mount(DISK);
  const on = await consoleOn(disk);
  const { server } = on;
  const kept = new Set<number>();
  const codes = new Map<number | string, number>();
  let goesOn = true;
  let wasPushedOver = false;
  try {
    const traffic = Array.from({ length: 6 }, async () => {
      while (goesOn) {
        const answer = await save(on);
        const code = answer?.code ?? 'broken';
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (answer?.code === 100) kept.add(idOf(answer));
        else await new Promise((settle) => setTimeout(settle, 20));
        if (answer && answer.code !== 100) assert.doesNotMatch(answer.msg, /base\/|pg_wal|ENOSPC|at .*\.ts/);
      }
    });
    assert.ok(await until(() => kept.size > 100, 60_000), 'there was no traffic');
    // Fill the disk before the disk guard checks it. Then write directly until PostgreSQL cannot create its next WAL file.
    await fillTo(disk, 0);
    for (let more = 0; more < 10; more += 1) {
      await server
        .query((db) => sql`select pg_logical_emit_message(false, 'drill', repeat('x', ${8 * MB}))`.execute(db))
        .catch(() => {
          wasPushedOver = true;
        });
      await fillTo(disk, 0);
    }
    assert.ok(wasPushedOver, 'PostgreSQL found room though there was none');
    goesOn = false;
    await Promise.all(traffic);
    await makeRoom(disk);
    // Either PostgreSQL recovers, or PostgreSQL and the server stop.
    const pid = server.pid();
    let goes = false;
    const isOver = await until(async () => {
      goes = (await save(on))?.code === 100;
      return goes || !isAlive(pid);
    }, 90_000);
    assert.ok(isOver, `it neither goes on nor ends: ${server.said().slice(-2_000)}`);
    if (!goes) {
      assert.match(
        server.said(),
        /^The disk of the data folder .* is full, and the embedded PostgreSQL has ended: make room/m,
      );
      assert.doesNotMatch(server.said(), /Unhandled/);
      await server.restart();
    }
    console.log(
      `answers: ${JSON.stringify(Object.fromEntries(codes))}; ${goes ? 'went on by itself' : 'was started again'}`,
    );
    await server.query(async (db) => {
      const rows = await db.selectFrom('team').select('id').where('status', '=', 'draft').execute();
      const found = new Set(rows.map(({ id }) => id));
      for (const id of kept) assert.ok(found.has(id), `draft ${id} was acknowledged and is lost`);
      assert.deepEqual(await findOffences(db), []);
      assert.equal((await verifyChain(db)).breach, null);
    });
  } finally {
    goesOn = false;
    await server.stop();
  }
});

test('starting and restoring on a full disk end with one line that names the remedy, and their leftovers block no later try', async () => {
  const disk = await mount(DISK);
  const on = await consoleOn(disk);
  const backups = await mount(100 * MB);
  const dataDir = await dataFolderOf(disk);
  const made = await program('backup', [backups], { DATA_DIR: dataDir });
  assert.equal(made.code, 0, made.lines.join('\n'));
  const key = await readFile(join(dataDir, 'secret.key'));
  await on.server.stop();
  const [saved] = await readdir(backups);
  const backup = join(backups, saved ?? '');

  const told = new Set<string>();
  let isRestored = false;
  const target = await mount(4 * MB);
  // Copy the key first, as the operator does (docs/operating.md).
  await mkdir(join(target, 'data'));
  await writeFile(join(target, 'data', 'secret.key'), key, { mode: 0o600 });
  for (const megabytes of [4, 30, 60, 75, 90]) {
    remount(target, `size=${megabytes * MB}`);
    const failed = await program('restore', [backup], { DATA_DIR: join(target, 'data') });
    isRestored = failed.code === 0;
    if (isRestored) break;
    assert.equal(failed.lines.length, 1, failed.lines.join('\n'));
    assert.match(failed.lines[0] ?? '', /is full: make room/, `${megabytes} MB: ${failed.lines[0]}`);
    told.add(failed.lines[0] ?? '');
    const start = await program('main', [], { DATA_DIR: join(target, 'start') });
    assert.equal(start.code, 1);
    assert.match(start.lines.at(-1) ?? '', /is full/, start.lines.join('\n'));
    await rm(join(target, 'start'), { recursive: true, force: true });
  }
  assert.ok(told.size > 0);
  if (!isRestored) {
    remount(target, `size=${DISK}`);
    const done = await program('restore', [backup], { DATA_DIR: join(target, 'data') });
    assert.equal(done.code, 0, done.lines.join('\n'));
  }
  // The last restore succeeded on a small disk or on the large one. The verification programs check that its data is complete.
  remount(target, `size=${DISK}`);
  for (const name of ['ledger-verify', 'audit-verify']) {
    const proof = await program(name, [], { DATA_DIR: join(target, 'data') });
    assert.equal(proof.code, 0, proof.lines.join('\n'));
  }
});

test('a start with a data folder on a read-only disk fails within two seconds and names the remedy', async () => {
  const disk = await mount(4 * MB);
  remount(disk, 'ro');
  let fastest = Number.POSITIVE_INFINITY;
  // The machine may be busy, so we use the fastest of three runs.
  for (let turn = 0; turn < 3; turn += 1) {
    const { code, lines, ms } = await program('main', [], { DATA_DIR: join(disk, 'data') });
    assert.equal(code, 1);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', READ_ONLY);
    fastest = Math.min(fastest, ms);
  }
  assert.ok(fastest < READ_ONLY_MS, `it took ${Math.round(fastest)} ms`);
});
