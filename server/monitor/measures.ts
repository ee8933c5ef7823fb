import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';
import type { Latency } from '../core/http/latency';
import type { JobJournal } from '../core/jobs';
import { type ConsoleFacts, overdueMs } from '../modules/health';

/** Metrics of this process in the OpenMetrics text format (https://prometheus.io/docs/specs/om/). A monitoring system reads them. */
export interface Measures {
  readonly contentType: string;
  /** Returns all metrics with their present values. */
  text(): Promise<string>;
  /** Returns the names of all metrics except those of the Node.js process. */
  names(): readonly string[];
  /** Wraps `latency`, so that calls are counted there and in these metrics. */
  ofCalls(latency: Latency): Latency;
  /** Wraps `journal`, so that runs of jobs are recorded there and in these metrics. */
  ofJobs(journal: JobJournal): JobJournal;
}

export interface MeasuredFrom {
  /** Numbers of this process's database connections, and of the requests that wait for a connection. */
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  /** Reads the state of the whole console, as the health page shows it. */
  facts(): Promise<ConsoleFacts>;
  /** Measures by how many seconds this process's clock is ahead of the database's. The value is negative if it is behind. */
  clockAhead(): Promise<number>;
}

/** Upper bounds of the histogram of call durations, in seconds. */
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Time for which one reading of the console's state is reused, in milliseconds. */
const FACTS_FRESH_MS = 10_000;
const PREFIX = 'multistation_';

/**
 * Creates the metrics of one process. The values in `from` are read only when the metrics are requested. Facts and clock are read at most
 * once in `FACTS_FRESH_MS`.
 */
export function createMeasures(from: MeasuredFrom): Measures {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: `${PREFIX}call_seconds`,
    help: 'Duration of calls by address; outcome "fault": this server or a system behind it failed',
    labelNames: ['address', 'outcome'],
    buckets: CALL_SECONDS,
    registers: [registry],
  });
  const runs = new Counter({
    name: `${PREFIX}job_runs_total`,
    help: 'Runs of background jobs in this process',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const seconds = new Counter({
    name: `${PREFIX}job_seconds_total`,
    help: 'Time that runs of background jobs took in this process',
    labelNames: ['job'],
    registers: [registry],
  });
  const state = stateGauges(registry, from);
  let read = Number.NEGATIVE_INFINITY;
  return {
    contentType: registry.contentType,
    async text() {
      if (performance.now() - read >= FACTS_FRESH_MS) {
        read = performance.now();
        state.ofConsole(await from.facts().catch(() => null));
        state.ofClock(await from.clockAhead().catch(() => null));
      }
      state.ofProcess();
      return registry.metrics();
    },
    names: () => registry.getMetricsAsArray().flatMap(({ name }) => (name.startsWith(PREFIX) ? [name] : [])),
    ofCalls: (latency) => ({
      note(address, ms, failed) {
        calls.observe({ address, outcome: failed ? 'fault' : 'answer' }, ms / 1_000);
        latency.note(address, ms, failed);
      },
      take: () => latency.take(),
    }),
    ofJobs: (journal) => ({
      began: (job) => journal.began(job),
      async ended(job, ms, error) {
        runs.inc({ job: job.name, result: error === null ? 'done' : 'failed' });
        seconds.inc({ job: job.name }, ms / 1_000);
        await journal.ended(job, ms, error);
      },
    }),
  };
}

/** Defines gauges that are set when metrics are requested. An unknown value is left out, so that an alert can test for its absence. */
function stateGauges(registry: Registry<OpenMetricsContentType>, { pool }: MeasuredFrom) {
  const emptied: (() => void)[] = [];
  const gauge = (name: string, help: string, labels: readonly string[] = []) => {
    const made = new Gauge({ name: `${PREFIX}${name}`, help, labelNames: [...labels], registers: [registry] });
    emptied.push(() => {
      made.reset();
      // A gauge without labels would have the value 0 after a reset.
      if (labels.length === 0) made.remove();
    });
    return made;
  };
  const connections = gauge('database_pool', 'Connections of this process: used, idle, or waited for', ['state']);
  const failures = gauge('job_failures', 'How many times in a row a job has failed, in any process', ['job']);
  const overdue = gauge(
    'job_overdue_seconds',
    'Seconds by which a job is late or its run exceeds its interval, in any process',
    ['job'],
  );
  const breaches = gauge('invariant_breaches', 'How many times something that must always hold does not', [
    'invariant',
  ]);
  const chain = gauge('records_broken', '1 where the last walk along the operation records found a breach');
  const chainAge = gauge('records_verified_age_seconds', 'Time since that walk');
  const messages = gauge('messages', 'Text messages and notices, waiting or failed in a day', ['state']);
  const oldest = gauge('message_oldest_seconds', 'How long the oldest waiting message is due');
  const backup = gauge('backup_age_seconds', 'Time since the last backup, and since the last drill', ['kind']);
  const disk = gauge('disk_bytes', 'Disk of the data folder: free, total', ['part']);
  const size = gauge('database_bytes', 'Size of the database');
  const clients = gauge('database_connections', 'Connections of all clients: open, most', ['part']);
  const clock = gauge('clock_ahead_seconds', 'How far the clock of this process is ahead of that of the database');
  const problems = gauge('problems_open', 'Reported problems that wait for an answer');
  const age = (now: Date, then: Date) => (now.getTime() - then.getTime()) / 1_000;
  const ofJobs = ({ jobs, now }: ConsoleFacts) => {
    for (const job of jobs) {
      failures.set({ job: job.name }, job.failures);
      overdue.set({ job: job.name }, overdueMs(job, now) / 1_000);
    }
  };
  return {
    ofProcess() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
    /** Sets the clock's gauge after `ofConsole`, which removes the old value. @param seconds `null` means that the offset is unknown */
    ofClock(seconds: number | null) {
      if (seconds !== null) clock.set(seconds);
    },
    /** Sets the gauges. @param facts `null` means that the facts could not be read; the old values are then removed */
    ofConsole(facts: ConsoleFacts | null) {
      for (const empty of emptied) empty();
      if (!facts) return;
      const { now } = facts;
      ofJobs(facts);
      for (const [invariant, found] of Object.entries(facts.invariants)) breaches.set({ invariant }, found);
      if (facts.records) {
        chain.set(facts.records.content.breach ? 1 : 0);
        chainAge.set(age(now, facts.records.at));
      }
      messages.set({ state: 'waiting' }, facts.messages.waiting);
      messages.set({ state: 'failed' }, facts.messages.failed);
      oldest.set(facts.messages.oldest ? Math.max(0, age(now, facts.messages.oldest)) : 0);
      if (facts.backup) backup.set({ kind: 'backup' }, age(now, facts.backup.endedAt));
      if (facts.drill) backup.set({ kind: 'drill' }, age(now, facts.drill.endedAt));
      if (facts.disk) {
        disk.set({ part: 'free' }, facts.disk.freeBytes);
        disk.set({ part: 'total' }, facts.disk.totalBytes);
      }
      size.set(facts.database.bytes);
      clients.set({ part: 'open' }, facts.database.connections);
      clients.set({ part: 'most' }, facts.database.maxConnections);
      problems.set(facts.openProblems);
    },
  };
}
