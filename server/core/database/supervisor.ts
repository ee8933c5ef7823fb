import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { StartupError } from '../startup';
import { canEnter, findBinaries, type RunAs } from './binaries';
import { diskIsFull, exists, prepareFolder, shortSocketFolder } from './cluster-folder';
import { lockFolder } from './folder-lock';
import { endFormer, pause } from './former-cluster';

/** A PostgreSQL that this process started. Only root and the account that runs PostgreSQL can reach its socket. */
export interface Cluster {
  /** Connection URL of the product's database. */
  readonly url: string;
  /** Connection URL of the administrator. Tests create further databases with it. */
  readonly adminUrl: string;
  /** Resolves when PostgreSQL has stopped for any reason. */
  readonly ended: Promise<void>;
  /** Closes all connections, writes all data to disk and releases the data folder. */
  stop(): Promise<void>;
  /** Kills PostgreSQL immediately. Use it only for disposable data. */
  kill(): void;
  /** Lets this process exit while PostgreSQL is running. PostgreSQL then stops as well. */
  unref(): void;
}

/** Major version of the bundled binaries. Data folders of another version are refused. */
const MAJOR_VERSION = '18';
const ADMIN = 'postgres';
const OWNER = 'multistation';
const START_SECONDS = 60;
const LARGEST_LOG = 10 * 1024 * 1024;

/**
 * Script of PostgreSQL's parent process. It reads from a pipe that only the server can write to. When the server stops for any reason,
 * the pipe closes. The script then sends PostgreSQL the signal INT for a fast orderly stop, and QUIT if that fails.
 */
