import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { backupFacts, keepFactHead, noteBackup } from './backup-facts';
import { runCommand, withDatabase } from './command';
import { findSecretKeys, secretKeyId } from './core/access/secrets';
import { type Restored, restoreBackup } from './core/database/backup/read';
import { startCluster } from './core/database/supervisor';
import { StartupError } from './core/startup';
import { migrations } from './migrations';
import { readSettings, type Settings } from './settings';

/**
 * `npm run restore -- <backup>`: restores a backup into an empty database and an empty `files` folder. It verifies the backup's files
 * before the restore, and the database afterwards. With `--drill` it restores into a temporary database, and records in the real database
 * that this backup can be restored.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const isDrill = process.argv.includes('--drill');
  const [given] = process.argv.slice(2).filter((text) => !text.startsWith('--'));
  if (!given) throw new StartupError('Say which: npm run restore -- <folder of the backup> [--drill].');
  const path = resolve(process.cwd(), given);
  const done = await (isDrill ? drill(path, settings) : restore(path, settings));
  const { manifest } = done;
  process.stdout.write(
    [
      `${isDrill ? 'Drill passed' : 'Restored'}: ${done.rows} rows of ${manifest.tables.length} tables${isDrill ? '' : ` and ${manifest.files.count} files`} as of ${manifest.takenAt}, in ${Math.round(done.ms / 100) / 10} s.`,
      'Rows, checksums and sums of every table are those of the backup.',
      `Head of the operation records  ${manifest.facts.auditHead ?? 'none'} (chain ${manifest.facts.auditChain ?? 'not there yet'})`,
      ...(isDrill ? [] : ['"npm start" brings it up to date where this version is newer.']),
      '',
    ].join('\n'),
  );
}

async function restore(path: string, settings: Settings): Promise<Restored> {
  const dataDir = resolve(process.cwd(), settings.dataDir);
  const keys = await findSecretKeys(settings.secretKeys, dataDir);
  return withDatabase(settings, async (url) => {
    const done = await restoreBackup({
      path,
      url,
      filesDir: join(dataDir, 'files'),
      keyIds: keys.map(secretKeyId),
      steps: migrations,
      facts: backupFacts,
    });
    await noteBackup(url, 'restore', { path, ...done });
    await keepFactHead(done.manifest.facts, { dataDir, keys, kind: 'restore' });
    return done;
  });
}

async function drill(path: string, settings: Settings): Promise<Restored> {
  const folder = await mkdtemp(join(tmpdir(), 'multistation-drill-'));
  try {
    const cluster = await startCluster({ dataDir: folder, root: process.cwd(), scratch: true, copyTo: [] });
    let done: Restored;
    try {
      done = await restoreBackup({
        path,
        url: cluster.url,
        filesDir: join(folder, 'files'),
        steps: migrations,
        facts: backupFacts,
      });
    } finally {
      await cluster.stop();
    }
    await withDatabase(settings, (url) => noteBackup(url, 'drill', { path, ...done }));
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

void runCommand(main);
