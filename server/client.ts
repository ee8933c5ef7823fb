import { runCommand, withConnection } from './command';
import { StartupError } from './core/startup';
import { newClient } from './ordering';
import { readSettings } from './settings';

const NAME = /^[\w-]{1,40}$/;

/**
 * `npm run client -- <name>`: creates a key and secret for another server, such as the ordering system. If the name already has a key and
 * secret, the new key and secret replace them.
 */
async function main(): Promise<void> {
  const [name = ''] = process.argv.slice(2);
  if (!NAME.test(name)) throw new StartupError('Name the other server: npm run client -- ordering');
  const settings = readSettings(process.env);
  await withConnection(settings, async ({ db }) => {
    const { key, secret } = await newClient(settings, db, name);
    process.stdout.write(
      `Key     ${key}\nSecret  ${secret}\nThe secret is not shown again. How to sign: docs/orders.md\n`,
    );
  });
}

void runCommand(main);
