import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../startup';
import { sessionLock } from './locks';
import type { Database } from './schema';

/** One step of the history of the tables; see `server/migrations/index.ts`. */
export type NamedStep = readonly [name: string, step: { readonly statements: readonly string[] }];

/**
 * Brings the database to the newest step. Safe to call from several processes at once: one works, the others wait for
 * it and then find nothing to do. All missing steps happen in one transaction, so a failure leaves the database as it was.
 *
 * @returns the names of the steps that this call carried out
 * @throws StartupError when a step fails or the database knows steps that this version does not
 */
export async function migrate(db: Kysely<Database>, steps: readonly NamedStep[]): Promise<string[]> {
  const lock = sessionLock('migrations');
  return db.connection().execute(async (connection) => {
    // A large database takes its time, and the waiting process waits for all of it.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql.raw(lock.take).execute(connection);
    try {
      const { error, results = [] } = await new Migrator({
        db: connection,
        provider: providerOf(steps),
      }).migrateToLatest();
      if (error) {
        const failed = results.find((result) => result.status === 'Error')?.migrationName;
        const reason = error instanceof Error ? error.message : String(error);
        throw new StartupError(
          failed
            ? `The database could not be brought up to date: step ${failed} failed (${reason}). Nothing was changed.`
            : `The database does not fit this version (${reason}). Start the version that wrote it, or a newer one.`,
        );
      }
      return results.map((result) => result.migrationName);
    } finally {
      await sql.raw(lock.release).execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/** The same steps inside the transaction that the connection is in already: a restore is undone with them. */
export async function migrateWithin(db: Kysely<Database>, steps: readonly NamedStep[]): Promise<void> {
  const migrator = new Migrator({ db, provider: providerOf(steps), disableTransactions: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

function providerOf(steps: readonly NamedStep[]) {
  return {
    async getMigrations(): Promise<Record<string, Migration>> {
      return Object.fromEntries(steps.map(([name, step]) => [name, { up: (trx) => runAll(trx, step.statements) }]));
    },
  };
}

async function runAll(trx: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx);
}
