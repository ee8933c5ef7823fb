import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemClock } from '../../server/core/clock';
import { createIds } from '../../server/core/ids';
import { mustStart, newDataFolder, postgresOn, until, withDatabase } from './processes';

const SCRIPT = 'tests/crash/mini-code-server.ts';
const VERSION = '1.0.0';
const TAKEN_MS = 60_000;

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

const world = () => join(folder.path, 'platform.json');
/** Counts the calls that the platform received. */
const calls = () =>
  existsSync(`${world()}.calls`) ? readFileSync(`${world()}.calls`, 'utf8').trim().split('\n').length : 0;

/**
 * Creates a version in development and a task that submits it.
 *
 * @param holderGone `true` if the task's holder no longer runs, so that any server may take the task immediately
 */
async function order(holderGone: boolean): Promise<number> {
  writeFileSync(world(), JSON.stringify({ [VERSION]: 'dev' }));
  rmSync(`${world()}.calls`, { force: true });
  return withDatabase(folder.path, async (db) => {
    await db.deleteFrom('mini_code_task').execute();
    await db.deleteFrom('mini_version').execute();
    const now = systemClock.now();
    const ids = createIds({ clock: systemClock, node: 15 });
    const of = { platform: 'ali' as const, app_id: 'app-ali', app_version: VERSION, created_at: now };
    await db
      .insertInto('mini_version')
      .values({ ...of, id: ids.next(), updated_at: now, rank: 1, source: 'template', state: 'dev', uploaded_at: now })
      .execute();
    const id = ids.next();
    await db
      .insertInto('mini_code_task')
      .values({
        ...{ ...of, id, no: `MC${id}`.slice(0, 22), action: 'submitAudit', input: '{}', state: 'queued', result: '{}' },
        ...{ account_id: 1, account_name: 'Lin', locale: 'en-US', holder: 'gone' },
        beat_at: holderGone ? new Date(0) : now,
      })
      .execute();
    return id;
  });
}

const taskOf = (id: number) =>
  withDatabase(folder.path, (db) =>
    db.selectFrom('mini_code_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const reaches = (id: number, states: readonly string[]) =>
  until(async () => states.includes((await taskOf(id)).state), TAKEN_MS);

/** Makes the task's next query to the platform due immediately. Otherwise the test would wait for minutes. */
const askNow = (id: number) =>
  withDatabase(folder.path, (db) =>
    db
      .updateTable('mini_code_task')
      .set({ ask_at: systemClock.now() })
      .where('id', '=', id)
      .where('ask_at', 'is not', null)
      .execute(),
  );

/** Kills a server with SIGKILL and waits until its database has also stopped. */
async function killNow({ child, ended }: Awaited<ReturnType<typeof mustStart>>): Promise<void> {
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL');
  assert.ok(await until(() => postgresOn(folder.path).length === 0, TAKEN_MS));
}

/** Creates a code task on a server that is killed at `step`, and starts the next server. */
async function dieAt(step: string): Promise<{ id: number; stop(): Promise<void>; kill(): Promise<void> }> {
  const dying = await mustStart({ DATA_DIR: folder.path, KILL_AT: step }, SCRIPT);
  const id = await order(step !== 'queued');
  if (step === 'queued') dying.child.kill('SIGKILL');
  assert.equal(await dying.ended, 'SIGKILL');
  assert.ok(await until(() => postgresOn(folder.path).length === 0, TAKEN_MS));
  const next = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
  return {
    id,
    kill: () => killNow(next),
    async stop() {
      next.child.kill('SIGTERM');
      await next.ended;
    },
  };
}

for (const step of ['queued', 'adapter']) {
  test(`after kill -9 before the call of the platform (${step}) the next server carries out the action once`, {
    timeout: 300_000,
  }, async () => {
    const { id, stop } = await dieAt(step);
    assert.ok(await reaches(id, ['succeeded']), (await taskOf(id)).state);
    assert.equal(calls(), 1);
    await stop();
  });
}

test('kill -9 after the call of the platform leaves the result unknown, until a query finds that it succeeded', {
  timeout: 300_000,
}, async () => {
  const { id, stop } = await dieAt('after');
  assert.ok(await reaches(id, ['unknown']), (await taskOf(id)).state);
  await askNow(id);
  assert.ok(await reaches(id, ['succeeded']));
  assert.equal(calls(), 1, 'it was never sent a second time');
  await stop();
});

test('with kill -9 during the call, and again while the result is unknown, the task fails after three queries', {
  timeout: 300_000,
}, async () => {
  const first = await dieAt('before');
  const { id } = first;
  assert.ok(await reaches(id, ['unknown']), (await taskOf(id)).state);
  await first.kill();
  const again = await mustStart({ DATA_DIR: folder.path }, SCRIPT);
  assert.equal((await taskOf(id)).state, 'unknown');
  for (const asks of [1, 2]) {
    await askNow(id);
    assert.ok(await until(async () => (await taskOf(id)).asks === asks, TAKEN_MS));
    assert.equal((await taskOf(id)).state, 'unknown');
  }
  await askNow(id);
  assert.ok(await reaches(id, ['failed']));
  assert.equal(calls(), 1);
  again.child.kill('SIGTERM');
  await again.ended;
});
