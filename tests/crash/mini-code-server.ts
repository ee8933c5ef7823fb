import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { bootstrap } from '../../server/bootstrap';
import { systemClock } from '../../server/core/clock';
import type { CodePlatform } from '../../server/core/platforms/code';
import { StartupError } from '../../server/core/startup';
import { memoryCodePlatform } from '../../server/modules/miniCode/testing';
import { readSettings } from '../../server/settings';
import { start } from '../../server/start';

/**
 * Starts the whole server from its sources with a simulated platform. The platform's state is in a file, so it survives the server.
 * `KILL_AT` names the step at which the server kills itself with SIGKILL. `adapter` is before the platform is called. `before` and
 * `after` are during the call, before and after the platform has done the work.
 */

const killAt = (step: string): void => {
  if (process.env.KILL_AT === step) process.kill(process.pid, 'SIGKILL');
};

/** File with the state of each version at the platform. */
const worldFile = join(process.env.DATA_DIR ?? '.', 'platform.json');
const readWorld = (): Record<string, string> =>
  existsSync(worldFile) ? JSON.parse(readFileSync(worldFile, 'utf8')) : {};

async function codePlatformOf(): Promise<CodePlatform> {
  killAt('adapter');
  const platform = memoryCodePlatform('ali');
  for (const [version, state] of Object.entries(readWorld())) platform.put(version, state as 'dev');
  return {
    ...platform,
    async submitAudit(version) {
      writeFileSync(`${worldFile}.calls`, `${version}\n`, { flag: 'a' });
      killAt('before');
      writeFileSync(worldFile, JSON.stringify({ ...readWorld(), [version]: 'auditing' }));
      killAt('after');
    },
  };
}

async function main(): Promise<void> {
  try {
    const running = await start(
      {
        settings: readSettings(process.env),
        root: process.cwd(),
        clock: systemClock,
        log: pino({ level: 'error' }, pino.destination(2)),
        onFailure: (reason) => {
          console.error(reason);
          process.exit(1);
        },
      },
      {
        ...bootstrap,
        async prepare(foundation) {
          const services = await bootstrap.prepare(foundation);
          return { ...services, ports: { ...services.ports, codePlatformOf } };
        },
      },
    );
    process.once('SIGTERM', () => void running.stop());
    console.log(`ready ${running.address}`);
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exitCode = 1;
  }
}

void main();
