import { type Kysely, sql } from 'kysely';
import type { Database } from './schema';

/** Checks whether the database has a table. A database of an earlier version may lack it. */
export async function hasTable(db: Kysely<Database>, table: keyof Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${table}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ?? false;
}
