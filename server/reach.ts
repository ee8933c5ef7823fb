import { resolve } from 'node:path';
import { checkDatabase } from './core/database/connect';
import { folderHolder } from './core/database/folder-lock';
import { prepareFolder, reachCluster, startCluster } from './core/database/supervisor';
import type { Settings } from './settings';

/** For commands: the database of the running server, or the embedded one, started for as long as this takes. */
export async function reachDatabase(
  settings: Settings,
  root: string,
): Promise<{ url: string; release(): void | Promise<void> }> {
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
