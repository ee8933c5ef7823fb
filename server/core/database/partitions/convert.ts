import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../../../contract/units';
import { idAt, idMoment } from '../../ids';
import type { Database } from '../schema';
import { firstName, monthStart, type Partitioned, withShortLock } from './months';

type Db = Kysely<Database>;

/** A bound that new ids reach sooner than this is replaced, in milliseconds: it would soon refuse new rows. */
const NEAR_MS = 7 * DAY_MS;

/** A check on the ids of a table that becomes the first partition. */
interface Bound {
  readonly below: number;
  readonly isValid: boolean;
}

async function findBound(db: Db, table: Partitioned): Promise<Bound | null> {
  const { rows } = await sql<{ text: string; isValid: boolean }>`
    select pg_get_constraintdef(oid) as text, convalidated as "isValid" from pg_constraint
    where conrelid = to_regclass(${table}) and conname = ${`${table}_bound`}`.execute(db);
  const below = Number(/< '?(\d+)/.exec(rows[0]?.text ?? '')?.[1] ?? Number.NaN);
  return rows[0] ? { below, isValid: rows[0].isValid } : null;
}

/** Removes the bound of an interrupted change before new ids reach it. */
export async function dropNearBound(db: Db, table: Partitioned, now: Date): Promise<void> {
  const bound = await findBound(db, table);
  if (!bound || bound.below > idAt(new Date(now.getTime() + NEAR_MS))) return;
  await withShortLock(db, (transaction) =>
    sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_bound`)}`.execute(transaction),
  );
}

/**
 * Makes a used table the first partition of a new table of its name, while others read and write it. Each step leaves a whole table, and
 * the next call continues there. Only the validation reads the rows; reads and writes do not wait for it. Callers hold the lock
 * `partitions`, and the connection has no statement timeout.
 *
 * @throws the database's error 55P03 when another transaction uses the table for too long: call again later
 */
export async function partitionTable(db: Db, table: Partitioned, now: Date): Promise<void> {
  const [name, constraint] = [sql.table(table), sql.ref(`${table}_bound`)];
  await dropNearBound(db, table, now);
  let bound = await findBound(db, table);
  if (!bound) {
    const { rows } = await sql<{ newest: number | null }>`select max(id) as newest from ${name}`.execute(db);
    const newest = idMoment(rows[0]?.newest ?? 0);
    bound = { below: idAt(monthStart(newest > now ? newest : now, 2)), isValid: false };
    const below = sql.lit(bound.below);
    await withShortLock(db, (transaction) =>
      sql`alter table ${name} add constraint ${constraint} check (id < ${below}) not valid`.execute(transaction),
    );
  }
  if (!bound.isValid) await sql`alter table ${name} validate constraint ${constraint}`.execute(db);
  const { below } = bound;
  await withShortLock(db, (transaction) =>
    sql`select partition_table(${table}, ${firstName(table, idMoment(below))}, ${below}::bigint)`.execute(transaction),
  );
}
