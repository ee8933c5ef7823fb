import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '../../../../contract/units';
import type { Job } from '../../jobs';
import { sessionLock } from '../locks';
import type { Database } from '../schema';
import { withoutTimeout } from '../transaction';
import { dropNearBound, partitionTable } from './convert';
import { extendPartitions, isPartitioned, PARTITIONED } from './months';

export {
  arrangePartitions,
  idFloor,
  isPartitioned,
  listPartitions,
  PARTITIONED,
  type Partition,
  type Partitioned,
} from './months';

/** Partitions of tables by month (docs/decisions/0077). */

type Db = Kysely<Database>;

/** Interval of the job, in milliseconds. It has months of time for new partitions; a used table changes at the first run that gets its locks. */
const EVERY_MS = HOUR_MS;

/** Runs `work` on a connection of its own, unless another process changes partitions at present. */
async function whileAlone(db: Db, work: (connection: Db) => Promise<void>): Promise<void> {
  const lock = sessionLock('partitions');
  await db.connection().execute(async (connection) => {
    const { rows } = await sql.raw<{ free: boolean }>(lock.attempt).execute(connection);
    if (!rows[0]?.free) return;
    try {
      await withoutTimeout(connection, () => work(connection));
    } finally {
      await sql.raw(lock.release).execute(connection);
    }
  });
}

/** Creates the next partitions before anything is written. Used tables that are not partitioned yet wait for the job. */
export async function preparePartitions(db: Db, now: Date): Promise<void> {
  await whileAlone(db, async (connection) => {
    for (const table of PARTITIONED) {
      if (await isPartitioned(connection, table)) await extendPartitions(connection, table, now);
      else await dropNearBound(connection, table, now);
    }
  });
}

/** Partitions used tables that an earlier version made, and creates the next partitions. */
export async function maintainPartitions(db: Db, now: Date): Promise<void> {
  await whileAlone(db, async (connection) => {
    for (const table of PARTITIONED) {
      if (!(await isPartitioned(connection, table))) await partitionTable(connection, table, now);
      await extendPartitions(connection, table, now);
    }
  });
}

export const partitionJobs: readonly Job[] = [
  { name: 'partitions of tables', everyMs: EVERY_MS, run: (db, clock) => maintainPartitions(db, clock.now()) },
];
