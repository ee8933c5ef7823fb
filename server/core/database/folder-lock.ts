import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkNew } from '../link-new';
import { StartupError } from '../startup';

/** The lock of the data folder. This process holds the lock until it calls `release`. */
interface FolderLock {
  release(): void;
}

interface Holder {
  readonly pid: number;
  /** Start time of the process from the operating system. A different start time shows that another process now has this process id. */
  readonly started: string;
}

/**
 * Locks the data folder for this process. It replaces a stale lock, whose process stopped without releasing it (kill -9, power cut).
 *
 * @throws StartupError when a running process holds the lock
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = join(dataDir, 'server.lock');
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) };
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      if (await linkNew(draft, path)) break;
      const holder = await readHolder(path);
      if (holder && isAlive(holder)) {
        throw new StartupError(
          `The data folder ${dataDir} is in use by process ${holder.pid}: stop that server, or give this one its own folder with DATA_DIR.`,
        );
      }
      // Several processes may find the same stale lock. Each one tries to rename it to a name with its process id. Only one succeeds.
      const stale = `${path}.stale.${process.pid}`;
      await rename(path, stale).catch(() => undefined);
      const moved = await readHolder(stale);
      if (moved && isAlive(moved)) await link(stale, path).catch(() => undefined);
      await rm(stale, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release() {
      const holder = parseHolder(readText(path));
      if (holder?.pid === mine.pid && holder.started === mine.started) rmSync(path, { force: true });
    },
  };
}

/** Finds the id of the process that holds the lock of the data folder. `null` means that no process holds it. */
export async function folderHolder(dataDir: string): Promise<number | null> {
  const holder = await readHolder(join(dataDir, 'server.lock'));
  return holder && isAlive(holder) ? holder.pid : null;
}

async function readHolder(path: string): Promise<Holder | null> {
  return parseHolder(await readFile(path, 'utf8').catch(() => ''));
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    return typeof value.pid === 'number' && typeof value.started === 'string'
      ? { pid: value.pid, started: value.started }
      : null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  const started = startOf(holder.pid);
  return started !== '' && started === holder.started;
}

/** Reads the start time of a process as an opaque text for comparison. The text is empty when the process does not exist. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    // The start time is field 22. Fields are counted after the name in brackets, because the name may contain spaces and brackets. A zombie
    // is treated as stopped.
    const fields = readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    if (fields.length < 20 || fields[0] === 'Z') return '';
    return `${readText('/proc/sys/kernel/random/boot_id').trim()} ${fields[19]}`;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
