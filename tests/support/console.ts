import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { connect } from '../../server/core/database/connect';
import type { Database } from '../../server/core/database/schema';
import { reachCluster } from '../../server/core/database/supervisor';
import { copyTestDatabase, createEmptyDatabase, type TestDatabase } from '../../server/core/database/testing';

/** Code that the server under test accepts: all six digits as SMS code, the first four as picture captcha. */
export const AUTOMATION_CODE = '246810';
/** Longest start in milliseconds. A first start creates and seeds a database. */
const START_TIMEOUT_MS = 240_000;
const OWN_PASSWORD = 'Quiet-Harbour-27';

/** A built console under test: the real server in a separate process on a free port. */
export interface Console {
  /** Base URL: `http://127.0.0.1:<port>`. It does not change after a restart. */
  readonly baseURL: string;
  /** The owner: `oneTimePassword` is the password that the server printed, `password` is set by the tests ({@link settleOwner}). */
  readonly owner: { readonly account: string; readonly oneTimePassword: string; readonly password: string };
  /** Reads or changes the database directly, for cases that no page and no API call covers. */
  query<T>(use: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Reads the phone number of an account. Users of the demo sign in with an SMS code. */
  telOf(account: string): Promise<string>;
  /** Reads the newest message that the SMS simulator "sent" to a phone. Empty when there is none. */
  messageTo(tel: string): Promise<string>;
  /** Returns the process id, for measurements. */
  pid(): number;
  /** Returns the server's output since its start. */
  said(): string;
  /** Stops the server and starts it again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ConsoleOptions {
  /**
   * - `test` (default): a separate database in the PostgreSQL that all tests share. The owner has already chosen a password, unlike in
   *   the other cases.
   * - `embedded`: a separate PostgreSQL and data folder, as with `npm start`.
   * - `url`: an existing database, which is not deleted.
   */
  readonly data?: 'test' | 'embedded' | { readonly url: string };
  readonly seed?: 'demo' | 'small' | 'none';
  readonly env?: Readonly<Record<string, string>>;
  /** Stops new demo orders and rider movements, so that repeated reads return the same data. */
  readonly still?: boolean;
  /** Folder with `dist` and `build/server`. Default: the last build. */
  readonly folder?: string;
}

interface Process {
  readonly child: ChildProcess;
  readonly address: string;
  readonly ended: Promise<unknown>;
  output(): string;
}

/** Folder in which the first console of a run stores its {@link World} for the other consoles. Unset if a file runs alone. */
const WORLDS = process.env.CONSOLE_WORLDS;

/**
 * Starts the built server (`npm run build`), by default with the small demo.
 *
 * @throws Error when there is no build, or with the server's output when the server does not start
 */
export async function startConsole(options: ConsoleOptions = {}): Promise<Console> {
  for (const path of ['build/server/main.mjs', 'dist/index.html']) {
    if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build" first.`);
  }
  const started = await startOnItsData(options);
  if (options.still) await standStill(started);
  return started;
}

async function startOnItsData(options: ConsoleOptions): Promise<Console> {
  if ((options.data ?? 'test') !== 'test') return startOn(await newFolder(), null, options);
  const seed = options.seed ?? 'small';
  if (WORLDS) {
    const note = join(WORLDS, `${seed}.json`);
    if (!existsSync(note)) await keepWorld(note, seed);
    const world = await keptWorld(note);
    const dataDir = await newFolder();
    await cp(world.dataDir, dataDir, { recursive: true });
    return startOn(dataDir, await copyTestDatabase(world.url), options, world.owner);
  }
  const made = await startOn(await newFolder(), await createEmptyDatabase(), options);
  await settleOwner(made);
  return made;
}

/** Stops the demo's simulation and waits until all transactions that were open then have ended. @throws Error on timeout */
async function standStill({ query }: Console): Promise<void> {
  await query(async (db) => {
    await db.deleteFrom('demo_pulse').execute();
    const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db);
    const busy = sql`
      select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and xact_start < ${rows[0]?.at}::timestamptz`;
    for (let waited = 0; (await busy.execute(db)).rows.length > 0; waited += 50) {
      if (waited > START_TIMEOUT_MS) throw new Error('The demo did not come to a rest.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

/** A seeded database and data folder after a first start. The owner has chosen a password. */
interface World {
  readonly url: string;
  readonly dataDir: string;
  readonly owner: Console['owner'];
}

/** Stored if the {@link World} could not be created, so that other consoles stop waiting. */
interface Failed {
  readonly failed: string;
}

/**
 * Creates the {@link World} that all consoles copy, because copying a database is faster than seeding it. No console uses the original.
 * Does nothing if another process has begun to create the world.
 */
async function keepWorld(note: string, seed: 'demo' | 'small' | 'none'): Promise<void> {
  const dataDir = join(note, '..', seed);
  // Two test files may start at the same time. The process that creates the folder also fills it.
  const isMine = await mkdir(dataDir).then(
    () => true,
    () => false,
  );
  if (!isMine) return;
  try {
    await leave(note, await fillWorld(dataDir, seed));
  } catch (error) {
    await leave(note, { failed: error instanceof Error ? error.message : String(error) });
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
}

async function fillWorld(dataDir: string, seed: 'demo' | 'small' | 'none'): Promise<World> {
  const database = await createEmptyDatabase();
  await database.pool.end();
  const first = await startOn(dataDir, { ...database, close: async () => undefined }, { seed });
  try {
    await settleOwner(first);
  } finally {
    await first.end();
  }
  return { url: database.url, dataDir, owner: first.owner };
}

/** Writes a temporary file and renames it to `note`, because other processes read `note` as soon as it exists. */
async function leave(note: string, content: World | Failed): Promise<void> {
  await writeFile(`${note}.part`, JSON.stringify(content));
  await rename(`${note}.part`, note);
}

/** Waits for the stored {@link World}. @throws Error on timeout, or with the reason why the creation failed */
async function keptWorld(note: string): Promise<World> {
  for (let waited = 0; !existsSync(note); waited += 200) {
    if (waited > START_TIMEOUT_MS) throw new Error('The first console did not store its data for the others.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const kept = JSON.parse(await readFile(note, 'utf8')) as World | Failed;
  if ('failed' in kept) throw new Error(`The first console stored no data for the others: ${kept.failed}`);
  return kept;
}

const newFolder = () => mkdtemp(join(tmpdir(), 'multistation-console-'));

async function startOn(
  dataDir: string,
  database: TestDatabase | null,
  options: ConsoleOptions,
  known?: Console['owner'],
): Promise<Console & { end(): Promise<void> }> {
  const url = database?.url ?? (typeof options.data === 'object' ? options.data.url : '');
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
    running = await startProcess(env, options.folder);
  } catch (error) {
    await database?.close();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  const { port } = new URL(running.address);
  const owner = known ?? { ...ownerOf(running.output()), password: OWN_PASSWORD };
  const end = async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  };
  const query = async <T>(use: (db: Kysely<Database>) => Promise<T>): Promise<T> => {
    const own = url === '' ? await reachCluster(dataDir) : null;
    const connection = connect(own?.url ?? url, { max: 1 });
    try {
      return await use(connection.db);
    } finally {
      await connection.close();
      own?.release();
    }
  };
  return {
    baseURL: running.address,
    owner,
    end,
    query,
    async telOf(account) {
      const found = await query((db) =>
        db.selectFrom('account').select('tel').where('account', '=', account).execute(),
      );
      assert.ok(found[0], `there is no account ${account}`);
      return found[0].tel;
    },
    async messageTo(tel) {
      const found = await query((db) =>
        db.selectFrom('sms_outbox').select('text').where('tel', '=', tel).orderBy('id', 'desc').limit(1).execute(),
      );
      return found[0]?.text ?? '';
    },
    pid: () => running.child.pid ?? 0,
    said: () => running.output(),
    async restart() {
      await end();
      running = await startProcess({ ...env, PORT: port }, options.folder);
    },
    async stop() {
      await end();
      await database?.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** User agent of the journeys' browser. The owner first signs in with this user agent, so later sign-ins from it need no SMS code. */
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';

/** Performs the owner's first sign-in without the page. Sets the password that the tests use. */
async function settleOwner({ baseURL, owner }: Pick<Console, 'baseURL' | 'owner'>): Promise<void> {
  const { account, password } = owner;
  const post = async (address: string, data: object, token = '') => {
    const answer = await fetch(`${baseURL}/api/${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER, Authorization: token },
      body: JSON.stringify(data),
    });
    const { code, msg, data: given } = (await answer.json()) as { code: number; msg: string; data: unknown };
    assert.equal(code, 100, `${address} → ${code} ${msg}`);
    return (given as { Authorization: string }).Authorization;
  };
  const captcha = { captchaId: 'automation', code: AUTOMATION_CODE.slice(0, 4) };
  const token = await post('Login/login', { account, password: owner.oneTimePassword, ...captcha });
  await post('Login/changeInitialPassword', { password, confirmPassword: password }, token);
}

async function startProcess(env: Readonly<Record<string, string>>, folder = process.cwd()): Promise<Process> {
  const child = spawn(process.execPath, ['build/server/main.mjs'], {
    cwd: folder,
    env: { ...process.env, HOST: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The server must stop with the tests, even if they crash.
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
      // The lines after the URL name the owner. The last line mentions Ctrl-C, so we wait for the last line.
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

/** Parses the account and the one-time password that a first start prints. */
function ownerOf(output: string): { account: string; oneTimePassword: string } {
  const account = /Account of the owner:\s+(\S+)/.exec(output)?.[1] ?? '';
  const oneTimePassword = /One-time password:\s+(\S+)/.exec(output)?.[1] ?? '';
  return { account, oneTimePassword };
}
