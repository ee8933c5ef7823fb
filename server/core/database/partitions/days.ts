import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../../../contract/units';
import { idMoment } from '../../ids';
import type { Database } from '../schema';
import { sqlState } from '../transaction';
import { listPartitions, type Partitioned, shapeOf, withShortLock } from './months';

type Db = Kysely<Database>;

/**
 * Milliseconds after the time of a partition's last id. After this period, the partition gets no new rows, because rows are committed
 * within minutes.
 */
const SETTLED_MS = 2 * DAY_MS;

/**
 * Adds a check constraint on the day column to each partition that gets no new rows. Only tables whose days can differ from the months of
 * their ids need the constraint. PostgreSQL then skips partitions without the requested days. Callers have the lock `partitions`, and the
 * connection has no statement timeout.
 */
export async function checkDays(db: Db, table: Partitioned, now: Date): Promise<void> {
  const { day } = shapeOf(table);
  if (day === undefined) return;
  for (const { name, below } of await listPartitions(db, table)) {
    if (below !== null && idMoment(below).getTime() + SETTLED_MS < now.getTime()) await checkDaysOf(db, name, day);
  }
}

async function checkDaysOf(db: Db, partition: string, day: string): Promise<void> {
  const [name, constraint] = [sql.table(partition), sql.ref(`${partition}_days`)];
  const { rows } = await sql<{ isValid: boolean }>`
    select convalidated as "isValid" from pg_constraint
    where conrelid = to_regclass(${partition}) and conname = ${`${partition}_days`}`.execute(db);
  if (rows[0]?.isValid) return;
  if (rows.length === 0) {
    const { rows: days } = await sql<{ first: string | null; last: string | null }>`
      select min(${sql.ref(day)})::text as first, max(${sql.ref(day)})::text as last from ${name}`.execute(db);
    const { first = null, last = null } = days[0] ?? {};
    if (first === null || last === null) return;
    const range = sql`${sql.ref(day)} between ${sql.lit(first)}::date and ${sql.lit(last)}::date`;
    await withShortLock(db, (transaction) =>
      sql`alter table ${name} add constraint ${constraint} check (${range}) not valid`.execute(transaction),
    );
  }
  try {
    await sql`alter table ${name} validate constraint ${constraint}`.execute(db);
  } catch (error) {
    // A row was added between the query and the check. The next run queries the days again.
    if (sqlState(error) !== '23514') throw error;
    await withShortLock(db, (transaction) =>
      sql`alter table ${name} drop constraint ${constraint}`.execute(transaction),
    );
  }
}
