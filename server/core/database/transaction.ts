import { type Kysely, sql, type Transaction } from 'kysely';
import { type Clock, systemClock } from '../clock';
import type { Database } from './schema';

/**
 * Serialization failure and deadlock: the database asks to try again. Unique violation: another transaction wrote the same key after
 * this one had looked for it; the next attempt finds its row.
 */
const RETRIED = new Set(['40001', '40P01', '23505']);
const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction and repeats the whole of it (at most 5 times) when the database reports a serialization
 * failure, a deadlock or a unique violation. `work` must therefore have no effect outside its transaction.
 *
 * @throws whatever `work` throws; the transaction is then undone
 */
export async function withTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRIED.has(sqlState(error))) throw error;
      const pause = 2 ** attempt * 5 + clock.randomInt(0, 20);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Runs `work` in the caller's transaction where there is one; otherwise in a transaction of its own ({@link withTransaction}).
 */
export async function inTransaction<T extends { readonly db: Kysely<Database>; readonly clock: Clock }, R>(
  tools: T,
  work: (tools: T) => Promise<R>,
): Promise<R> {
  if (tools.db.isTransaction) return work(tools);
  return withTransaction(tools.db, (db) => work({ ...tools, db }), tools.clock);
}

/** Runs `work` in a savepoint: when it throws, its changes are undone and the transaction continues. */
export async function inSavepoint<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  }
}

/**
 * Runs `work` as a part that is undone alone: in a savepoint of the caller's transaction where there is one; otherwise in a transaction
 * of its own ({@link withTransaction}).
 */
export async function asPart<T extends { readonly db: Kysely<Database>; readonly clock: Clock }, R>(
  tools: T,
  work: (tools: T) => Promise<R>,
): Promise<R> {
  return tools.db.isTransaction ? inSavepoint(tools.db, () => work(tools)) : inTransaction(tools, work);
}

/** The SQLSTATE of a database error (`23505` = unique violation), or an empty text for any other value. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The name of the constraint that a database error names, or an empty text. */
export function violatedConstraint(error: unknown): string {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : '';
}
