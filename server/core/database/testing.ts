import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../../migrations';
import { type Connection, connect } from './connect';
import { isRunning } from './former-cluster';
import { sessionLock } from './locks';
import { migrate } from './migrate';
import { type Cluster, startCluster } from './supervisor';
import { sqlState } from './transaction';

/** The database of a test file. By default it has all tables, but no data of other test files. */
export interface TestDatabase extends Connection {
  /** Connection URL for a second pool or another process. */
  readonly url: string;
}

/** Executes statements with disabled triggers, as a database administrator could. */
export async function tamper({ pool }: Pick<TestDatabase, 'pool'>, ...statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** Name of the template database with all tables and without test data. It is migrated once per cluster. */
const TEMPLATE = 'multistation_template';
/** Comment of a filled template database. It names the migrations and the test run, or this process when `TEST_RUN` is not set. */
const RUN = `${process.env.TEST_RUN ?? `process ${process.pid}`} ${JSON.stringify(migrations)}`;

/** Data that many test files need. The data is written into a template once per run and copied from there. */
export interface Filling {
  /** Suffix of the template's name. Only letters are allowed. */
  readonly name: string;
  /** Fills the migrated database at this connection URL, and closes the connections that the function has opened. */
  fill(url: string): Promise<void>;
}
const COPY_MS = 60_000;

let own: Promise<Cluster> | undefined;

/** In-memory file system. On a disk, creating and deleting database files uses a tenth of the server tests' processor time. */
const MEMORY = '/dev/shm';
/** Minimum free memory in bytes for in-memory databases. With less memory, the databases are on disk. */
const MEMORY_NEEDED = 4 * 1024 ** 3;
const FOLDER = 'multistation-test-';

/** Chooses the parent folder of test databases: in memory if enough memory is free. Folders of killed runs are then removed from memory. */
async function scratchParent(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (Math.min(room, freemem()) < MEMORY_NEEDED) return tmpdir();
  for (const name of await readdir(MEMORY)) {
    const owner = name.startsWith(FOLDER) ? Number.parseInt(name.slice(FOLDER.length), 10) : Number.NaN;
    if (owner > 0 && !isRunning(owner)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  return MEMORY;
}

/**
 * Starts a PostgreSQL for tests in its own folder. The data is deleted when this process exits, even without `stop`. The cluster
 * does not prevent the process from exiting.
 *
 * @returns the cluster; use its `adminUrl` as `TEST_DATABASE_URL`
 */
export async function startTestCluster(root = process.cwd()): Promise<Cluster> {
  const folder = await mkdtemp(join(await scratchParent(), `${FOLDER}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const cluster = await startCluster({ dataDir: folder, root, scratch: true, copyTo: [] });
  const atExit = () => {
    cluster.kill();
    remove();
  };
  process.once('exit', atExit);
  cluster.unref();
  return {
    ...cluster,
    async stop() {
      process.off('exit', atExit);
      await cluster.stop();
      remove();
    },
  };
}

/**
 * Creates a database with all tables and the data of `filling`. It uses the server in `TEST_DATABASE_URL` (an administrator's
 * URL). Without this variable, it starts a PostgreSQL for this process, so that a single test file can run alone.
 *
 * ```ts
 * let database: TestDatabase;
 * before(async () => { database = await createTestDatabase(); });
 * after(() => database.close());
 * ```
 */
export async function createTestDatabase(filling?: Filling): Promise<TestDatabase> {
  if (!filling) return copyOf(TEMPLATE, prepareTemplate);
  const filled = `${TEMPLATE}_${filling.name}`;
  return copyOf(filled, async (client, adminUrl) => {
    await prepareTemplate(client, adminUrl);
    if (await isCommented(client, filled, RUN)) return;
    await client.query(`drop database if exists ${filled} with (force)`);
    await copy(client, filled, TEMPLATE);
    await filling.fill(withDatabase(adminUrl, filled));
    await client.query(`comment on database ${filled} is ${client.escapeLiteral(RUN)}`);
  });
}

/** Copies a test database. The database must have no open connections. */
export function copyTestDatabase(url: string): Promise<TestDatabase> {
  return copyOf(new URL(url).pathname.slice(1), async () => undefined);
}

async function copyOf(
  template: string,
  prepare: (client: pg.Client, adminUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  const adminUrl = process.env.TEST_DATABASE_URL ?? (await ownCluster()).adminUrl;
  const name = `multistation_test_${randomBytes(6).toString('hex')}`;
  const lock = sessionLock('testTemplate');
  await asAdmin(adminUrl, async (client) => {
    // Several test files may need the template at the same time. One of them creates the template, and the others wait.
    await client.query(lock.take);
    await prepare(client, adminUrl);
    await copy(client, name, template);
    await client.query(lock.release);
  });
  const url = withDatabase(adminUrl, name);
  const connection = connect(url, { max: 8 });
  return {
    ...connection,
    url,
    async close() {
      await connection.close();
      await asAdmin(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/**
 * Copies a database file by file. The strategy `wal_log` also writes each page to the write-ahead log, and takes three times the processor
 * time. PostgreSQL may still count a connection that was just closed as a user of the template (55006), so the copy is retried.
 */
async function copy(client: pg.Client, name: string, template: string): Promise<void> {
  const end = performance.now() + COPY_MS;
  for (;;) {
    try {
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      if (sqlState(error) !== '55006' || performance.now() > end) throw error;
      await new Promise((settle) => setTimeout(settle, 100));
    }
  }
}

/** Creates a database without tables, for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0', async () => undefined);
}

async function prepareTemplate(client: pg.Client, adminUrl: string): Promise<void> {
  const wanted = JSON.stringify(migrations);
  if (await isCommented(client, TEMPLATE, wanted)) return;
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8'`);
  const connection = connect(withDatabase(adminUrl, TEMPLATE), { max: 2 });
  try {
    await migrate(connection.db, migrations);
  } finally {
    await connection.close();
  }
  // A later run on the same server reads the database's comment to check whether the template is current.
  await client.query(`comment on database ${TEMPLATE} is ${client.escapeLiteral(wanted)}`);
}

/** Checks whether a database with this name and comment exists. */
async function isCommented(client: pg.Client, name: string, comment: string): Promise<boolean> {
  const found = await client.query<{ fits: boolean | null }>(
    `select shobj_description(oid, 'pg_database') = $2 as fits from pg_database where datname = $1`,
    [name, comment],
  );
  return found.rows[0]?.fits ?? false;
}

function ownCluster(): Promise<Cluster> {
  own ??= startTestCluster();
  return own;
}

async function asAdmin(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * Counts the statements of this process. The count starts after a given statement.
 *
 * @param after text that the given statement contains
 * @param before called before each counted statement is sent, with its number starting at 1
 * @returns a function that returns the count
 */
export function countStatements(after: string, before: (n: number) => void): () => number {
  const { query } = pg.Client.prototype;
  let counted: number | null = null;
  pg.Client.prototype.query = function counting(this: pg.Client, ...given: Parameters<typeof query>) {
    const [first] = given as readonly unknown[];
    const words = typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text ?? '');
    if (counted !== null) {
      counted += 1;
      before(counted);
    } else if (words.includes(after)) counted = 0;
    return query.apply(this, given);
  } as typeof query;
  return () => counted ?? 0;
}
