import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../../startup';
import type { Partition, Partitioned } from '../partitions';

/** Name of the file that describes a backup. */
export const MANIFEST = 'manifest.json';
/** Name of the file with the checksums of all other files, as `sha256sum -c` reads them. */
export const SUMS = 'SHA256SUMS';
export const TABLES = 'tables';
export const FILES = 'files';
export const FORMAT = 1;

/** Description of a table at the time of the backup. */
export interface TableEntry {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns by which the rows in the table's file are sorted. */
  readonly order: readonly string[];
  readonly rows: number;
  /** SHA-256 of the rows in COPY's text format, before compression. */
  readonly sha256: string;
}

/** Content of the file `manifest.json`, which describes a backup. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** Start of the transaction that read the snapshot, by the database's clock. */
  readonly takenAt: string;
  /** Names of the migrations that had run when the backup was made. */
  readonly migrations: readonly string[];
  /** Id of the first configured key. `null` when there was no key. Backups never contain the key. */
  readonly keyId: string | null;
  /** Ids of the keys that the secrets of the snapshot need: during a rotation also the earlier key. Older backups lack this field. */
  readonly keyIds?: readonly string[];
  readonly tables: readonly TableEntry[];
  /** Partitions of the partitioned tables. Older backups lack this field. */
  readonly partitions?: Readonly<Partial<Record<Partitioned, readonly Partition[]>>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** Named values of the snapshot, such as money sums and the head of the audit chain. A restore must compute the same values. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Lists all files below a folder, sorted. Paths are relative to the folder, with `/` as separator. A missing folder has no files. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Sums the bytes of every file below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const file of await filesBelow(folder)) bytes += (await stat(join(folder, file))).size;
  return bytes;
}

/** Computes the hexadecimal SHA-256 of a file. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Compares every file of a backup with its checksum, and returns the manifest.
 *
 * @throws StartupError for the first damaged, missing or unlisted file, or for a backup with another format
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const sums = await readFile(join(folder, SUMS), 'utf8').catch(() => {
    throw new StartupError(
      `${folder} is no whole backup: it has no ${SUMS}. Name the folder that "npm run backup" printed.`,
    );
  });
  const damaged = (file: string, what: string) =>
    new StartupError(
      `The backup is damaged: ${join(folder, file)} ${what}. Use another backup, or another copy of it.`,
    );
  const listed = new Map<string, string>();
  for (const line of sums.split('\n').filter(Boolean)) {
    const [, sum = '', file = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sum || file.split('/').includes('..')) throw damaged(SUMS, 'cannot be read');
    listed.set(file, sum);
  }
  for (const file of await filesBelow(folder)) {
    if (file !== SUMS && !listed.has(file)) throw damaged(file, `is not listed in ${SUMS}`);
  }
  for (const [file, sum] of listed) {
    const found = await hashOf(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      throw damaged(file, error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code ?? error.message})`);
    });
    if (found !== sum) throw damaged(file, `does not fit its checksum in ${SUMS}`);
  }
  if (!listed.has(MANIFEST)) throw damaged(MANIFEST, 'is missing');
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
  if (manifest.format !== FORMAT) {
    throw new StartupError(`The backup has format ${manifest.format}: restore it with the version that reads it.`);
  }
  return manifest;
}
