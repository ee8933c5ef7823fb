import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup';

/** Stops a PostgreSQL that an earlier process of this product left running. */

/**
 * Waits until a former PostgreSQL has stopped. The function sends SIGINT after 2 seconds and SIGQUIT after 20 seconds. PostgreSQL usually
 * stops within a second after our server was killed. A leftover `postmaster.pid` with the process id of another program is removed,
 * because PostgreSQL would not start with this file.
 *
 * @throws StartupError when the former PostgreSQL has not stopped after about 30 seconds
 */
export async function endFormer(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  for (let waited = 0; waited < 30_000; waited += 50) {
    const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0) return;
    const kind = whoIs(pid, folder);
    if (kind === 'none') return;
    if (kind === 'stranger') {
      await rm(pidFile, { force: true });
      return;
    }
    if (waited === 2_000) process.kill(pid, 'SIGINT');
    if (waited === 20_000) process.kill(pid, 'SIGQUIT');
    await pause(50);
  }
  throw new StartupError(`An earlier PostgreSQL in ${folder} does not stop: end its processes, then start again.`);
}

/** Checks whether a process with this id exists. The process may belong to another user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function whoIs(pid: number, folder: string): 'none' | 'stranger' | 'postgres' {
  if (!isRunning(pid)) return 'none';
  try {
    if (process.platform === 'linux') {
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return 'none';
      return readlinkSync(`/proc/${pid}/cwd`) === folder ? 'postgres' : 'stranger';
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(folder) ? 'postgres' : 'stranger';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'stranger' : 'none';
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds));
}
