import { resolve } from 'node:path';
import { runCommand, withConnection } from './command';
import { systemClock } from './core/clock';
import { leaseIds } from './core/database/nodes';
import { createSecretBox, loadSecretKey } from './core/secrets';
import { issueClient } from './core/signed';
import { StartupError } from './core/startup';
import { readSettings } from './settings';

const NAME = /^[\w-]{1,40}$/;

/** `npm run client -- <name>`: a key and secret for another server that sends orders; the same name again replaces them. */
async function main(): Promise<void> {
  const [name = ''] = process.argv.slice(2);
  if (!NAME.test(name)) throw new StartupError('Name the other server: npm run client -- ordering');
  const settings = readSettings(process.env);
  await withConnection(settings, async ({ db }) => {
    const secrets = createSecretBox(
      await loadSecretKey(settings.secretKey, resolve(settings.dataDir), systemClock),
      systemClock,
    );
    const ids = await leaseIds(db, systemClock);
    const { key, secret } = await issueClient({ db, clock: systemClock, ids, secrets }, name);
    await ids.release();
    process.stdout.write(
      `Key     ${key}\nSecret  ${secret}\nThe secret is not shown again. How to sign: docs/orders.md\n`,
    );
  });
}

void runCommand(main);
