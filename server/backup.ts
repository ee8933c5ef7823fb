import { join, resolve } from 'node:path';
import { backupFacts, keepFactHead, noteBackup, sizeText } from './backup-facts';
import { runCommand, sentenceOf, withDatabase } from './command';
import { findSecretKeys, secretKeyId, usedSecretKeys } from './core/access/secrets';
import { listParts } from './core/database/archive';
import { writeBackup } from './core/database/backup/write';
import { connect } from './core/database/connect';
import { archiveFolder, readSettings } from './settings';

/** `npm run backup [-- <folder>]`: backs up a snapshot of all data, with or without a running server. */
async function main(stop: AbortSignal): Promise<void> {
  const settings = readSettings(process.env);
  const dataDir = resolve(process.cwd(), settings.dataDir);
  const target = process.argv[2] ?? join(dataDir, 'backups');
  const keys = await findSecretKeys(settings.secretKeys, dataDir);
  const [key] = keys;
  await withDatabase(settings, async (url) => {
    const done = await writeBackup({
      url,
      filesDir: join(dataDir, 'files'),
      target,
      keyId: key ? secretKeyId(key) : null,
      usedKeys: usedSecretKeys,
      facts: backupFacts,
      signal: stop,
    });
    await noteBackup(url, 'backup', done);
    await keepFactHead(done.manifest.facts, { dataDir, keys, kind: 'head' });
    const archived = await countArchived(url);
    const { tables, files, facts, keyId, keyIds = [] } = done.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      [
        `Backup  ${done.path}`,
        `        ${rows} rows of ${tables.length} tables and ${files.count} files as of ${done.manifest.takenAt}, ${sizeText(done.bytes)}, ${Math.round(done.ms / 100) / 10} s; read back and whole.`,
        `Head of the operation records  ${facts.auditHead ?? 'none'} (chain ${facts.auditChain ?? 'not there yet'})`,
        keyId === null
          ? 'There is no secret key in the data folder: set SECRET_KEY, so that the backup can say which one it needs.'
          : `The secret key ${[...new Set([keyId, ...keyIds])].join(' and ')} is not in it: keep ${settings.secretKeys.length > 0 ? 'SECRET_KEY' : join(dataDir, 'secret.key')} in another place.`,
        ...(resolve(target).startsWith(dataDir)
          ? ['It lies on the disk of the data folder: copy it to another computer.']
          : []),
        ...(archived > 0
          ? [`The files of ${archived} archived months are not in it: copy ${archiveFolder(settings)} too.`]
          : []),
        '',
      ].join('\n'),
    );
    if (facts.auditChain !== undefined && facts.auditChain !== 'whole') process.exitCode = 1;
  });
}

async function countArchived(url: string): Promise<number> {
  const connection = connect(url, { max: 1 });
  try {
    return (await listParts(connection.db)).filter(({ state }) => state === 'archived').length;
  } finally {
    await connection.close();
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
void runCommand(
  () => main(stop.signal),
  (error) => (stop.signal.aborted ? 'The backup was stopped; nothing of it remains.' : sentenceOf(error)),
);
