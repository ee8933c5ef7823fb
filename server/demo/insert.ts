import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema';

/** Rows per statement. Larger statements need more memory and are not faster. */
const CHUNK = 5_000;

/**
 * Inserts many rows into one table. All rows must have the columns of the first row. Each chunk of rows is sent as one JSON parameter,
 * which is several times faster than a parameter for each value.
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
  // The value of a jsonb column is JSON text (see Database). In the parameter it is a string, so we extract the string and parse it.
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

/** The jsonb columns of each table. They do not change, because all migrations have run before data is inserted. */
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

/** Converts a value for JSON. Bytes get PostgreSQL's hexadecimal notation. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value) {
    return `\\x${Buffer.from(value.data as number[]).toString('hex')}`;
  }
  return value;
}

/**
 * Drops the indexes of the tables, except unique indexes and the indexes in `kept`. Writing many rows is then much faster.
 *
 * @param kept names of indexes that are not dropped, because the writing needs them
 * @returns a function that recreates the indexes; a second call does nothing
 */
export async function withoutIndexes(
  db: Kysely<Database>,
  tables: readonly (keyof Database & string)[],
  kept: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; text: string; whole: string | null }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text, h.inhparent::regclass::text as whole
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      left join pg_inherits h on h.inhrelid = i.indexrelid left join pg_inherits p on p.inhrelid = t.oid
    where n.nspname = current_schema() and coalesce(p.inhparent, t.oid)::regclass::text = any(${[...tables]}::text[]) and not i.indisunique
    order by h.inhparent is null, 1`.execute(db);
  // Dropping a table's index also drops the indexes of its partitions. We recreate the partitions' indexes first. PostgreSQL then attaches
  // them to the table's index.
  const away = rows.filter(({ name, whole }) => !kept.includes(whole ?? name));
  for (const { name, whole } of away) if (whole === null) await sql`drop index ${sql.raw(name)}`.execute(db);
  return async () => {
    for (const { text } of away.splice(0)) await sql.raw(text.replace(' ON ONLY ', ' ON ')).execute(db);
  };
}
