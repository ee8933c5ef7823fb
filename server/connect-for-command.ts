import { resolve } from 'node:path';
import { prepareFolder } from './core/database/cluster-folder';
import { checkDatabase } from './core/database/connect';
import { folderHolder } from './core/database/folder-lock';
import { reachCluster, startCluster } from './core/database/supervisor';
import type { Settings } from './settings';

/** For commands: the database of the running server, or the embedded one, started for as long as this takes. */
export async function connectForCommand(
  settings: Settings,
  root: string,
): Promise<{ url: string; release(): void | Promise<void> }> {
  if (settings.databaseUrl !== null) {
    await checkDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, release: () => undefined };
  }
  const dataDir = resolve(root, settings.dataDir);
  // Where a server runs nothing is written here: its backup can be made though its own disk is full.
  if ((await folderHolder(dataDir)) !== null) return reachCluster(dataDir);
  await prepareFolder(dataDir);
  const cluster = await startCluster({ dataDir, root });
  return { url: cluster.url, release: () => cluster.stop() };
}
