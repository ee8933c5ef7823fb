import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../../../contract/units';
import { idAt, idMoment } from '../../ids';
import type { Database } from '../schema';
import { fillKeys } from './keys';
import { firstName, monthStart, type Partitioned, shapeOf, withShortLock } from './months';

type Db = Kysely<Database>;

/**
 * Milliseconds. If new ids could reach the bound of an interrupted conversion within this time, the bound is replaced, because it would
 * refuse new rows.
 */
const NEAR_MS = 7 * DAY_MS;

/** A check constraint on the ids of a table that will become the first partition. */
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

/** Drops the check constraint that an interrupted conversion left, if new ids could soon violate the constraint. */
export async function dropNearBound(db: Db, table: Partitioned, now: Date): Promise<void> {
  const bound = await findBound(db, table);
  if (!bound || bound.below > idAt(new Date(now.getTime() + NEAR_MS))) return;
  await withShortLock(db, (transaction) =>
    sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_bound`)}`.execute(transaction),
  );
}

/**
 * Converts a table with rows into the first partition of a new table with the same name. Other processes may use the table meanwhile.
 * Each step leaves a complete table, and the next call continues after that step. If the table has a key table, the keys are written
 * first. Reads and writes do not wait for the validation. Callers have the lock `partitions`, and the connection has no statement timeout.
 *
 * @throws the database's error 55P03 when another transaction uses the table for too long; the caller may call again later
 */
export async function partitionTable(db: Db, table: Partitioned, now: Date): Promise<void> {
  const [name, constraint] = [sql.table(table), sql.ref(`${table}_bound`)];
  const { key, replaced = [] } = shapeOf(table);
  await fillKeys(db, table);
  await dropNearBound(db, table, now);
  let bound = await findBound(db, table);
  if (!bound) {
    const { rows } = await sql<{ newest: number | null }>`
      select max(${sql.ref(key)}) as newest from ${name}`.execute(db);
    const newest = idMoment(rows[0]?.newest ?? 0);
    bound = { below: idAt(monthStart(newest > now ? newest : now, 2)), isValid: false };
    const below = sql.lit(bound.below);
    await withShortLock(db, (transaction) =>
      sql`alter table ${name} add constraint ${constraint} check (${sql.ref(key)} < ${below}) not valid`.execute(
        transaction,
      ),
    );
  }
  if (!bound.isValid) await sql`alter table ${name} validate constraint ${constraint}`.execute(db);
  const { below } = bound;
  await withShortLock(db, (transaction) =>
    sql`select partition_table(${table}, ${firstName(table, idMoment(below))}, ${key}, ${below}::bigint,
      ${sql.val([...replaced])}::text[])`.execute(transaction),
  );
}
