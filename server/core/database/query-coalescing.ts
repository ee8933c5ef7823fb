import type { Compilable, Kysely } from 'kysely';
import type { Database } from './schema';

/** The active run and the next run of a query that several callers share. */
interface Line {
  /** Promise that settles when the active run has ended. */
  running: Promise<unknown>;
  /** The next run. Callers share the run until it starts. `null` means that no run is waiting. */
  next: Promise<readonly unknown[]> | null;
}

const lines = new WeakMap<Kysely<Database>, Map<string, Line>>();

/**
 * Coalesces equal queries of concurrent callers, such as the sums above a list. Per query, at most one run is active and one waits.
 * A caller never gets the result of a run that began before its call, so it sees all earlier writes. Queries are equal when
 * statement and parameters are equal, including the data scope. Queries inside a transaction are not shared, because a transaction
 * sees its own uncommitted writes.
 *
 * @returns rows that other callers share: do not change them
 * @throws the run's error, to all callers of that run
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
