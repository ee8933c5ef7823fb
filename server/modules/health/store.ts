import { type Kysely, sql } from 'kysely';
import type { VITALS } from '../../../contract/health.limits';
import type { Database } from '../../core/database/schema';
import type { Counted } from '../../core/http/latency';
import type { JobRow } from './rules';

type Db = Kysely<Database>;

/* ---- jobs ---- */

export async function noteJobBegan(db: Db, name: string, everyMs: number, at: Date): Promise<void> {
  await db
    .insertInto('job_run')
    .values({ name, every_ms: everyMs, started_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ every_ms: everyMs, started_at: at, next_at: null }))
    .execute();
}

export async function noteJobEnded(
  db: Db,
  run: {
    name: string;
    everyMs: number;
    startedAt: Date;
    endedAt: Date;
    ms: number;
    error: string | null;
    nextAt: Date;
  },
): Promise<void> {
  const { name, everyMs, startedAt, endedAt, ms, error, nextAt } = run;
  const failure = error === null ? {} : { error, failed_at: endedAt };
  await db
    .insertInto('job_run')
    .values({
      name,
      every_ms: everyMs,
      started_at: startedAt,
      ended_at: endedAt,
      ms,
      failures: error === null ? 0 : 1,
      next_at: nextAt,
      ...failure,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        every_ms: everyMs,
        started_at: startedAt,
        ended_at: endedAt,
        ms,
        failures: error === null ? 0 : eb('job_run.failures', '+', 1),
        next_at: nextAt,
        ...failure,
      })),
    )
    .execute();
}

/** Reads the jobs that started since a moment. */
export async function jobRows(db: Db, since: Date): Promise<JobRow[]> {
  return db
    .selectFrom('job_run')
    .select([
      'name',
      'every_ms as everyMs',
      'started_at as startedAt',
      'ended_at as endedAt',
      'ms',
      'failures',
      'error',
      'failed_at as failedAt',
      'next_at as nextAt',
    ])
    .where('started_at', '>=', since)
    .orderBy('name')
    .execute();
}

/* ---- speed ---- */

export async function addLatencies(db: Db, slot: Date, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  await db
    .insertInto('endpoint_latency')
    .values(counted.map((entry) => ({ slot, ...entry })))
    .onConflict((conflict) =>
      conflict.columns(['slot', 'address', 'bucket']).doUpdateSet((eb) => ({
        calls: eb('endpoint_latency.calls', '+', eb.ref('excluded.calls')),
        failed: eb('endpoint_latency.failed', '+', eb.ref('excluded.failed')),
      })),
    )
    .execute();
}

export async function latenciesSince(db: Db, since: Date): Promise<Counted[]> {
  return db
    .selectFrom('endpoint_latency')
    .select((eb) => [
      'address',
      'bucket',
      eb.cast<number>(eb.fn.sum('calls'), 'int4').as('calls'),
      eb.cast<number>(eb.fn.sum('failed'), 'int4').as('failed'),
    ])
    .where('slot', '>=', since)
    .groupBy(['address', 'bucket'])
    .execute();
}

export async function forgetLatencies(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('endpoint_latency').where('slot', '<', before).execute();
}

/* ---- results of checks ---- */

export async function writeResult(db: Db, name: string, at: Date, ms: number, content: object): Promise<void> {
  const row = { at, ms: Math.round(ms), content: JSON.stringify(content) };
  await db
    .insertInto('health_result')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function readResult(db: Db, name: string): Promise<{ at: Date; content: unknown } | null> {
  const row = await db
    .selectFrom('health_result')
    .select(['at', 'content'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/* ---- database ---- */

/**
 * Reads the size of the database, the open connections of all users, and the number of connections that an ordinary role can use. An ordinary
 * role cannot read `backend_type` of the sessions of other roles.
 */
export async function databaseState(db: Db): Promise<{ bytes: number; connections: number; maxConnections: number }> {
  const { rows } = await sql<{ bytes: number; connections: number; maxConnections: number }>`
    select pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datid is not null and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as "maxConnections"`.execute(db);
  return rows[0] ?? { bytes: 0, connections: 0, maxConnections: 1 };
}

/** Reads the largest tables. Sizes include partitions, indexes and TOAST data. The number of rows is PostgreSQL's estimate. */
export async function largestTables(db: Db, limit: number): Promise<{ name: string; bytes: number; rows: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
    select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::bigint as bytes,
      sum(greatest(c.reltuples, 0))::bigint as rows
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'm')
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db);
  return rows;
}

const BACKUP = [
  'id',
  'kind',
  'taken_at as takenAt',
  'ended_at as endedAt',
  'by_whom as byWhom',
  'path',
  'bytes',
  'row_count as rows',
  'ms',
] as const;

/** Reads the results of backups, restores and restore drills. The newest is the first. */
export async function backupRuns(db: Db, limit: number) {
  return db.selectFrom('backup_run').select(BACKUP).orderBy('ended_at', 'desc').limit(limit).execute();
}

export async function lastBackup(db: Db, kind: 'backup' | 'drill') {
  const row = await db
    .selectFrom('backup_run')
    .select(BACKUP)
    .where('kind', '=', kind)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/* ---- page views ---- */

export async function countPageView(db: Db, day: string, path: string): Promise<void> {
  await db
    .insertInto('page_view')
    .values({ day, path, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'path']).doUpdateSet((eb) => ({ views: eb('page_view.views', '+', 1) })),
    )
    .execute();
}

export async function viewsSince(db: Db, day: string): Promise<{ path: string; views: number }[]> {
  return db
    .selectFrom('page_view')
    .select((eb) => ['path', eb.cast<number>(eb.fn.sum('views'), 'int8').as('views')])
    .where('day', '>=', day)
    .groupBy('path')
    .orderBy('views', 'desc')
    .orderBy('path')
    .execute();
}

type Metric = (typeof VITALS)[number];

export async function countVitals(
  db: Db,
  day: string,
  path: string,
  samples: readonly { metric: Metric; bucket: number }[],
): Promise<void> {
  await db
    .insertInto('page_vital')
    .values(samples.map((sample) => ({ day, path, samples: 1, ...sample })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'path', 'metric', 'bucket'])
        .doUpdateSet((eb) => ({ samples: eb('page_vital.samples', '+', 1) })),
    )
    .execute();
}

export async function vitalsSince(
  db: Db,
  day: string,
): Promise<{ path: string; metric: Metric; bucket: number; samples: number }[]> {
  return db
    .selectFrom('page_vital')
    .select((eb) => ['path', 'metric', 'bucket', eb.cast<number>(eb.fn.sum('samples'), 'int8').as('samples')])
    .where('day', '>=', day)
    .groupBy(['path', 'metric', 'bucket'])
    .execute();
}

export async function forgetPages(db: Db, beforeDay: string): Promise<void> {
  await db.deleteFrom('page_view').where('day', '<', beforeDay).execute();
  await db.deleteFrom('page_vital').where('day', '<', beforeDay).execute();
}
