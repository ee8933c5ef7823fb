import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../../../contract/units';
import { idAt, idMoment } from '../../ids';
import type { Database } from '../schema';
import { sqlState } from '../transaction';

type Db = Kysely<Database>;

/** Describes how a table is partitioned, and which table keeps its unique keys. */
interface Shape {
  /** Id column. A month corresponds to a range of its values. */
  readonly key: string;
  /** Table of keys that are unique over all partitions. Its SQL function `fill_…` writes the keys of older rows. */
  readonly keyTable?: string;
  /** Unique indexes that the key table replaces. */
  readonly replaced?: readonly string[];
  /** Day column by which lists select rows. Set only when rows of a day may have ids of later months. */
  readonly day?: string;
}

/** Tables with monthly partitions. Their ids begin with the time, and they have no foreign keys (docs/decisions/0077, 0080, 0081). */
export const SHAPES = {
  operation_record: { key: 'id' },
  bell_notice: { key: 'id' },
  customer_order: { key: 'id', keyTable: 'order_key' },
  bill: { key: 'id', keyTable: 'bill_number', replaced: ['bill_trade_once', 'bill_refund_once', 'bill_payout_once'] },
  ledger_txn: { key: 'id', keyTable: 'ledger_key', day: 'day' },
  ledger_posting: { key: 'txn_id', day: 'day' },
} as const satisfies Readonly<Record<string, Shape>>;
export type Partitioned = keyof typeof SHAPES;
export const PARTITIONED = Object.keys(SHAPES) as Partitioned[];
export const shapeOf = (table: Partitioned): Shape => SHAPES[table];

/** A partition with the ids `from ≤ id < below`. `null` means that this side has no bound. */
export interface Partition {
  readonly name: string;
  readonly from: number | null;
  readonly below: number | null;
}

/** Number of future months for which partitions are created. */
const AHEAD = 3;
/** Maximum milliseconds that a change waits for each lock. Meanwhile, other statements on the table may wait for the change. */
const LOCK_MS = 500;
const ATTEMPTS = 5;
/** Maximum number of rows that are moved out of the default partition. The table is locked while they are moved. */
const MOVED = 10_000;
/**
 * Allowance in milliseconds, so that `at >= x` implies `id >= idFloor(x)`. An id is usually created after the time `at` of its row. A
 * notice may include later events for up to an hour, and a clock may be set back. One day covers both cases.
 */
const SLACK_MS = DAY_MS;

/** Number of ids in the time `SLACK_MS`. */
export const ID_SLACK = idAt(new Date(idMoment(0).getTime() + SLACK_MS));

/** Returns a lower bound for the ids of rows since `from`. With this bound, PostgreSQL skips the partitions of earlier months. */
export const idFloor = (from: Date): number => idAt(new Date(from.getTime() - SLACK_MS));

/** Returns the start (UTC) of the month that is `months` months after the month of `at`. */
export const monthStart = (at: Date, months = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/** Formats a month as `2026_11`. */
const monthName = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '_');

/** Returns the partition of a month. @param month start of the month */
export const monthOf = (table: Partitioned, month: Date) => ({
  name: `${table}_${monthName(month)}`,
  from: idAt(month),
  below: idAt(monthStart(month, 1)),
});

/** Returns the name of the partition with all ids before a moment. */
export const firstName = (table: Partitioned, below: Date): string => `${table}_before_${monthName(below)}`;

/** Checks whether a table is partitioned. In a database of an earlier version, it is still an ordinary table. */
export async function isPartitioned(db: Db, table: Partitioned): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select relkind::text as kind from pg_class where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.kind === 'p';
}

/** Lists the partitions of a table in the order of their ids. The default partition is excluded. */
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

/** Parses a bound: `'42'` → 42, MINVALUE and MAXVALUE → null. */
const parseBound = (text: string): number | null => (text.endsWith('VALUE') ? null : Number(text.replaceAll("'", '')));

