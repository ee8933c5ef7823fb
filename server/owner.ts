import { resolve } from 'node:path';
import { systemClock } from './core/clock';
import { checkDatabase, connect } from './core/database/connect';
import { folderHolder } from './core/database/folder-lock';
import { migrate } from './core/database/migrate';
import { leaseIds } from './core/database/nodes';
import { prepareFolder, reachCluster, startCluster } from './core/database/supervisor';
import { StartupError } from './core/startup';
import { migrations } from './migrations';
import { renewOwner } from './parts';
import { readSettings, type Settings } from './settings';

/** `npm run owner`: a new one-time password for the owner's account, beside a running server or without one. */
async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env);
    const database = await reach(settings, process.cwd());
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

/** The database of the running server, or the embedded one, started for as long as this takes. */
async function reach(settings: Settings, root: string): Promise<{ url: string; release(): void | Promise<void> }> {
  if (settings.databaseUrl !== null) {
    await checkDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, release: () => undefined };
  }
  const dataDir = resolve(root, settings.dataDir);
  await prepareFolder(dataDir);
  if ((await folderHolder(dataDir)) !== null) return reachCluster(dataDir);
  const cluster = await startCluster({ dataDir, root });
  return { url: cluster.url, release: () => cluster.stop() };
}

void main();
