import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

/**
 * SQL comment at the end of each statement that connections prepare. Mark statements that run in nearly every request and find rows by
 * key. Each connection parses them once, and PostgreSQL can reuse their plan. Planning such a statement takes several times as long as
 * running it. Do not mark statements whose best plan depends on the values, such as lists with filters and date ranges. Statements that
 * read the figures of a few stations are marked, because the primary key of the roll-ups finds their rows for all days.
 *
 * ```ts
 * db.selectFrom('team').where('team.id', '=', id).select('team.name').modifyEnd(PREPARED)
 * ```
 */
const MARK = '/* prepared */';
export const PREPARED = sql.raw(MARK);

/**
 * Mark of prepared statements that PostgreSQL plans only once for each connection, independent of their values. PostgreSQL usually plans a
 * prepared statement on a partitioned table again for each run, because it expects the plan without values to read all partitions. Planning
 * 14 indexes of each partition takes 3 ms, and 35 ms in a statement that reads the table eight times. Mark only statements that find a few
 * rows by an index for all possible values. Write the values that a partial index names as literals: a plan without values cannot use this
 * index otherwise.
 */
const GENERIC_MARK = `/* generic plan */ ${MARK}`;
export const GENERIC_PLAN = sql.raw(GENERIC_MARK);

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
    const query = (super.query as (...args: unknown[]) => never).bind(this);
    if (name === null) return query(...given);
    const statement = { name, text, values };
    const isGeneric = rest.length === 0 && String(text).endsWith(GENERIC_MARK);
    return isGeneric ? (withGenericPlan(query, statement) as never) : query(statement, ...rest);
  }
}

/**
 * Runs a statement with the setting that forces its generic plan. The setting cannot stay on, because it also applies to statements that
 * are not prepared.
 */
async function withGenericPlan(query: (statement: unknown) => Promise<unknown>, statement: object): Promise<unknown> {
  await query('set plan_cache_mode = force_generic_plan');
  try {
    return await query(statement);
  } finally {
    // After an error in a transaction this statement also fails. Rolling back then restores the setting.
    await query('set plan_cache_mode = auto').catch(() => undefined);
  }
}
