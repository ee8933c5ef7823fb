import { join } from 'node:path';
import { diskFiles } from './core/files';
import type { Ports } from './core/ports';
import { checkSecretKey, createSecretBox, loadSecretKey } from './core/secrets';
import { createSmsSimulator } from './core/sms/simulator';
import { configuredPorts } from './modules/site';
import type { Foundation } from './start';

/** Outside systems as the settings choose them. The key of the sealed secrets is checked before anything is served. */
export async function makePorts({
  db,
  clock,
  ids,
  settings,
}: Pick<Foundation, 'db' | 'clock' | 'ids' | 'settings'>): Promise<Ports> {
  const secrets = createSecretBox(await loadSecretKey(settings.secretKey, settings.dataDir, clock), clock);
  await checkSecretKey(db, secrets, clock);
  const files = diskFiles(join(settings.dataDir, 'files'));
  const exportFolder = join(settings.dataDir, 'exports');
  return { files, secrets, exportFolder, ...configuredPorts(db, secrets, clock, createSmsSimulator(db, clock, ids)) };
}
