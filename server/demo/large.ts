import { resolve } from 'node:path';
import { loadSecretKeys, openSecretBox } from '../core/access/secrets';
import { systemClock } from '../core/clock';
import { prepareFolder } from '../core/database/cluster-folder';
import { checkDatabase, connect } from '../core/database/connect';
import { folderHolder } from '../core/database/folder-lock';
import { migrate } from '../core/database/migrate';
import { leaseIds } from '../core/database/nodes';
import { preparePartitions } from '../core/database/partitions';
import { reachCluster, startCluster } from '../core/database/supervisor';
import { StartupError } from '../core/startup';
import { migrations } from '../migrations';
import { readSettings, type Settings } from '../settings';
import { seedDatabase } from '.';

/** `npm run seed:large`: writes 5,000 stations and 1,000,000 orders into an empty database, for measurements. */
async function main(): Promise<void> {
  const begun = performance.now();
  const settings = readSettings(process.env);
  const database = await reach(settings);
  const connection = connect(database.url, { max: 4, statementTimeoutMs: 0 });
  try {
    await migrate(connection.db, migrations);
    await preparePartitions(connection.db, systemClock.now());
    const used = await connection.db.selectFrom('team').select('team.id').limit(1).executeTakeFirst();
    if (used) {
      throw new StartupError(
        'The database has stations already: point DATA_DIR at a new folder, or DATABASE_URL at an empty database.',
      );
    }
    const ids = await leaseIds(connection.db, systemClock);
    const keys = await loadSecretKeys(settings.secretKeys, resolve(settings.dataDir), systemClock);
    process.stdout.write('Writing 5,000 stations and 1,000,000 orders; this takes some minutes …\n');
    await seedDatabase(connection.db, {
      size: 'large',
      now: systemClock.now(),
      secrets: await openSecretBox(connection.db, keys, systemClock),
      ids,
    });
    await ids.release();
    process.stdout.write(`Done in ${Math.round((performance.now() - begun) / 1_000)} s.\n`);
  } finally {
    await connection.close();
    await database.release();
  }
}

/**
 * Finds the database: the database of DATABASE_URL, the database of the running server, or the embedded database. The embedded database
 * runs until the command ends.
 */
async function reach(settings: Settings): Promise<{ url: string; release(): void | Promise<void> }> {
  if (settings.databaseUrl !== null) {
    await checkDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, release: () => undefined };
  }
  const root = process.cwd();
  const dataDir = resolve(root, settings.dataDir);
  await prepareFolder(dataDir);
  if ((await folderHolder(dataDir)) !== null) return reachCluster(dataDir);
  const cluster = await startCluster({ dataDir, root });
  return { url: cluster.url, release: () => cluster.stop() };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
