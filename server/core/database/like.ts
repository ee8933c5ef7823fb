import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './schema';

/** Escapes a typed text, so that a `like` pattern searches for it literally. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Builds the `like` pattern for texts that contain this text. */
export const containing = (text: string): string => `%${literal(text)}%`;

/**
 * Builds the condition that one of a column's texts contains a text, ignoring case. Keys and the notation of JSON are not searched.
 *
 * @param column name of a JSON column with its table name: an object or a list of texts
 */
export function anyTextHas(column: string, words: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from jsonb_path_query(${sql.ref(column)}, '$.** ? (@.type() == "string")') as texts (words)
    where texts.words #>> '{}' ilike ${containing(words)})`;
}

/** Maximum number of substrings to look up in an index. Further substrings take more time than they save. */
const SOUGHT = 3;

/**
 * Finds a text's rarest substrings (each up to three characters) by the statistics of an index on `text_parts(column)` (migration 0265).
 * Substrings that most rows contain make the index scan slow. With 1,500,000 nicknames, a scan for three rare substrings took 2 ms. A
 * scan for all seven took 104 ms.
 *
 * @param index name of the index; arbitrary substrings are returned until the table has been analyzed
 */
export async function rareParts(db: Kysely<Database>, index: string, words: string): Promise<readonly string[]> {
  const { rows } = await sql<{ part: string }>`
    select part from unnest(text_parts(${words}, ${Math.min([...words].length, 3)})) part
    left join (
      select e.part, e.freq from pg_stats s
      cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) e (part, freq)
      where s.schemaname = current_schema() and s.tablename = ${index} and e.part is not null
    ) common using (part)
    order by coalesce(freq, 0), part limit ${SOUGHT}`.execute(db);
  return rows.map(({ part }) => part);
}

/**
 * Builds the condition that a column contains a text, ignoring case. The index finds candidate rows by `parts`.
 *
 * @param column column name with its table name
 * @param parts the result of {@link rareParts} for the words
 */
export function hasText(column: string, words: string, parts: readonly string[]): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  return sql<SqlBool>`(text_parts(${ref}) @> ${sql.val([...parts])}::text[] and ${ref} ilike ${containing(words)})`;
}

/** Builds the `like` pattern for texts that begin with this text. */
export const beginning = (text: string): string => `${literal(text)}%`;

/**
 * Builds the condition that a number begins with a typed text (单号, DOMAIN §0.2 "prefix match for numbers"). Our own numbers have capital
 * letters; order numbers have the letters of the ordering system. So the text is searched as typed and in capitals, both literally.
 *
 * @param column column name with its table name
 */
export function beginsWith(column: string, typed: string): RawBuilder<SqlBool> {
  const wanted = [...new Set([typed, typed.toUpperCase()])];
  const parts = wanted.map((text) => sql`${sql.ref(column)} like ${beginning(text)}`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
