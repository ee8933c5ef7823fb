import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../../../contract/units';
import { idAt, idMoment } from '../../ids';
import type { Database } from '../schema';
import { sqlState } from '../transaction';

type Db = Kysely<Database>;

/** Tables that are partitioned by month. Their ids begin with the time, and no foreign key refers to them (docs/decisions/0077). */
export const PARTITIONED = ['operation_record', 'bell_notice'] as const;
export type Partitioned = (typeof PARTITIONED)[number];

/** A partition: ids from a bound to below another one; null: no bound. */
export interface Partition {
  readonly name: string;
  readonly from: number | null;
  readonly below: number | null;
}

/** Number of months that have a partition before they begin. */
const AHEAD = 3;
/** How long a change may wait for a lock, in milliseconds. Reads and writes of the table wait behind it. */
const LOCK_MS = 500;
const ATTEMPTS = 5;
/** Maximum number of rows that leave the default partition at once; they move while the table is locked. */
const MOVED = 10_000;
/**
 * `at >= x` implies `id >= idFloor(x)`: ids are created after the moment that their row names. A notice may take over later events for up
 * to an hour, and a clock may be set back; a day covers both.
 */
const SLACK_MS = DAY_MS;

/** Returns the smallest id of rows since a moment. With this bound, PostgreSQL skips the partitions of earlier months. */
export const idFloor = (from: Date): number => idAt(new Date(from.getTime() - SLACK_MS));

/** Returns the start of a month (UTC), so many months after the month of `at`. */
export const monthStart = (at: Date, months = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/** `2026_11` */
const monthName = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '_');

/** Names the partition of all ids before a moment. */
export const firstName = (table: Partitioned, below: Date): string => `${table}_before_${monthName(below)}`;

/** Checks whether a table is partitioned already. */
export async function isPartitioned(db: Db, table: Partitioned): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select relkind::text as kind from pg_class where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.kind === 'p';
}

/** Lists the partitions of a table by their ids, without the default partition. */
export async function listPartitions(db: Db, table: Partitioned): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${table})`.execute(db);
  const partitions = rows.flatMap(({ name, bound }) => {
    const [, from, below] = /^FOR VALUES FROM \(([^)]+)\) TO \(([^)]+)\)$/.exec(bound) ?? [];
    return from === undefined || below === undefined
      ? []
      : [{ name, from: parseBound(from), below: parseBound(below) }];
  });
  return partitions.sort((one, other) => (one.from ?? -1) - (other.from ?? -1));
}

/** `'42'` → 42; MINVALUE and MAXVALUE → null */
const parseBound = (text: string): number | null => (text.endsWith('VALUE') ? null : Number(text.replaceAll("'", '')));

/**
 * Runs a change in a transaction that does not wait long for a lock: everything that uses the table waits behind it. Tries again a little
 * later.
 *
 * @throws the database's error 55P03 when another transaction holds its lock for longer
 */
export async function withShortLock(db: Db, change: (transaction: Db) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`.execute(transaction);
        await change(transaction);
      });
      return;
    } catch (error) {
      if (attempt >= ATTEMPTS || sqlState(error) !== '55P03') throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * LOCK_MS));
    }
  }
}

/** Creates the partitions up to some months ahead. Callers hold the lock `partitions`. @returns their names */
export async function extendPartitions(db: Db, table: Partitioned, now: Date): Promise<string[]> {
  const added: string[] = [];
  const last = (await listPartitions(db, table)).at(-1);
  if (typeof last?.below !== 'number') return added;
  const end = monthStart(now, AHEAD + 1);
  for (let month = idMoment(last.below); month < end; month = monthStart(month, 1)) {
    const range = { name: `${table}_${monthName(month)}`, from: idAt(month), below: idAt(monthStart(month, 1)) };
    try {
      await withShortLock(db, (transaction) => addPartition(transaction, table, range));
    } catch (error) {
      if (sqlState(error) !== '23514') throw error;
      await withShortLock(db, (transaction) => splitDefault(transaction, table, range));
    }
    added.push(range.name);
  }
  // PostgreSQL collects statistics of single partitions by itself, but not of the whole table.
  if (added.length > 0) await sql`analyze ${sql.table(table)}`.execute(db);
  return added;
}

async function addPartition(db: Db, table: Partitioned, { name, from, below }: Partition): Promise<void> {
  await sql`select add_partition(${table}, ${name}, ${from}::bigint, ${below}::bigint)`.execute(db);
}

/** Adds a partition whose rows the default partition has. Deletes are refused, so the default partition is made again. */
async function splitDefault(db: Db, table: Partitioned, range: Partition): Promise<void> {
  const rest = sql.table(`${table}_default`);
  await sql`create temp table moved on commit drop as select * from ${rest} limit ${sql.lit(MOVED + 1)}`.execute(db);
  const { rows } = await sql<{ moved: number }>`select count(*)::int as moved from moved`.execute(db);
  if ((rows[0]?.moved ?? 0) > MOVED) throw new Error(`${table}_default has too many rows for ${range.name}`);
  await sql`drop table ${rest}`.execute(db);
  await addPartition(db, table, range);
  await addPartition(db, table, { name: `${table}_default`, from: null, below: null });
  await sql`insert into ${sql.table(table)} select * from moved`.execute(db);
}

/** Replaces the partitions of an empty table. Without partitions the first one covers all ids until the month after the next. */
export async function arrangePartitions(
  db: Db,
  table: Partitioned,
  partitions: readonly Partition[],
  now: Date,
): Promise<void> {
  for (const { name } of await listPartitions(db, table)) await sql`drop table ${sql.table(name)}`.execute(db);
  const end = monthStart(now, 2);
  const first = { name: firstName(table, end), from: null, below: idAt(end) };
  for (const partition of partitions.length > 0 ? partitions : [first]) await addPartition(db, table, partition);
}
