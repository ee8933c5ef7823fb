import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './schema';

/** What was typed, standing for itself in a pattern (`like`). */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of what has this text anywhere. */
export const containing = (text: string): string => `%${literal(text)}%`;

/** Parts of a text that an index is asked for: more of them cost more than they leave out. */
const SOUGHT = 3;

/**
 * The rarest parts of a text, by the statistics of an index on `text_parts(column)` (migration 0265). Parts that most rows have make
 * the index walk through most rows: of 1,500,000 nicknames three rare parts were found in 2 ms, all seven in 104 ms.
 *
 * @param index its name; before the table was first analysed any parts are taken
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
 * Does a column have this text anywhere, whatever its case?
 *
 * @param column its name, with that of its table
 * @param parts what {@link rareParts} found in the words
 */
export function hasText(column: string, words: string, parts: readonly string[]): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  return sql<SqlBool>`(text_parts(${ref}) @> ${sql.val([...parts])}::text[] and ${ref} ilike ${containing(words)})`;
}

/** The pattern of what begins with this text. */
export const beginning = (text: string): string => `${literal(text)}%`;

/**
 * Does a number begin so (单号, DOMAIN §0.2 "prefix match for numbers")? Our own numbers are written in capitals, those of orders
 * as the ordering side writes them: the typed text is searched literally, as it is and in capitals.
 *
 * @param column its name, with that of its table
 */
export function beginsWith(column: string, typed: string): RawBuilder<SqlBool> {
  const wanted = [...new Set([typed, typed.toUpperCase()])];
  const parts = wanted.map((text) => sql`${sql.ref(column)} like ${beginning(text)}`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
