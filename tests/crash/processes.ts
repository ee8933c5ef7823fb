import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../server/core/database/connect';
import { reachCluster } from '../../server/core/database/supervisor';
import { programArguments } from '../../server/testing-programs';

/** A server under test in a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Base URL: `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** Resolves to the exit code, or to the name of the signal that stopped the process. */
  readonly ended: Promise<number | string | null>;
}

/** The result of a failed start. */
interface FailedStart {
  readonly code: number | string | null;
  /** Lines that the process wrote to its error output. */
  readonly lines: string[];
}

/** Creates a data folder. `remove` kills a PostgreSQL that still runs on the folder, and deletes the folder. */
export async function newDataFolder(): Promise<{ path: string; remove(): void }> {
  const path = await mkdtemp(join(tmpdir(), 'multistation-crash-'));
  return {
    path,
    remove() {
      for (const pid of postgresOn(path)) {
        try {
          process.kill(pid, 'SIGQUIT');
        } catch {
          // The process has already stopped.
        }
      }
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/**
 * Starts a server in a separate process, by default the tiny server. Resolves when the server is ready or has failed.
 *
 * @param killedAfterMs the server is killed with SIGKILL when it is not ready after this time
 */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  script = 'tests/crash/tiny-server.ts',
  killedAfterMs?: number,
): Promise<ServerProcess | FailedStart> {
  const child = spawn(process.execPath, programArguments(script), {
    env: { ...process.env, DATABASE_URL: '', AUTOMATION_CODE: '', HOST: '', PORT: '0', SEED: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<number | string | null>((settle) => {
    child.once('close', (code, signal) => settle(code ?? signal));
  });
  const ready = new Promise<string>((settle) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /ready (\S+)\n/.exec(output);
      if (found?.[1]) settle(found[1]);
    });
  });
  const killer = killedAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfterMs);
  const first = await Promise.race([ready, ended.then((code) => ({ code }))]);
  clearTimeout(killer);
  if (typeof first === 'string') return { child, address: first, ended };
  return {
    code: first.code,
    lines: errors.split('\n').filter((line) => line.trim() !== ''),
  };
}

/** Starts a server like {@link startServer}. @throws Error with the error output of the server when it does not start */
export async function mustStart(
  environment: Readonly<Record<string, string>>,
  script?: string,
): Promise<ServerProcess> {
  const started = await startServer(environment, script);
  if ('code' in started) throw new Error(`the server did not start: ${started.lines.join(' / ')}`);
  return started;
}

/** Finds the PostgreSQL processes of a data folder. @returns process ids */
export function postgresOn(dataDir: string): number[] {
  const folder = join(dataDir, 'postgres', 'cluster');
  return processes((pid) => readlinkSync(`/proc/${pid}/cwd`).startsWith(folder));
}

/** Finds the shells between a server and its PostgreSQL. They are in the process group of PostgreSQL. @returns process ids */
export function keepersOf(postgres: number): number[] {
  const group = groupOf(postgres);
  return processes(
    (pid) => groupOf(pid) === group && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/sh'),
  );
}

function groupOf(pid: number): string | undefined {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[2];
}

function processes(fits: (pid: number) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return fits(pid);
      } catch {
        return false;
      }
    });
}

/** Waits until `check` returns true. @returns `false` on timeout */
export async function until(check: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    if (await check()) return true;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  return check();
}

/** Runs `work` on the database of a data folder. @throws Error when no database runs on the folder */
export async function withDatabase<T>(
  dataDir: string,
  work: (db: ReturnType<typeof connect>['db']) => Promise<T>,
): Promise<T> {
  const cluster = await reachCluster(dataDir);
  if (!cluster) throw new Error(`no database runs in ${dataDir}`);
  const { db, close } = connect(cluster.url, { max: 1, statementTimeoutMs: 120_000 });
  try {
    return await work(db);
  } finally {
    await close();
    cluster.release();
  }
}
