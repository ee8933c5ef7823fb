import { resolve } from 'node:path';
import { connectForCommand } from './connect-for-command';
import { type Connection, connect } from './core/database/connect';
import { diskGuard, saysFull } from './core/files/disk';
import { StartupError } from './core/startup';
import type { Settings } from './settings';

/** Shared start, error lines and exit codes of the command-line programs (`npm run owner`, `backup`, …). */

/** Formats an error as one line for the terminal. */
export const sentenceOf = (error: unknown): string => (error instanceof StartupError ? error.message : String(error));

/**
 * Runs a program. A failure prints one line, and the process exits with code 1.
 *
 * @param tell formats the error line; default: {@link sentenceOf}
 */
export async function runCommand(
  main: () => Promise<void>,
  tell: (error: unknown) => string = sentenceOf,
): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${tell(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs `use` with the URL of the configured database, or else of the running server's database. If no server is running, the embedded
 * database runs until `use` ends.
 *
 * @throws StartupError when `use` fails because the disk is full
 */
export async function withDatabase<T>(settings: Settings, use: (url: string) => Promise<T>): Promise<T> {
  const database = await connectForCommand(settings, process.cwd());
  try {
    return await use(database.url);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // A database on a full disk may fail with an error that does not mention the disk.
    const isFull = saysFull(error) || (await diskGuard(settings)());
    if (!isFull) throw error;
    throw new StartupError(
      settings.databaseUrl === null
        ? `The disk of the data folder ${resolve(settings.dataDir)} is full: make room, then run this again.`
        : 'The disk of the database is full: make room, then run this again.',
    );
  } finally {
    await database.release();
  }
}

/** Works like {@link withDatabase} but passes an open connection. */
export function withConnection<T>(
  settings: Settings,
  use: (connection: Connection) => Promise<T>,
  options: Parameters<typeof connect>[1] = { max: 2 },
): Promise<T> {
  return withDatabase(settings, async (url) => {
    const connection = connect(url, options);
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  });
}
