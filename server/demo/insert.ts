import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema';

/** Rows per statement; larger statements cost memory and are not faster. */
const CHUNK = 5_000;

/**
 * Inserts many rows of one table; all must have the columns of the first row. The rows are sent as one JSON parameter, which is several
 * times faster than a parameter for each value.
 */
export async function insertRows<T extends keyof Database & string>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const names = Object.keys(first);
  const json = await jsonColumns(db, table);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  // A jsonb column is given as JSON text (see Database). Inside the parameter it is a string, so it is extracted and parsed.
  const values = sql.join(
    names.map((name) => (json.has(name) ? sql`(${sql.ref(name)} #>> '{}')::jsonb` : sql.ref(name))),
  );
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    await sql`insert into ${sql.table(table)} (${columns})
      select ${values} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk, plain)}::json)
    `.execute(db);
  }
}

/** Cached for the life of the process: migrations have run before any data is inserted. */
const known = new Map<string, Set<string>>();

async function jsonColumns(db: Kysely<Database>, table: string): Promise<Set<string>> {
  const columns = known.get(table) ?? (await readJsonColumns(db, table));
  known.set(table, columns);
  return columns;
}

async function readJsonColumns(db: Kysely<Database>, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and data_type = 'jsonb'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Converts a value for JSON: bytes in PostgreSQL's notation. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value) {
    return `\\x${Buffer.from(value.data as number[]).toString('hex')}`;
  }
  return value;
}

/**
 * Drops the indexes of these tables that only serve reads, which makes writing many rows much faster.
 *
 * @param kept names of indexes that the writing itself needs
 * @returns a function that recreates them; a second call does nothing
 */
export async function withoutIndexes(
  db: Kysely<Database>,
  tables: readonly (keyof Database & string)[],
  kept: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relname = any(${[...tables]}::text[]) and not i.indisunique
    order by 1`.execute(db);
  const away = rows.filter(({ name }) => !kept.includes(name));
  for (const { name } of away) await sql`drop index ${sql.raw(name)}`.execute(db);
  return async () => {
    for (const { text } of away.splice(0)) await sql.raw(text).execute(db);
  };
}
