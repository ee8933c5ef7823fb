import { type Kysely, sql } from 'kysely';
import type { Database } from './schema';

/**
 * Changes a row that the caller has locked and increments its version. `set` maps column names to values. Its type is only `object`, so
 * callers must declare the exact type.
 *
 * @throws Error when the version differs from the version that was read under the lock
 */
export async function changeLocked(
  db: Kysely<Database>,
  table: keyof Database & string,
  { id, version }: { readonly id: number; readonly version: number },
  set: object,
): Promise<void> {
  const changes = Object.entries(set).filter(([, value]) => value !== undefined);
  const assignments = changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(assignments, sql``)}version = ${version + 1}
    where id = ${id} and version = ${version}`.execute(db);
  if (numAffectedRows !== 1n) throw new Error(`${table} ${id} changed though it was locked`);
}