const KEEPER = `
exec 4<&0
"$@" </dev/null 4<&- &
postgres=$!
{
  read -r word
  kill -INT "$postgres"
  seconds=0
  while [ "$seconds" -lt 20 ] && kill -0 "$postgres"; do sleep 1; seconds=$((seconds + 1)); done
  kill -QUIT "$postgres"
} <&4 >/dev/null 2>&1 &
watcher=$!
exec 4<&- </dev/null
trap '' HUP INT TERM
wait "$postgres"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/**
 * Starts the bundled PostgreSQL on a data folder and creates the database when it is missing.
 * Below `dataDir` it uses `postgres/` (the cluster and its socket, 0700), `postgres.log` and `server.lock`.
 *
 * @param options.root the folder that contains `node_modules`
 * @param options.scratch for tests: nothing is flushed to disk, so a power cut loses all data
 * @param options.settings for tests: PostgreSQL settings that replace the default settings
 * @param options.copyTo possible folders for a copy of the programs, if a copy is needed (default: the data folder)
 * @throws StartupError with the remedy in one line: folder in use, not writable, wrong version …
 */
export async function startCluster(options: {
  dataDir: string;
  root: string;
  scratch?: boolean;
  settings?: Readonly<Record<string, string>>;
  copyTo?: readonly string[];
}): Promise<Cluster> {
  const dataDir = resolve(options.dataDir);
  await prepareFolder(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    return await startLocked(dataDir, options, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Returns the connection URL of the PostgreSQL that a running server started on this data folder. Commands use the URL.
 * `release` removes a temporary link to the socket.
 */
export async function reachCluster(dataDir: string): Promise<{ url: string; release(): void }> {
  const socket = await shortSocketFolder(join(resolve(dataDir), 'postgres', 'run'));
  return { url: urlFor(OWNER, OWNER, socket.path), release: socket.release };
}

async function startLocked(
  dataDir: string,
  options: {
    root: string;
    scratch?: boolean;
    settings?: Readonly<Record<string, string>>;
    copyTo?: readonly string[];
  },
  unlock: () => void,
): Promise<Cluster> {
  const home = join(dataDir, 'postgres');
  const folder = join(home, 'cluster');
  const scratch = options.scratch ?? false;
  await mkdir(home, { recursive: true, mode: 0o700 });
  const runAs = await accountFor(home);
  const binaries = await findBinaries(options.root, runAs, options.copyTo ?? [dataDir]);
  const runDir = join(home, 'run');
  await mkdir(runDir, { recursive: true, mode: 0o700 });
  if (runAs) for (const path of [home, runDir]) await chown(path, runAs.uid, runAs.gid);
  await chmod(home, 0o700);

  const enter = await doorTo(home, runAs);
  try {
    await endFormer(folder);
    if (!(await exists(join(folder, 'PG_VERSION')))) {
      await createCluster(binaries, home, enter, runAs, scratch);
    }
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
    if (version !== MAJOR_VERSION) {
      throw new StartupError(
        `The data folder ${dataDir} was written by PostgreSQL ${version}, this version brings ${MAJOR_VERSION}: start the version that wrote it, or choose another folder with DATA_DIR.`,
      );
    }
    const socket = await shortSocketFolder(runDir);
    const child = await launch({ binaries, dataDir, enter, runAs, scratch, settings: options.settings ?? {} });
    const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
    const stop = async () => {
      child.ref();
      child.stdin?.end();
      await ended;
      socket.release();
      unlock();
    };
    try {
      const adminUrl = urlFor(ADMIN, ADMIN, socket.path);
      await untilReady(adminUrl, child, dataDir);
      await ensureDatabase(adminUrl);
      return {
        url: urlFor(OWNER, OWNER, socket.path),
        adminUrl,
        ended,
        stop,
        kill() {
          try {
            if (child.pid) process.kill(-child.pid, 'SIGQUIT');
          } catch {
            // This error means that the process has already stopped.
          }
          socket.release();
          unlock();
        },
        unref() {
          child.unref();
          // In Node a pipe is a socket, and an open socket prevents the process from exiting.
          if (child.stdin instanceof Socket) child.stdin.unref();
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  } finally {
    enter.close();
  }
}

/**
 * Chooses PostgreSQL's account when this process is root: the owner of existing data, else the system's unprivileged account.
 * `null` means that PostgreSQL runs as this process's account.
 *
 * @throws StartupError when this process is not root and the data belong to another user
 */
async function accountFor(home: string): Promise<RunAs | null> {
  const self = process.getuid?.() ?? 0;
  const owner = await stat(join(home, 'cluster')).catch(() => stat(home));
  if (self !== 0) {
    if (owner.uid === self) return null;
    throw new StartupError(
      `The database in ${home} belongs to user ${owner.uid}, and this is user ${self}: start as that user or as root, or choose another folder with DATA_DIR.`,
    );
  }
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] =
    accounts
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** Path of the data folder for PostgreSQL. If PostgreSQL's account cannot enter the folder, the path refers to an open handle. */
interface Door {
  readonly path: string;
  /** Open handle of the folder, which the child inherits as number 3. `null` means that no handle is needed. */
  readonly handle: number | null;
  close(): void;
}

/**
 * Opens access to data under a folder that only root may enter, such as `/root`. PostgreSQL's account cannot open such a path. On Linux,
 * root opens the folder and the child process uses the inherited handle.
 *
 * @throws StartupError on other systems when the account cannot enter the folder
 */
async function doorTo(home: string, runAs: RunAs | null): Promise<Door> {
  if (runAs === null || (await canEnter(home, runAs))) return { path: home, handle: null, close: () => undefined };
  if (process.platform !== 'linux') {
    throw new StartupError(
      `PostgreSQL does not run as root, and user ${runAs.uid} cannot enter ${home}: do not start as root, or choose another folder with DATA_DIR.`,
    );
  }
  const handle = openSync(home, 'r');
  return { path: '/proc/self/fd/3', handle, close: () => closeSync(handle) };
}

async function createCluster(
  binaries: string,
  home: string,
  enter: Door,
  runAs: RunAs | null,
  scratch: boolean,
): Promise<void> {
  // The cluster gets a temporary name first and is then renamed, so that an incomplete cluster is never used.
  const draft = 'cluster.new';
  // The removal is retried, because initdb may briefly outlive a killed server and still write into the emptied folder.
  await rm(join(home, draft), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const args = [
    `--pgdata=${enter.path}/${draft}`,
    `--username=${ADMIN}`,
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=trust',
    '--no-instructions',
    ...(scratch ? ['--no-sync'] : []),
  ];
  const child = spawn(join(binaries, 'bin', 'initdb'), args, {
    ...(runAs ?? {}),
    cwd: '/',
    env: { ...cleanEnvironment(), TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', ...(enter.handle === null ? [] : [enter.handle])],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | string | null>((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('close', settle);
  });
  if (code !== 0) {
    const reason = oneLine(output) || String(code);
    if (/No space left on device/.test(reason)) throw diskIsFull(dirname(home));
    throw new StartupError(
      `The database could not be made in ${home} (${reason}). Choose another folder with DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  await rename(join(home, draft), join(home, 'cluster'));
}

