import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './schema';

/** Escapes a typed text, so that a `like` pattern matches it literally. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The `like` pattern of texts that contain this text. */
export const containing = (text: string): string => `%${literal(text)}%`;

/** Maximum number of parts of a text to look up in an index: further parts cost more than they exclude. */
const SOUGHT = 3;

/**
 * Finds the rarest parts of a text, by the statistics of an index on `text_parts(column)` (migration 0265). A part that most rows
 * contain makes the index scan most rows: with 1,500,000 nicknames, three rare parts took 2 ms, all seven took 104 ms.
 *
 * @param index its name; before the table was first analysed, arbitrary parts are returned
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
 * Tests whether a column contains a text, ignoring case.
 *
 * @param column its name, with that of its table
 * @param parts the result of {@link rareParts} for the words
 */
export function hasText(column: string, words: string, parts: readonly string[]): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  return sql<SqlBool>`(text_parts(${ref}) @> ${sql.val([...parts])}::text[] and ${ref} ilike ${containing(words)})`;
}

/** The `like` pattern of texts that begin with this text. */
export const beginning = (text: string): string => `${literal(text)}%`;

/**
 * Tests whether a number begins with a typed text (单号, DOMAIN §0.2 "prefix match for numbers"). Our own numbers are in capitals;
 * order numbers are as the ordering side writes them. The typed text is searched literally, both as typed and in capitals.
 *
 * @param column its name, with that of its table
 */
export function beginsWith(column: string, typed: string): RawBuilder<SqlBool> {
  const wanted = [...new Set([typed, typed.toUpperCase()])];
  const parts = wanted.map((text) => sql`${sql.ref(column)} like ${beginning(text)}`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
