import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** Ids of users, riders, merchants and franchisees. */
export interface People {
  readonly user?: readonly number[];
  readonly rider?: readonly number[];
  readonly merchant?: readonly number[];
  readonly franchisee?: readonly number[];
}

const SOURCES = {
  user: { table: 'app_user', column: 'nickname' },
  rider: { table: 'rider', column: 'name' },
  merchant: { table: 'merchant', column: 'name' },
  franchisee: { table: 'franchisee', column: 'name' },
} as const;

/** Reads the names of people by keys such as `user 7`. A user's name is the nickname. Unknown people are missing. */
export async function peopleNames(db: Kysely<Database>, people: People): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const kind of ['user', 'rider', 'merchant', 'franchisee'] as const) {
    const ids = [...new Set(people[kind] ?? [])];
    if (ids.length === 0) continue;
    const { table, column } = SOURCES[kind];
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(column)} as name from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db);
    for (const { id, name } of rows) names.set(`${kind} ${id}`, name);
  }
  return names;
}
