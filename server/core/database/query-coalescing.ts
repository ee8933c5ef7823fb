import type { Compilable, Kysely } from 'kysely';
import type { Database } from './schema';

/** The same question, asked by many. */
interface Line {
  /** Settles when the run that is under way has ended. */
  running: Promise<unknown>;
  /** The next run; calls until its start join it. */
  next: Promise<readonly unknown[]> | null;
}

const lines = new WeakMap<Kysely<Database>, Map<string, Line>>();

/**
 * Coalesces equal queries of concurrent callers, as the sums above a list: of each query at most one run is active and one waits.
 * No caller gets the result of a run that began before the call, so every caller sees what was written before. Two queries are
 * equal when statement and parameters are, data scope included. In a transaction, which sees what others do not, it simply runs.
 *
 * @returns rows that other callers hold as well, not to be changed
 * @throws what the run throws, to all who joined it
 */
export async function coalesceQuery<R>(db: Kysely<Database>, query: Compilable<R>): Promise<readonly R[]> {
  const compiled = query.compile();
  const run = async () => (await db.executeQuery(compiled)).rows;
  if (db.isTransaction) return run();
  const questions = lines.get(db) ?? new Map<string, Line>();
  lines.set(db, questions);
  const key = JSON.stringify([compiled.sql, compiled.parameters]);
  const line = questions.get(key) ?? { running: Promise.resolve(), next: null };
  questions.set(key, line);
  line.next ??= line.running.then(() => {
    const rows = run();
    line.next = null;
    line.running = rows
      .catch(() => undefined)
      .then(() => {
        if (line.next === null) questions.delete(key);
      });
    return rows;
  });
  return line.next as Promise<readonly R[]>;
}
