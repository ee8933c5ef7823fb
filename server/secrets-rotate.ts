import { join, resolve } from 'node:path';
import { runCommand, withConnection } from './command';
import { findSecretKeys, hasKeys, openSecretBox, secretKeyId } from './core/access/secrets';
import { systemClock } from './core/clock';
import { hasTable } from './core/database/has-table';
import { diskFiles } from './core/files/files';
import { StartupError } from './core/startup';
import { rotateSecrets } from './rotate-secrets';
import { readSettings } from './settings';

/**
 * `npm run secrets:rotate`: encrypts all stored secrets and files with the first key of SECRET_KEY or `secret.key`, with or without a
 * running server. The exit code is 1 if a value or file could not be decrypted or found.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const dataDir = resolve(process.cwd(), settings.dataDir);
  const keys = await findSecretKeys(settings.secretKeys, dataDir);
  if (!hasKeys(keys))
    throw new StartupError('There is no secret key: set SECRET_KEY, or set DATA_DIR to the data folder of the server.');
  await withConnection(
    settings,
    async ({ db }) => {
      if (!(await hasTable(db, 'secret_value')))
        throw new StartupError('This database is empty: start the server once.');
      const secrets = await openSecretBox(db, keys, systemClock);
      const folder = join(dataDir, 'files');
      const { values, files } = await rotateSecrets({ db, secrets, files: diskFiles(folder) });
      const faults = [...values.faults, ...files.faults];
      process.stdout.write(
        `Key ${secretKeyId(keys[0])} encrypts ${values.checked - values.faults.length} values and ${files.checked - files.faults.length} files in ${folder}.\n` +
          `${values.resealed} values and ${files.resealed} files were encrypted again.\n`,
      );
      if (faults.length > 0) {
        throw new StartupError(
          [
            ...faults,
            `${faults.length} values or files could not be encrypted again: add their key to SECRET_KEY or secret.key, set DATA_DIR to the data folder of the server, or restore them. Then run this again.`,
          ].join('\n'),
        );
      }
      if (keys.length > 1) {
        process.stdout.write(
          values.resealed + files.resealed > 0
            ? 'Run this again after 12 hours, when the links of the earlier keys have expired. Remove these keys when it reports 0 values and files.\n'
            : 'The earlier keys can be removed once their links have expired, 12 hours after the new key was set. Backups still need them.\n',
        );
      }
    },
    { max: 2, statementTimeoutMs: 0 },
  );
}

void runCommand(main);
