import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/core/database/schema';

/** Tables that are not changed, because programs read their texts: migrations, and the region list. */
const LEFT = new Set(['kysely_migration', 'kysely_migration_lock', 'region']);
/** Number of characters that are left free for a space and a serial number. The serial number keeps unique texts unique. */
const SERIAL = 7;
/** Text columns whose maximum length is below this number of characters are not changed. They contain marks and codes. */
const SHORTEST = 16;

interface Column {
  readonly table: string;
  /** The partitioned table. For a table without partitions it is the table itself. */
  readonly whole: string;
  readonly column: string;
  readonly type: string;
  readonly max: number | null;
}

/** Replaces every Chinese text in a JSON value. */
function replaced(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return /\p{Script=Han}/u.test(value) ? next() : value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, next));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, next)]));
  }
  return value;
}

/**
 * Writes payloads into the columns with Chinese text. The rows take the payloads in turn. This simulates texts from another program, or
 * from an earlier version without validation. New columns are included automatically.
 *
 * @returns the names of the columns, `table.column`
 */
export async function putEverywhere(db: Kysely<Database>, texts: readonly string[]): Promise<readonly string[]> {
  const { rows: columns } = await sql<Column>`
    select c.table_name as table, coalesce((
        select inhparent::regclass::text from pg_inherits where inhrelid = k.oid), c.table_name) as whole, c.column_name as column, c.data_type as type, c.character_maximum_length as max
    from information_schema.columns c
    join pg_class k on k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema = 'public' and k.relkind = 'r'
      and c.data_type in ('character varying', 'text', 'jsonb')
    order by 1, 2`.execute(db);
  const done: string[] = [];
  let serial = 0;
  // `replica` disables the product's triggers, so that append-only rows can also be changed.
  await db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own);
    for (const { table, whole, column, type, max } of columns) {
      if (LEFT.has(whole)) continue;
      const [t, c] = [sql.table(table), sql.ref(column)];
      const han = sql`${c}::text ~ '[一-龥]'`;
      if (type === 'jsonb') {
        const { rows } = await sql<{ at: string; value: unknown }>`
          select ctid::text as at, ${c} as value from ${t} where ${han} limit 2000`.execute(own);
        const next = () => {
          serial += 1;
          return texts[serial % texts.length] ?? '';
        };
        const values = rows.map(({ at, value }) => ({ at, value: replaced(value, next) }));
        if (values.length === 0) continue;
        await sql`
          update ${t} set ${sql.id(column)} = new.value
          from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as new(at text, value jsonb)
          where ${t}.ctid = new.at::tid`.execute(own);
        done.push(`${whole}.${column}`);
        continue;
      }
      const room = max === null ? 10_000 : max - SERIAL;
      if (room < SHORTEST - SERIAL) continue;
      const { numAffectedRows = 0n } = await sql`
        update ${t} set ${sql.id(column)} = left(texts.text, ${room}::int) || ' ' || rows.n
        from (select ctid, row_number() over (order by ctid) as n from ${t} where ${han}) rows
        join unnest(${[...texts]}::text[]) with ordinality as texts(text, at) on texts.at = rows.n % ${texts.length}::int + 1
        where ${t}.ctid = rows.ctid`.execute(own);
      if (numAffectedRows > 0n) done.push(`${whole}.${column}`);
    }
    await sql`set session_replication_role = origin`.execute(own);
  });
  return done;
}
