import { resolve } from 'node:path';
import { prepareFolder } from './core/database/cluster-folder';
import { checkDatabase } from './core/database/connect';
import { folderHolder } from './core/database/folder-lock';
import { reachCluster, startCluster } from './core/database/supervisor';
import type { Settings } from './settings';

/** Finds the database for a command: the configured one, that of the running server, or the embedded one, which is then started. */
export async function connectForCommand(
  settings: Settings,
  root: string,
): Promise<{ url: string; release(): void | Promise<void> }> {
  if (settings.databaseUrl !== null) {
    await checkDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, release: () => undefined };
  }
  const dataDir = resolve(root, settings.dataDir);
  // A running server already prepared the folder. Nothing is written to it here, so that a backup works even when the disk is full.
  if ((await folderHolder(dataDir)) !== null) return reachCluster(dataDir);
  await prepareFolder(dataDir);
  const cluster = await startCluster({ dataDir, root });
  return { url: cluster.url, release: () => cluster.stop() };
}
