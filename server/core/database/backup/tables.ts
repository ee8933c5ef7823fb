import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from '../schema';

/** Columns and sort order of a table, from PostgreSQL's catalogue. */
interface Described {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that define the row order: the primary key, else a unique index of the partitions, else all columns. */
  readonly order: readonly string[];
  /** Text columns, whose default order depends on the collation of the database. */
  readonly texts: readonly string[];
}

type Ordered = Omit<Described, 'texts'> & Partial<Pick<Described, 'texts'>>;

/** Pattern for names of Kysely's own tables. The migrations of a restore create these tables. */
const OWN = 'kysely\\_%';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quoted).join(', ');

/**
 * Lists the tables in the schema of the connection, without partitions and Kysely's own tables. Referenced tables come first. `order` is the
 * primary key. A partitioned table without a primary key uses the unique index of its partitions (docs/decisions/0081). A table without
 * such an index uses all columns.
 */
export async function describeTables(client: pg.ClientBase): Promise<Described[]> {
  const { rows } = await client.query<Described & { refersTo: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(a.attname::text) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attcollation <> 0), '{}') as texts,
       coalesce((select array_agg(a.attname::text order by k.place) from pg_index i
         cross join unnest(i.indkey::int2[]) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
         where i.indexrelid = coalesce((select indexrelid from pg_index where indrelid = c.oid and indisprimary),
           (select indexrelid from pg_index join pg_inherits on inhrelid = indrelid
             where inhparent = c.oid and indisunique and indpred is null order by indexrelid limit 1))), '{}') as order,
       coalesce((select array_agg(distinct r.relname::text) from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as "refersTo"
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like '${OWN}'
     order by c.relname`,
  );
  const sorted: Described[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter((row) => row.refersTo.every((name) => !waiting.has(name)));
    // Circular references cannot be sorted. The product has no circular references, and a restore would fail on them.
    for (const row of free.length > 0 ? free : [...waiting.values()]) {
      waiting.delete(row.name);
      const { name, columns, texts } = row;
      sorted.push({ name, columns, texts, order: row.order.length > 0 ? row.order : columns });
    }
  }
  return sorted;
}

/**
 * Builds the COPY statement that reads a table's rows in a fixed order, so that equal tables produce equal texts, also in databases with
 * different collations. Without `texts`, the order of texts depends on the collation, as in backups of earlier versions.
 */
export function copyOutText({ name, columns, order, texts }: Ordered): string {
  // When all columns define the order, they are sorted as text, because some column types cannot be sorted.
  const isAll = order.length === columns.length;
  const cast = isAll ? '::text' : '';
  const sortedByC = texts && (isAll ? columns : texts);
  const by = order
    .map((column) => `${quoted(column)}${cast}${sortedByC?.includes(column) ? ' collate "C"' : ''}`)
    .join(', ');
  return `copy (select ${list(columns)} from ${quoted(name)} order by ${by}) to stdout`;
}

export function copyInText({ name, columns }: Pick<Described, 'name' | 'columns'>): string {
  return `copy ${quoted(name)} (${list(columns)}) from stdin`;
}

/** Creates a Kysely instance on an open connection, so that its statements run in that connection's transaction. */
export function onConnection(client: pg.ClientBase): Kysely<Database> {
  const held = new Proxy(client as pg.PoolClient, {
    get(target, name) {
      if (name === 'release') return () => undefined;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: async () => held, end: async () => undefined } }),
  });
}
