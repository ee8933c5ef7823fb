import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../server/core/database/connect';
import { freePort } from './balancer';

/** A PgBouncer of this machine in front of a PostgreSQL, with the pool mode and pool size of deploy/pgbouncer.ini. */
export interface Pooler {
  /** Connection URL of the same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Longest time until PgBouncer answers, in milliseconds. */
const START_MS = 10_000;

/** Starts PgBouncer in front of a PostgreSQL. @throws Error if `url` has no socket, or `pgbouncer` is not installed or does not answer */
export async function startPooler(url: string): Promise<Pooler> {
  const { searchParams, username, pathname } = new URL(url);
  const socket = searchParams.get('host');
  if (!socket) throw new Error('the pooler expects a PostgreSQL behind a socket');
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'multistation-pooler-'));
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=/proc/self/cwd port=5432 user=${username}`,
    '[pgbouncer]',
    ...[
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = session',
    ],
    ...['max_client_conn = 500', 'default_pool_size = 80', 'ignore_startup_parameters = extra_float_digits'],
  ];
  await writeFile(settings, `${lines.join('\n')}\n`);
  // PgBouncer refuses to run as root, and only the PostgreSQL user may open the socket. That user cannot enter the parent folders of the
  // socket's folder, so PgBouncer starts with the socket's folder as its working directory.
  const { uid, gid } = await stat(socket);
  const isRoot = userInfo().uid === 0;
  if (isRoot) await chown(folder, uid, gid);
  const pooler = spawn('pgbouncer', [settings], { stdio: 'ignore', cwd: socket, ...(isRoot && { uid, gid }) });
  const ended = new Promise<void>((settle, fail) => {
    pooler.once('exit', () => settle());
    pooler.once('error', fail);
  });
  ended.catch(() => undefined);
  const through = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  const stop = async () => {
    pooler.kill('SIGINT');
    await ended.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([waitFor(through), ended.then(() => Promise.reject(new Error('pgbouncer ended')))]);
    return { url: through, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitFor(url: string): Promise<void> {
  const connection = connect(url, { max: 1 });
  try {
    for (const end = Date.now() + START_MS; ; ) {
      try {
        await connection.pool.query('select 1');
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((settle) => setTimeout(settle, 100));
      }
    }
  } finally {
    await connection.close();
  }
}
