import { join } from 'node:path';
import { loadSecretKeys, openSecretBox } from './core/access/secrets';
import { connect } from './core/database/connect';
import { diskFiles } from './core/files/files';
import { hostPort } from './core/platforms/hosts';
import { ocrSimulator } from './core/platforms/ocr';
import type { PlatformsPort, Ports } from './core/platforms/ports';
import { platformAccess } from './core/platforms/registry';
import { createSmsSimulator } from './core/platforms/sms-simulator';
import { createTokens } from './core/platforms/tokens';
import { createCodePlatforms } from './modules/miniCode';
import { configuredPorts } from './modules/site';
import { createSimulators, type SimulatorMaker } from './simulators';
import { databaseParts, databaseStore } from './simulators/database-store';
import { takeFault } from './simulators/faults';
import type { BaseServices } from './start';

/** Maximum number of concurrent token fetches in this process. Each fetch occupies a connection until the platform has answered. */
const TOKEN_CONNECTIONS = 4;
/** Connections for simulators: at least two for each simulator, because a call to a simulator may need two connections. */
const SIMULATOR_CONNECTIONS = 16;

/**
 * Creates the access to outside platforms with separate connection pools, which open on first use. A call that holds a connection of the
 * main pool may wait for a token or a simulator. If tokens and simulators used the main pool too, many such calls could deadlock.
 *
 * @param makers simulators that replace the product's simulators in tests
 */
export function platformPorts({
  url,
  clock,
  ids,
  secrets,
  makers,
}: Pick<BaseServices, 'url' | 'clock' | 'ids'> &
  Pick<Ports, 'secrets'> & { readonly makers?: Readonly<Record<string, SimulatorMaker>> | undefined }): PlatformsPort {
  const forTokens = connect(url, { max: TOKEN_CONNECTIONS });
  const forSimulators = connect(url, { max: SIMULATOR_CONNECTIONS });
  const simulators = createSimulators(databaseParts({ db: forSimulators.db, clock, ids }), makers);
  return {
    simulators,
    simulatorStore: (platform) => databaseStore(forSimulators.db, platform),
    access: platformAccess({ simulators, faultOf: (name, path) => takeFault(forSimulators.db, name, path) }),
    ...createTokens({ db: forTokens.db, clock, secrets }),
    close: async () => {
      await Promise.all([forTokens.close(), forSimulators.close()]);
    },
  };
}

/** Creates the ports to the outside systems that the settings select. First it checks the keys of the encrypted secrets. */
export async function makePorts({
  db,
  url,
  clock,
  ids,
  settings,
}: Pick<BaseServices, 'db' | 'url' | 'clock' | 'ids' | 'settings'>): Promise<Ports> {
  const keys = await loadSecretKeys(settings.secretKeys, settings.dataDir, clock);
  const secrets = await openSecretBox(db, keys, clock);
  const files = diskFiles(join(settings.dataDir, 'files'));
  const exportFolder = join(settings.dataDir, 'exports');
  const platforms = platformPorts({ url, clock, ids, secrets });
  return {
    files,
    ocr: ocrSimulator(),
    secrets,
    exportFolder,
    hosts: hostPort(),
    platforms,
    codePlatformOf: createCodePlatforms({ db, secrets, platforms, clock }),
    ...configuredPorts(db, secrets, clock, createSmsSimulator(db, clock, ids)),
  };
}
