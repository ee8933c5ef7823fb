import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../startup';
import { sessionLock } from './locks';
import type { Database } from './schema';
import { withoutTimeout } from './transaction';

/** A migration with its name (see `server/migrations/index.ts`). */
export type NamedStep = readonly [name: string, step: { readonly statements: readonly string[] }];

/**
 * Migrates the database to the newest step. Several processes may call it at the same time: one migrates, and the others wait and then
 * find nothing to do. All missing steps run in one transaction, so a failure leaves the database unchanged.
 *
 * @returns the names of the steps that this call ran
 * @throws StartupError when a step fails, or when the database has steps that this version does not have
 */
export async function migrate(db: Kysely<Database>, steps: readonly NamedStep[]): Promise<string[]> {
  const lock = sessionLock('migrations');
  // The statement timeout is off. Migrating a large database, or waiting for another process's migration, may take a long time.
  return db.connection().execute((connection) =>
    withoutTimeout(connection, async () => {
      await sql.raw(lock.take).execute(connection);
      try {
        return await runMissing(connection, steps);
      } finally {
        await sql.raw(lock.release).execute(connection);
      }
    }),
  );
}

async function runMissing(connection: Kysely<Database>, steps: readonly NamedStep[]): Promise<string[]> {
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
}

/** Runs the missing steps in the connection's open transaction. A failed restore rolls them back. */
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
