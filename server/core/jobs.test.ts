import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from './clock';
import { connect } from './database/connect';
import { KEYED_LOCKS } from './database/locks';
import { createTestDatabase, type TestDatabase } from './database/testing';
import { createIds } from './ids';
import { type Job, runJob, startJobs, tryEach } from './jobs';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

const on = () => ({ db: database.db, clock: systemClock, ids: createIds({ clock: systemClock, node: 0 }) });
const silent = pino({ level: 'silent' });

test('a job does not run in two processes at once, and may run again afterwards', async () => {
  let release: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const job: Job = {
    name: 'slow',
    everyMs: 1,
    run: () =>
      new Promise((resolve) => {
        begun();
        release = resolve;
      }),
  };
  const first = runJob(job, on());
  await started;
  assert.equal(await runJob(job, on()), false);
  release();
  assert.equal(await first, true);
  assert.equal(await runJob({ ...job, run: async () => undefined }, on()), true);
});

test('the lock of a long run is kept: its transaction is never idle for long', async () => {
  const changedAt = async (): Promise<number> => {
    const { rows } = await sql<{ at: Date }>`
      select a.state_change as at from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = ${KEYED_LOCKS.job} and l.database = a.datid
        and a.datname = current_database()`.execute(database.db);
    return rows[0]?.at.getTime() ?? 0;
  };
  const job: Job = {
    name: 'long',
    everyMs: 1,
    run: async () => {
      const begun = await changedAt();
      assert.ok(begun > 0);
      let last = begun;
      while (last === begun) {
        await new Promise((settle) => setTimeout(settle, 10));
        last = await changedAt();
      }
      // 0 would mean that the lock is lost.
      assert.ok(last > begun);
    },
  };
  assert.equal(await runJob(job, on(), 10), true);
});

test('a failed job is retried, and stopping waits for the active run', async () => {
  let runs = 0;
  let ended = 0;
  const third = new Promise<void>((resolve) => {
    const stop = startJobs(
      [
        {
          name: 'failing',
          everyMs: 1,
          run: async () => {
            runs += 1;
            if (runs < 3) throw new Error('once more');
            resolve();
            await new Promise((settle) => setImmediate(settle));
            ended += 1;
          },
        },
      ],
      { ...on(), log: silent },
    );
    stopJobs = stop;
  });
  await third;
  await stopJobs();
  assert.ok(runs >= 3);
  assert.equal(ended, runs - 2);
});
let stopJobs: () => Promise<void> = async () => undefined;

test('a failure for one item does not stop the work for others, and the journal names each reason', async () => {
  const done: number[] = [];
  const reasons: (string | null)[] = [];
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`no ${item}`);
    done.push(item);
  };
  const job: Job = {
    name: 'items',
    everyMs: 1,
    run: () =>
      tryEach(
        [
          [1, 2],
          [3, 4, 5],
        ],
        (items) => tryEach(items, work),
      ),
  };
  const journal = {
    began: async () => undefined,
    ended: async (_job: Job, _ms: number, reason: string | null) => void reasons.push(reason),
  };
  await assert.rejects(runJob(job, { ...on(), journal }), AggregateError);
  assert.deepEqual(done, [1, 3, 5]);
  assert.deepEqual(reasons, ['2 failed (1 failed (no 2); 1 failed (no 4))']);
});

test('many jobs that start together do not exhaust the connection pool', async () => {
  const narrow = connect(database.url, { max: 5 });
  try {
    let done = 0;
    const jobs: Job[] = Array.from({ length: 20 }, (_, index) => ({
      name: `one of many ${index}`,
      everyMs: 60_000,
      run: async (db) => {
        await sql`select pg_sleep(0.01)`.execute(db);
        done += 1;
      },
    }));
    const failures: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) });
    const stop = startJobs(jobs, { ...on(), db: narrow.db, log });
    while (done < jobs.length && failures.length === 0) await new Promise((settle) => setTimeout(settle, 5));
    await stop();
    assert.deepEqual(failures, []);
  } finally {
    await narrow.close();
  }
});
