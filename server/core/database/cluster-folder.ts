import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup';

/** Creates the folders of the embedded PostgreSQL, and checks their permissions and free space. */

/** Maximum length in bytes of the path of the socket folder on the supported systems. The file name `.s.PGSQL.5432` is not included. */
const LONGEST_SOCKET_FOLDER = 85;

/**
 * Creates the data folder and checks that it is writable.
 *
 * @throws StartupError with the remedy
 */
export async function prepareFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    await makeFolder(dataDir);
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
    await rm(probe);
  } catch (error) {
    await rm(probe, { force: true }).catch(() => undefined);
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === 'ENOSPC') throw diskIsFull(dataDir);
    const cure = code === 'EROFS' ? 'its file system is read-only, mount it for writing' : 'change its owner or rights';
    throw new StartupError(
      `The data folder ${dataDir} cannot be written to (${code}): ${cure}, or choose another folder with DATA_DIR.`,
    );
  }
}

/**
 * Creates a folder with its parents. When a parent cannot be created, the recursive `mkdir` reports only ENOENT. A separate `mkdir` of
 * the first missing parent then reports the cause.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    let first = path;
    while (!(await exists(dirname(first)))) first = dirname(first);
    await mkdir(first, { mode: 0o711 });
    await makeFolder(path);
  }
}

/** Size of the test file in bytes. The file must have content, because an empty file can be created on a full disk. */
const PROBE_BYTES = 4_096;

export const diskIsFull = (dataDir: string) =>
  new StartupError(
    `The disk of the data folder ${dataDir} is full: make room, or choose another folder with DATA_DIR.`,
  );

/**
 * Returns a path to the socket folder that is short enough: the folder itself or a link to it in a new temporary folder. `release` deletes
 * this temporary folder.
 */
export async function shortSocketFolder(runDir: string): Promise<{ path: string; release(): void }> {
  if (Buffer.byteLength(runDir) <= LONGEST_SOCKET_FOLDER) return { path: runDir, release: () => undefined };
  const place = await mkdtemp(join(tmpdir(), 'multistation-'));
  await symlink(runDir, join(place, 'run'));
  return { path: join(place, 'run'), release: () => rmSync(place, { recursive: true, force: true }) };
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