/**
 * Runs a change in a transaction that waits only briefly for a lock. Meanwhile, other transactions on the table may wait. After a lock
 * timeout, the change is retried with a delay, up to `ATTEMPTS` times in all.
 *
 * @throws the database's error 55P03 when another transaction keeps its lock during all attempts
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

/** Creates the partitions of the next months. Callers have the lock `partitions`. @returns the names of the new partitions */
export async function extendPartitions(db: Db, table: Partitioned, now: Date): Promise<string[]> {
  const added: string[] = [];
  const last = (await listPartitions(db, table)).at(-1);
  if (typeof last?.below !== 'number') return added;
  const end = monthStart(now, AHEAD + 1);
  for (let month = idMoment(last.below); month < end; month = monthStart(month, 1)) {
    const range = monthOf(table, month);
    await attachPartition(db, table, range, (transaction) => addPartition(transaction, table, range));
    added.push(range.name);
  }
  if (added.length > 0) await sql`analyze ${sql.table(table)}`.execute(db);
  return added;
}

/**
 * Analyzes the partitioned table once a day. Autovacuum analyzes only its partitions, but the planner estimates joins from the statistics of
 * the whole table.
 */
export async function analyzeDaily(db: Db, table: Partitioned): Promise<void> {
  const { rows } = await sql<{ isFresh: boolean }>`
    select coalesce(last_analyze > now() - interval '1 day', false) as "isFresh"
    from pg_stat_user_tables where relid = to_regclass(${table})`.execute(db);
  if (!rows[0]?.isFresh) await sql`analyze ${sql.table(table)}`.execute(db);
}

async function addPartition(db: Db, table: Partitioned, { name, from, below }: Partition): Promise<void> {
  await sql`select add_partition(${table}, ${name}, ${from}::bigint, ${below}::bigint)`.execute(db);
}

/**
 * Attaches a partition in a transaction with short locks. Rows of its range in the default partition are moved into the new partition.
 *
 * @param attach attaches the partition; it may run several times, each time in its own transaction
 * @param finish runs at the end of the transaction, after the rows have moved
 */
export async function attachPartition(
  db: Db,
  table: Partitioned,
  range: Partition,
  attach: (transaction: Db) => Promise<unknown>,
  finish: (transaction: Db) => Promise<unknown> = async () => undefined,
): Promise<void> {
  try {
    await withShortLock(db, async (transaction) => {
      await attach(transaction);
      await finish(transaction);
    });
  } catch (error) {
    if (sqlState(error) !== '23514') throw error;
    await withShortLock(db, async (transaction) => {
      await splitDefault(transaction, table, range, () => attach(transaction));
      await finish(transaction);
    });
  }
}

/**
 * Adds a partition for rows that are in the default partition. Triggers refuse to delete these rows, so the default partition is dropped
 * and created again. The rows are inserted directly into the partitions, because the table's triggers have already processed them.
 *
 * @throws Error when the default partition has more than `MOVED` rows
 */
async function splitDefault(
  db: Db,
  table: Partitioned,
  range: Partition,
  attach: () => Promise<unknown>,
): Promise<void> {
  const rest = sql.table(`${table}_default`);
  await sql`create temp table moved on commit drop as select * from ${rest} limit ${sql.lit(MOVED + 1)}`.execute(db);
  const { rows } = await sql<{ moved: number }>`select count(*)::int as moved from moved`.execute(db);
  if ((rows[0]?.moved ?? 0) > MOVED) throw new Error(`${table}_default has too many rows for ${range.name}`);
  await sql`drop table ${rest}`.execute(db);
  await attach();
  await addPartition(db, table, { name: `${table}_default`, from: null, below: null });
  const key = sql.ref(shapeOf(table).key);
  const isInRange = sql`${key} >= ${range.from ?? 0} and ${key} < ${range.below}`;
  await sql`insert into ${sql.table(range.name)} select * from moved where ${isInRange}`.execute(db);
  await sql`insert into ${rest} select * from moved where not (${isInRange})`.execute(db);
}

/** Replaces the partitions of an empty table. Without given partitions, one partition has all ids up to the end of the next month. */
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
