import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

/**
 * Mark of statements that connections prepare: statements that run in nearly every request and find rows by key. Each connection parses
 * them once, and PostgreSQL caches one generic plan. Planning such a statement takes several times as long as running it. Do not mark
 * statements whose best plan depends on the values, such as lists with filters and date ranges.
 *
 * ```ts
 * db.selectFrom('team').where('team.id', '=', id).select('team.name').modifyEnd(PREPARED)
 * ```
 */
const MARK = '/* prepared */';
export const PREPARED = sql.raw(MARK);

/** Maximum number of statement texts to prepare. More texts indicate that a statement contains its values. These texts are not prepared. */
const MOST_STATEMENTS = 200;
const names = new Map<string, string>();

function nameOf(text: string): string | null {
  if (!text.endsWith(MARK)) return null;
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_STATEMENTS) return null;
  const name = `prepared_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** The driver's connection with an extension: it prepares marked statements. */
export class PreparingClient extends pg.Client {
  // The driver declares many overloads of this method, but implements it as one function.
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null;
    const query = super.query as (...args: unknown[]) => never;
    return name === null ? query.apply(this, given) : query.call(this, { name, text, values }, ...rest);
  }
}
