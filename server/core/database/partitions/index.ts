import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '../../../../contract/units';
import type { Job } from '../../jobs';
import { sessionLock } from '../locks';
import type { Database } from '../schema';
import { withoutTimeout } from '../transaction';
import { dropNearBound, partitionTable } from './convert';
import { checkDays } from './days';
import { analyzeDaily, extendPartitions, isPartitioned, PARTITIONED } from './months';

export { fillStep } from './keys';
export {
  arrangePartitions,
  attachPartition,
  ID_SLACK,
  idFloor,
  isPartitioned,
  listPartitions,
  monthOf,
  monthStart,
  PARTITIONED,
  type Partition,
  type Partitioned,
  shapeOf,
  withShortLock,
} from './months';

/** Creates and maintains the monthly partitions of tables (docs/decisions/0077, 0080, 0081). */

type Db = Kysely<Database>;

/**
 * Interval of the job in milliseconds. New partitions are created months in advance. A table with rows is converted in the first run that
 * gets its locks.
 */
const EVERY_MS = HOUR_MS;

/**
 * Runs `work` on its own connection with the lock `partitions` and without a statement timeout.
 *
 * @returns the result of `work` as `result`, or `null` when another process has the lock
 */
export async function whileAlone<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<{ result: T } | null> {
  const lock = sessionLock('partitions');
  return db.connection().execute(async (connection) => {
    const { rows } = await sql.raw<{ free: boolean }>(lock.attempt).execute(connection);
    if (!rows[0]?.free) return null;
    try {
      return { result: await withoutTimeout(connection, () => work(connection)) };
    } finally {
      await sql.raw(lock.release).execute(connection);
    }
  });
}

/**
 * Prepares the tables at the start, before rows are written. A partitioned table gets its next partitions. A table that is not yet
 * partitioned may have the check constraint of an interrupted conversion. The constraint is dropped if new ids could soon violate it.
 */
export async function preparePartitions(db: Db, now: Date): Promise<void> {
  await whileAlone(db, async (connection) => {
    for (const table of PARTITIONED) {
      if (await isPartitioned(connection, table)) await extendPartitions(connection, table, now);
      else await dropNearBound(connection, table, now);
    }
  });
}

/** Converts unpartitioned tables of an earlier version, creates the next partitions, and updates the checks of days and the statistics. */
export async function maintainPartitions(db: Db, now: Date): Promise<void> {
  await whileAlone(db, async (connection) => {
    for (const table of PARTITIONED) {
      if (!(await isPartitioned(connection, table))) await partitionTable(connection, table, now);
      await extendPartitions(connection, table, now);
      await checkDays(connection, table, now);
      await analyzeDaily(connection, table);
    }
  });
}

export const partitionJobs: readonly Job[] = [
  { name: 'partitions of tables', everyMs: EVERY_MS, run: (db, clock) => maintainPartitions(db, clock.now()) },
];
