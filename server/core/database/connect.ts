import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartupError } from '../startup';
import { CopyCursor } from './copy';
import { PreparingClient } from './prepared-statements';
import type { Database } from './schema';

/** A connection pool for a database. */
export interface Connection {
  readonly db: Kysely<Database>;
  /** The driver's pool, for cursors and for statements that Kysely cannot express. */
  readonly pool: pg.Pool;
  /** Waits for running queries, then closes the pool. */
  close(): Promise<void>;
}

/** The oldest supported major version of PostgreSQL. */
const OLDEST_VERSION = 15;

/**
 * Computes the connection time-out in milliseconds from `PGCONNECT_TIMEOUT` (seconds), else from `usual` (seconds). A busy machine,
 * such as one that runs tests, needs a higher value.
 */
const connectTimeoutMs = (usual: number): number => (Number(process.env.PGCONNECT_TIMEOUT) || usual) * 1_000;

/** Type OIDs of PostgreSQL's catalogue, which never change. */
const OID = { int8: 20, numeric: 1700, date: 1082, int8Array: 1016, timestamptz: 1184 } as const;

/** Reads a `bigint` (ids, fen) as a number. @throws RangeError outside ±(2^53 − 1), where a number would lose precision */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database sent ${text}, which no number can hold exactly`);
  return value;
}

/** Reads a `numeric`, such as coordinates, areas and sums of `bigint`. Texts of whole numbers are read by {@link parseInt8}. */
function parseNumeric(text: string): number {
  return /^-?\d+$/.test(text) ? parseInt8(text) : Number(text);
}

/** Reads a `timestamptz` in the same way as the driver. */
export const parseMoment = pg.types.getTypeParser(OID.timestamptz) as (text: string) => Date;

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, parseInt8],
  [OID.numeric, parseNumeric],
  [OID.date, (text) => text],
  [
    OID.int8Array,
    (text) =>
      text
        .slice(1, -1)
        .split(',')
        .filter((part) => part !== '')
        .map((part) => (part === 'NULL' ? null : parseInt8(part))),
  ],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Builds a client class that applies session settings in its first statement. Startup parameters are not used, because PgBouncer
 * refuses parameters that it does not support.
 */
function clientWith(settings: Readonly<Record<string, string | number>>): typeof PreparingClient {
  const statement = Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
  return class extends PreparingClient {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): unknown {
      const ready = super.connect().then(async () => {
        await super.query(statement);
        return this;
      });
      if (!callback) return ready;
      // The pool requires a call without arguments on success.
      return void ready.then(() => (callback as () => void)(), callback);
    }
  };
}

/**
 * Opens a connection pool. The pool connects on its first query. Call {@link checkDatabase} first to check a configured database.
 *
 * @param url `postgresql://user:password@host/database`, or with `?host=<folder of the socket>`
 * @param options.max maximum number of connections (default 10)
 * @param options.statementTimeoutMs statements are cancelled after this time (default 30 s; 0: never)
 * @param options.onError called when an idle connection breaks; the pool replaces the connection
 * @param options.onStatement called when a statement has ended
 */
export function connect(
  url: string,
  options: {
    max?: number;
    statementTimeoutMs?: number;
    onError?: (error: Error) => void;
    onStatement?: (event: LogEvent) => void;
  } = {},
): Connection {
  const pool = new pg.Pool({
    Client: clientWith({
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      idle_in_transaction_session_timeout: 60_000,
      timezone: 'UTC',
      // Just-in-time compilation of a plan takes longer than running a typical statement of a page.
      jit: 'off',
    }),
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectTimeoutMs(10),
    application_name: 'multistation-console',
    types,
  });
  // Without a listener, a restart of the database server would end this process.
  pool.on('error', (error) => options.onError?.(error));
  // A connection in use also needs a listener. The error itself is reported by the running query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool, cursor: CopyCursor }),
    log: options.onStatement,
  });
  return { db, pool, close: () => db.destroy() };
}

/**
 * Checks that the database answers, is new enough and uses the encoding UTF8. The server and the commands call it before they use the
 * configured database (`DATABASE_URL`).
 *
 * @throws StartupError with the remedy in one line
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs(5) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string; server_encoding: string }>(
      "select current_setting('server_version') server_version, current_setting('server_encoding') server_encoding",
    );
    const version = rows[0]?.server_version ?? '';
    if (Number.parseInt(version, 10) < OLDEST_VERSION) {
      throw new StartupError(
        `The database is PostgreSQL ${version}, but ${OLDEST_VERSION} or newer is needed: upgrade it, or unset DATABASE_URL to use the one that comes with the product.`,
      );
    }
    if (rows[0]?.server_encoding !== 'UTF8') {
      throw new StartupError(
        `The database is encoded as ${rows[0]?.server_encoding}, but UTF8 is needed: create it with ENCODING 'UTF8'.`,
      );
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database at ${describeUrl(url)} cannot be reached (${reasonOf(error)}). Check DATABASE_URL and that PostgreSQL runs there, or unset it to use the one that comes with the product.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Formats the host, port and database of a connection URL, without the user and the password. */
function describeUrl(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url);
    return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || searchParams.get('port') || '5432'}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** Finds the message of a connection error. Some errors have only a code or inner errors, because Node tries IPv6 and IPv4. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
