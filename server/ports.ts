import { join } from 'node:path';
import { checkSecretKey, createSecretBox, loadSecretKey } from './core/access/secrets';
import { diskFiles } from './core/files/files';
import type { Ports } from './core/platforms/ports';
import { createSmsSimulator } from './core/platforms/sms-simulator';
import { configuredPorts } from './modules/site';
import type { BaseServices } from './start';

/** Outside systems as the settings choose them. The key of the sealed secrets is checked before anything is served. */
export async function makePorts({
  db,
  clock,
  ids,
  settings,
}: Pick<BaseServices, 'db' | 'clock' | 'ids' | 'settings'>): Promise<Ports> {
  const secrets = createSecretBox(await loadSecretKey(settings.secretKey, settings.dataDir, clock), clock);
  await checkSecretKey(db, secrets, clock);
  const files = diskFiles(join(settings.dataDir, 'files'));
  const exportFolder = join(settings.dataDir, 'exports');
  return { files, secrets, exportFolder, ...configuredPorts(db, secrets, clock, createSmsSimulator(db, clock, ids)) };
}
