import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../server/core/database/connect';
import { reachCluster } from '../../server/core/database/supervisor';
import { createEmptyDatabase } from '../../server/core/database/testing';

/** Opens every code field: all six digits as SMS code, the first four as picture captcha. */
export const AUTOMATION_CODE = '246810';
/** A first start makes and fills a database. */
const START_TIMEOUT_MS = 90_000;
const OWN_PASSWORD = 'Quiet-Harbour-27';

/** A built console under test: the real server as a process of its own, on a free port. */
export interface Console {
  /** `http://127.0.0.1:<port>`; the same after a restart. */
  readonly baseURL: string;
  /** The owner; `oneTimePassword` as the server printed it, `password` what the tests choose instead. */
  readonly owner: { readonly account: string; readonly oneTimePassword: string; readonly password: string };
  /** The phone of an account, as its database has it: people of the demo sign in with a code. */
  telOf(account: string): Promise<string>;
  /** The process itself, for figures. */
  pid(): number;
  /** Stops the server and starts it again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ConsoleOptions {
  /**
   * `test`: a database of its own in the test server (default). `embedded`: a PostgreSQL and a data folder of its own, as
   * `npm start` has. Otherwise the address of a database that stays.
   */
  readonly data?: 'test' | 'embedded' | { readonly url: string };
  readonly seed?: 'demo' | 'small' | 'none';
  readonly env?: Readonly<Record<string, string>>;
}

interface Process {
  readonly child: ChildProcess;
  readonly address: string;
  readonly ended: Promise<unknown>;
  output(): string;
}

/**
 * Starts the built server (`npm run build`) with demo data.
 *
 * @throws Error with what the server printed, when it does not start
 */
export async function startConsole(options: ConsoleOptions = {}): Promise<Console> {
  for (const path of ['build/server/main.mjs', 'dist/index.html']) {
    if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build" first.`);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'multistation-console-'));
  const data = options.data ?? 'test';
  const database = data === 'test' ? await createEmptyDatabase() : null;
  const url = typeof data === 'object' ? data.url : (database?.url ?? '');
  const env = {
    NODE_ENV: 'test',
    AUTOMATION_CODE,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    SEED: options.seed ?? 'small',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PORT: '0',
    ...options.env,
  };
  let running: Process;
  try {
    running = await startProcess(env);
  } catch (error) {
    await database?.close();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  const { port } = new URL(running.address);
  const owner = ownerOf(running.output());
  const end = async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  };
  return {
    baseURL: running.address,
    owner: { ...owner, password: OWN_PASSWORD },
    async telOf(account) {
      const own = url === '' ? await reachCluster(dataDir) : null;
      const connection = connect(own?.url ?? url, { max: 1 });
      try {
        const found = connection.db.selectFrom('account').select('tel').where('account', '=', account);
        return (await found.executeTakeFirstOrThrow()).tel;
      } finally {
        await connection.close();
        own?.release();
      }
    },
    pid: () => running.child.pid ?? 0,
    async restart() {
      await end();
      running = await startProcess({ ...env, PORT: port });
    },
    async stop() {
      await end();
      await database?.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<Process> {
  const child = spawn(process.execPath, ['build/server/main.mjs'], {
    env: { ...process.env, HOST: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whatever happens to the tests, the server does not outlive them.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  let output = '';
  const ended = new Promise<void>((settle) => {
    child.once('close', () => {
      process.off('exit', kill);
      settle();
    });
  });
  const ready = new Promise<string>((settle) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /is ready: (http\S+)/.exec(output)?.[1];
      // The lines after it name the owner; the last one tells how to stop.
      if (found && output.includes('Ctrl-C')) settle(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((settle) => {
    timer = setTimeout(() => settle(null), START_TIMEOUT_MS);
  });
  const address = await Promise.race([ready, ended.then(() => null), late]);
  clearTimeout(timer);
  if (address === null) {
    child.kill('SIGKILL');
    throw new Error(`The console did not start:\n${output}`);
  }
  return { child, address, ended, output: () => output };
}

/** The account and the one-time password that a first start prints. */
function ownerOf(output: string): { account: string; oneTimePassword: string } {
  const account = /Account of the owner:\s+(\S+)/.exec(output)?.[1] ?? '';
  const oneTimePassword = /One-time password:\s+(\S+)/.exec(output)?.[1] ?? '';
  return { account, oneTimePassword };
}
