import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What was typed, standing for itself in a pattern (`like`). */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of what has this text anywhere. */
export const containing = (text: string): string => `%${literal(text)}%`;

/**
 * Does a column have this text anywhere, whatever its case? Found by an index on `text_parts(column)` (migration 0265).
 *
 * @param column its name, with that of its table
 */
export function hasText(column: string, words: string): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  const parts = sql`text_parts(${words}, ${Math.min([...words].length, 3)})`;
  return sql<SqlBool>`(text_parts(${ref}) @> ${parts} and ${ref} ilike ${containing(words)})`;
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
