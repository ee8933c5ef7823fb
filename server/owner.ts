import { systemClock } from './core/clock';
import { connect } from './core/database/connect';
import { migrate } from './core/database/migrate';
import { leaseIds } from './core/database/nodes';
import { StartupError } from './core/startup';
import { migrations } from './migrations';
import { renewOwner } from './parts';
import { reachDatabase } from './reach';
import { readSettings } from './settings';

/** `npm run owner`: a new one-time password for the owner's account, beside a running server or without one. */
async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env);
    const database = await reachDatabase(settings, process.cwd());
    const connection = connect(database.url, { max: 2 });
    try {
      await migrate(connection.db, migrations);
      const ids = await leaseIds(connection.db, systemClock);
      const lines = await renewOwner({ db: connection.db, clock: systemClock, ids });
      await ids.release();
      for (const line of lines) process.stdout.write(`${line}\n`);
    } finally {
      await connection.close();
      await database.release();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

void main();
