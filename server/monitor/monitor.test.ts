import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createLatency } from '../core/http/latency';
import { readFacts } from '../modules/health';
import { createTestApp, type TestApp } from '../testing';
import { clockAhead, createMeasures, createMonitorApp, readinessOf, startMonitor } from '.';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());

const POOL = { totalCount: 3, idleCount: 2, waitingCount: 0 };
const ahead = () => clockAhead(t.db, t.clock);
const measures = () =>
  createMeasures({ pool: POOL, facts: () => readFacts(t.db, t.clock.now(), process.cwd()), clockAhead: ahead });
const READY = { isDiskFull: async () => false, isStopping: () => false };

test('calls and job runs are counted in the metrics, and still recorded in the latencies and the job journal', async () => {
  const counted = measures();
  const latency = createLatency();
  counted.ofCalls(latency).note('team.Team/getList', 30, false);
  counted.ofCalls(latency).note('team.Team/getList', 3_000, true);
  assert.equal(latency.take().length, 2);
  const ended: (string | null)[] = [];
  const journal = counted.ofJobs({
    began: async () => undefined,
    ended: async (_job, _ms, error) => void ended.push(error),
  });
  const job = { name: 'sweep', everyMs: 1, run: async () => undefined };
  await journal.ended(job, 1_500, null);
  await journal.ended(job, 500, 'the disk is gone');
  assert.deepEqual(ended, [null, 'the disk is gone']);
  const text = await counted.text();
  for (const line of [
    'multistation_call_seconds_bucket{le="0.05",address="team.Team/getList",outcome="answer"} 1',
    'multistation_call_seconds_count{address="team.Team/getList",outcome="fault"} 1',
    'multistation_job_runs_total{job="sweep",result="done"} 1',
    'multistation_job_runs_total{job="sweep",result="failed"} 1',
    'multistation_job_seconds_total{job="sweep"} 2',
  ]) {
    assert.ok(text.includes(`${line}\n`), line);
  }
  assert.ok(text.endsWith('# EOF\n'));
});

test('the metrics include jobs, connections and disk space, and no age of a missing backup or missing check of records', async () => {
  const now = t.clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const last = { started_at: ago(160), ended_at: ago(150) };
  await t.db
    .insertInto('job_run')
    .values([
      { name: 'health-checks', every_ms: 60_000, ...last, failures: 4, next_at: ago(90) },
      // The run began a quarter of an hour ago and has not ended.
      { name: 'latency-flush', every_ms: 60_000, started_at: ago(900), ended_at: ago(960), next_at: null },
      { name: 'a job of an earlier version', every_ms: 60_000, ...last, next_at: ago(90) },
    ])
    .execute();
  const text = await measures().text();
  assert.match(text, /^multistation_job_failures\{job="health-checks"\} 4$/m);
  assert.match(text, /^multistation_job_overdue_seconds\{job="health-checks"\} 90$/m);
  assert.match(text, /^multistation_job_overdue_seconds\{job="latency-flush"\} 840$/m);
  assert.doesNotMatch(text, /earlier version/);
  assert.match(text, /^multistation_database_pool\{state="used"\} 1$/m);
  assert.match(text, /^multistation_disk_bytes\{part="free"\} \d+/m);
  assert.match(text, /^multistation_database_connections\{part="most"\} \d+$/m);
  // There was no backup and no check of the record chain. Alerts test that these metrics are absent.
  assert.doesNotMatch(text, /^multistation_backup_age_seconds\{/m);
  assert.doesNotMatch(text, /^multistation_records_verified_age_seconds /m);
});

test('without its database a process exports its own metrics, but neither database size nor clock offset', async () => {
  const facts = () => readFacts(t.db, t.clock.now(), process.cwd());
  const known = /^multistation_database_bytes \d+$/m;
  assert.match(await createMeasures({ pool: POOL, facts, clockAhead: ahead }).text(), known);
  const lost = await createMeasures({
    pool: POOL,
    facts: () => Promise.reject(new Error('gone')),
    clockAhead: () => Promise.reject(new Error('gone')),
  }).text();
  assert.doesNotMatch(lost, known);
  assert.doesNotMatch(lost, /^multistation_clock_ahead_seconds/m);
  assert.match(lost, /^multistation_database_pool\{state="idle"\} 2$/m);
});

test('the metrics show the offset of the process’s clock from the clock of the database', async () => {
  // The database runs on this machine, so its clock is between the two times that enclose the measurement.
  const fixed = t.clock.now().getTime();
  const before = Date.now();
  const text = await measures().text();
  const after = Date.now();
  const shown = Number(/^multistation_clock_ahead_seconds (\S+)$/m.exec(text)?.[1]);
  assert.ok(shown >= (fixed - after) / 1_000 - 0.001 && shown <= (fixed - before) / 1_000 + 0.001, `${shown} s`);
});

test('a process is ready while its database answers and its disk is not full; otherwise it names each reason', async () => {
  const http = createMonitorApp(measures(), readinessOf({ ...READY, db: t.db }));
  const stop = await startMonitor(http, { port: 0, host: '127.0.0.1' });
  try {
    const { port } = http.server.address() as { port: number };
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    assert.equal((await at('/live')).status, 200);
    assert.deepEqual(await (await at('/ready')).json(), { ready: true, reasons: [] });
    const shown = await at('/metrics');
    assert.match(shown.headers.get('content-type') ?? '', /^application\/openmetrics-text; version=1\.0\.0/);
    await assert.rejects(
      startMonitor(createMonitorApp(measures(), readinessOf({ ...READY, db: t.db })), { port, host: '127.0.0.1' }),
      /METRICS_PORT/,
    );
  } finally {
    await stop();
  }
  const broken = { ...t.db, getExecutor: () => ({ executeQuery: () => Promise.reject(new Error('gone')) }) };
  const reasons = await readinessOf({
    db: broken as unknown as typeof t.db,
    isDiskFull: async () => true,
    isStopping: () => true,
  })();
  assert.deepEqual(reasons, [
    'the process was asked to stop',
    'the database does not answer',
    'the disk of the data folder is full',
  ]);
});

test('each alert uses metrics that exist, and has its section in the runbook', () => {
  const rules = readFileSync('deploy/alerts.yml', 'utf8');
  const names = new Set(measures().names());
  const used = new Set(rules.match(/multistation_\w+/g));
  const bases = [...used].map((name) => (names.has(name) ? name : name.replace(/_(bucket|count|sum|total)$/, '')));
  assert.deepEqual(
    bases.filter((name) => !names.has(name)),
    [],
  );
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  assert.ok(alerts.length >= 15);
  assert.deepEqual(alerts, sections);
});
