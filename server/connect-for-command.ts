import { resolve } from 'node:path';
import { prepareFolder } from './core/database/cluster-folder';
import { checkDatabase } from './core/database/connect';
import { folderHolder } from './core/database/folder-lock';
import { reachCluster, startCluster } from './core/database/supervisor';
import type { Settings } from './settings';

/** Finds the database for a command: the running server's, or the embedded one, started until the command ends. */
export async function connectForCommand(
  settings: Settings,
  root: string,
): Promise<{ url: string; release(): void | Promise<void> }> {
  if (settings.databaseUrl !== null) {
    await checkDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, release: () => undefined };
  }
  const dataDir = resolve(root, settings.dataDir);
  // With a running server nothing is written here, so its backup works even if its disk is full.
  if ((await folderHolder(dataDir)) !== null) return reachCluster(dataDir);
  await prepareFolder(dataDir);
  const cluster = await startCluster({ dataDir, root });
  return { url: cluster.url, release: () => cluster.stop() };
}
