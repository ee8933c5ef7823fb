import { join, resolve } from 'node:path';
import { runCommand, withConnection } from './command';
import { findSecretKeys, openSecretBox, secretKeyId } from './core/access/secrets';
import { systemClock } from './core/clock';
import { hasTable } from './core/database/has-table';
import { diskFiles } from './core/files/files';
import { StartupError } from './core/startup';
import { rotateSecrets } from './rotate-secrets';
import { readSettings } from './settings';

/**
 * `npm run secrets:rotate`: encrypts all stored secrets and files with the first key of SECRET_KEY or `secret.key`, with or without a running
 * server.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const dataDir = resolve(process.cwd(), settings.dataDir);
  const [key, ...former] = await findSecretKeys(settings.secretKeys, dataDir);
  if (!key)
    throw new StartupError('There is no secret key: set SECRET_KEY, or set DATA_DIR to the data folder of the server.');
  await withConnection(settings, async ({ db }) => {
    if (!(await hasTable(db, 'secret_value'))) throw new StartupError('This database is empty: start the server once.');
    const secrets = await openSecretBox(db, [key, ...former], systemClock);
    const { values, files } = await rotateSecrets({ db, secrets, files: diskFiles(join(dataDir, 'files')) });
    process.stdout.write(
      [
        `Key ${secretKeyId(key)} encrypts all ${values.checked} values and ${files.checked} files now.`,
        `${values.resealed} values and ${files.resealed} files had an earlier key.`,
        ...(former.length > 0
          ? [
              'Keep the earlier keys for 12 hours, so that open links remain valid. Then remove them. Backups still need them.',
            ]
          : []),
        '',
      ].join('\n'),
    );
  });
}

void runCommand(main);
