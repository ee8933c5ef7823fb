import { type Kysely, sql, type Transaction } from 'kysely';
import { type Clock, systemClock } from '../clock';
import type { Database } from './schema';

/**
 * SQLSTATEs after which a transaction is retried. PostgreSQL recommends a retry for serialization failures and deadlocks. After a unique
 * violation, the next attempt finds the row that another transaction wrote in the meantime.
 */
const AGAIN = '40001';
const RETRIED = new Set([AGAIN, '40P01', '23505']);
const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. It retries (at most 5 attempts) after a serialization failure, a deadlock or a unique violation.
 * `work` must therefore have no effect outside its transaction.
 *
 * @throws the error of `work`, after rolling the transaction back
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
 * Runs `work` in the caller's transaction. Without such a transaction, it starts a new one ({@link withTransaction}).
 */
export async function inTransaction<T extends { readonly db: Kysely<Database>; readonly clock: Clock }, R>(
  tools: T,
  work: (tools: T) => Promise<R>,
): Promise<R> {
  if (tools.db.isTransaction) return work(tools);
  return withTransaction(tools.db, (db) => work({ ...tools, db }), tools.clock);
}

/**
 * Runs `work` in a savepoint. When `work` throws, its changes are rolled back and the transaction can continue.
 *
 * @throws the error of `work`
 */
export async function inSavepoint<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    // Rolling back keeps the savepoint. Without the release, each failed part of a batch would leave one savepoint until the transaction
    // ends.
    await sql`release savepoint part`.execute(db);
    throw error;
  }
}

/**
 * Runs `work` so that it can be rolled back separately. It uses a savepoint of the caller's transaction. Without such a transaction, it
 * starts a new one ({@link withTransaction}).
 */
export async function asPart<T extends { readonly db: Kysely<Database>; readonly clock: Clock }, R>(
  tools: T,
  work: (tools: T) => Promise<R>,
): Promise<R> {
  return tools.db.isTransaction ? inSavepoint(tools.db, () => work(tools)) : inTransaction(tools, work);
}

/** Creates an error that makes {@link withTransaction} retry. */
export const retryError = (message: string): Error => Object.assign(new Error(message), { code: AGAIN });

/**
 * Returns the SQLSTATE of a database error (`23505` = unique violation). A system error returns its code, such as `ENOENT`. For other
 * values, the result is an empty text.
 */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns the constraint name of a database error. Without such a name, the result is an empty text. */
export function violatedConstraint(error: unknown): string {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : '';
}

/**
 * Runs `work` without the statement timeout of the connection and then restores the former timeout. It does not use `reset`, because
 * `reset` could not restore a timeout that was set per connection.
 */
export async function withoutTimeout<T>(connection: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    connection,
  );
  const limitTo = (limit: string) => sql`select set_config('statement_timeout', ${limit}, false)`.execute(connection);
  await limitTo('0');
  try {
    return await work();
  } finally {
    await limitTo(rows[0]?.limit ?? '0');
  }
}
