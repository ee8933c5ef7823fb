import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

/**
 * Statements that every other request runs, and that find rows by their keys: each connection has them parsed once, and PostgreSQL
 * keeps the plan that suits all values. Planning such a statement again takes it several times as long as running it. Not for
 * statements whose best plan depends on the values, as lists with filters and ranges of days.
 *
 * ```ts
 * db.selectFrom('team').where('team.id', '=', id).select('team.name').modifyEnd(PREPARED)
 * ```
 */
const MARK = '/* prepared */';
export const PREPARED = sql.raw(MARK);

/** More different texts than this mean that something writes its values into them. */
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

/** The driver's connection, which prepares the statements that bear the mark. */
export class PreparingClient extends pg.Client {
  // The driver's many signatures of this method are one at run time.
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null;
    const query = super.query as (...args: unknown[]) => never;
    return name === null ? query.apply(this, given) : query.call(this, { name, text, values }, ...rest);
  }
}