async function launch(how: {
  binaries: string;
  dataDir: string;
  enter: Door;
  runAs: RunAs | null;
  scratch: boolean;
  settings: Readonly<Record<string, string>>;
}): Promise<ChildProcess> {
  const logPath = join(how.dataDir, 'postgres.log');
  const size = await stat(logPath).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LARGEST_LOG) await rename(logPath, `${logPath}.1`);
  const log = openSync(logPath, 'a', 0o600);
  const settings: Record<string, string> = {
    listen_addresses: '',
    // The path is relative to the cluster's folder, because a socket's path may have at most 107 bytes.
    unix_socket_directories: '../run',
    unix_socket_permissions: '0700',
    max_connections: how.scratch ? '200' : '60',
    shared_buffers: how.scratch ? '64MB' : '256MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    log_line_prefix: '%m [%p] ',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // A statement without a time range locks all partitions and their indexes, so the default is too low. The lock table needs about 15 MB.
    ...(how.scratch ? {} : { max_locks_per_transaction: '512' }),
    ...(how.scratch ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
    ...how.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    return spawn(
      '/bin/sh',
      ['-c', KEEPER, 'keeper', join(how.binaries, 'bin', 'postgres'), '-D', `${how.enter.path}/cluster`, ...args],
      {
        ...(how.runAs ?? {}),
        cwd: '/',
        env: cleanEnvironment(),
        // PostgreSQL gets its own session, so that Ctrl-C reaches only the server, which then stops PostgreSQL.
        detached: true,
        stdio: ['pipe', log, log, ...(how.enter.handle === null ? [] : [how.enter.handle])],
      },
    );
  } finally {
    closeSync(log);
  }
}

/** Returns an environment that inherits only `PATH`. Other variables, such as PG*, could change PostgreSQL's behaviour. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

async function untilReady(adminUrl: string, child: ChildProcess, dataDir: string): Promise<void> {
  let over = false;
  child.once('exit', () => {
    over = true;
  });
  child.once('error', () => {
    over = true;
  });
  for (let tries = 0; tries < START_SECONDS * 50; tries += 1) {
    if (over) break;
    const client = new pg.Client({ connectionString: adminUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
      await pause(20);
    }
  }
  const lines = await readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '');
  const reason = lines.split('\n').findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? 'see the log';
  if (/No space left on device/.test(reason)) throw diskIsFull(dataDir);
  throw new StartupError(
    `PostgreSQL did not start in ${dataDir} (${oneLine(reason)}). The whole story is in ${join(dataDir, 'postgres.log')}.`,
  );
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [OWNER]);
    if (role.rowCount === 0) await client.query(`create role ${OWNER} login`);
    const database = await client.query('select 1 from pg_database where datname = $1', [OWNER]);
    if (database.rowCount === 0) await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

function urlFor(user: string, database: string, socketFolder: string): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' · ');
}
