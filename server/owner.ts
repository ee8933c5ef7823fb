import { renewOwner } from './bootstrap';
import { runCommand, withConnection } from './command';
import { systemClock } from './core/clock';
import { migrate } from './core/database/migrate';
import { leaseIds } from './core/database/nodes';
import { migrations } from './migrations';
import { readSettings } from './settings';

/**
 * `npm run owner`: sets a new one-time password for the owner's account, with or without a running server. Pending migrations are applied
 * first.
 */
async function main(): Promise<void> {
  await withConnection(readSettings(process.env), async ({ db }) => {
    await migrate(db, migrations);
    const ids = await leaseIds(db, systemClock);
    const lines = await renewOwner({ db, clock: systemClock, ids });
    await ids.release();
    for (const line of lines) process.stdout.write(`${line}\n`);
  });
}

void runCommand(main);
