import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { DAY_MS } from '../../../../contract/units';
import type { Clock } from '../../clock';
import { StartupError } from '../../startup';
import { describeTables, onConnection } from '../backup/tables';
import { connect } from '../connect';
import { type Partitioned, shapeOf, whileAlone } from '../partitions';
import type { Database } from '../schema';
import { sqlState } from '../transaction';
import { type ArchivePart, hasArchive, type IdRange, type Kept } from './parts';

type Db = Kysely<Database>;

/** Rule that decides when the rows of a table may be archived. */
export interface ArchiveRule {
  /** Number of recent days whose rows stay in the database, because pages read these rows without a range of days. */
  readonly keepsDays: number;
  /**
   * Checks the rows of a closed partition.
   *
   * @param partition name of the partition
   * @returns facts to store about the rows, or a sentence with the reason why the rows must stay
   */
  check(db: Db, partition: string, range: IdRange): Promise<{ readonly kept: Kept } | { readonly refusal: string }>;
}

/** Archive rules by table. A table without a rule cannot be archived. */
export type ArchiveRules = Readonly<Partial<Record<Partitioned, ArchiveRule>>>;

export interface ArchiveWish {
  readonly url: string;
  /** Folder of the archive files. */
  readonly dir: string;
  readonly clock: Clock;
  /** Writes the operation record in the transaction that drops or attaches a partition. */
  readonly note?: (db: Db, part: ArchivePart) => Promise<void>;
  /** Called before each step. Only tests set it. */
  readonly reached?: (step: ArchiveStep, partition: string) => void;
}

export type ArchiveStep =
  | 'close'
  | 'check'
  | 'write'
  | 'read back'
  | 'publish'
  | 'drop'
  | 'create'
  | 'load'
  | 'compare'
  | 'attach'
  | 'end';

export interface Tools extends Pick<ArchiveWish, 'dir' | 'clock'> {
  readonly db: Db;
  /** The connection that `db` uses, for COPY. */
  readonly client: pg.ClientBase;
  readonly note: NonNullable<ArchiveWish['note']>;
  readonly reached: NonNullable<ArchiveWish['reached']>;
}

/** Number of attempts, 500 ms apart, to get the partition lock. A process that was just killed may still hold the lock. */
const ATTEMPTS = 20;
const ATTEMPT_MS = 500;

/**
 * Runs `work` on one connection while this process holds the partition lock.
 * @throws StartupError when another process holds the lock, or the database has no archive table
 */
export async function withTools<T>(wish: ArchiveWish, work: (tools: Tools) => Promise<T>): Promise<T> {
  const { url, dir, clock, note = async () => undefined, reached = () => undefined } = wish;
  const connection = connect(url, { max: 1, statementTimeoutMs: 0 });
  try {
    const client = await connection.pool.connect();
    try {
      const db = onConnection(client);
      if (!(await hasArchive(db))) throw new StartupError('This database has no archive yet: start the server once.');
      for (let attempt = 1; ; attempt += 1) {
        const done = await whileAlone(db, () => work({ db, client, dir, clock, note, reached }));
        if (done) return done.result;
        if (attempt === ATTEMPTS) throw new StartupError('Another process changes partitions: run this again later.');
        await new Promise((resolve) => setTimeout(resolve, ATTEMPT_MS));
      }
    } finally {
      client.release(true);
    }
  } finally {
    await connection.close();
  }
}

/** Returns the archive rule of a table. @throws StartupError for a table without a rule */
export function ruleOf(rules: ArchiveRules, table: Partitioned): ArchiveRule {
  const rule = rules[table];
  if (rule) return rule;
  throw new StartupError(`${table} is not archived: no rule says when its rows may leave the database.`);
}

/**
 * Describes a partition for COPY. The columns and the order are those of the partitioned table. `key` is the column that defines the range
 * of the partition.
 *
 * @throws StartupError when the table does not exist
 */
export async function describeRows(client: pg.ClientBase, table: Partitioned, name: string) {
  const described = (await describeTables(client)).find((one) => one.name === table);
  if (!described) throw new StartupError(`There is no table ${table}.`);
  return { ...described, name, key: sql.ref(shapeOf(table).key) };
}

/** Converts the database's error after a lock timeout (55P03) to a sentence for the terminal. Other errors stay unchanged. */
export const explainLock = (error: unknown, name: string): unknown =>
  sqlState(error) === '55P03'
    ? new StartupError(`${name} is in use, perhaps by a backup: run this again later.`)
    : error;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
