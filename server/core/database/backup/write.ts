import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { StartupError } from '../../startup';
import { connect } from '../connect';
import { listPartitions, PARTITIONED } from '../partitions';
import type { Database } from '../schema';
import { COPY_SETTINGS } from './copy';
import {
  checkBackup,
  FILES,
  FORMAT,
  filesBelow,
  hashOf,
  MANIFEST,
  type Manifest,
  SUMS,
  sizeOf,
  TABLES,
  type TableEntry,
} from './manifest';
import { flush, writeRows } from './rows';
import { copyOutText, describeTables, onConnection } from './tables';

/** Computes named values of a database, such as money sums, so that two states can be compared (see Manifest.facts). */
export type Facts = (db: Kysely<Database>) => Promise<Record<string, string>>;

interface BackupWish {
  readonly url: string;
  /** Folder of the stored files. */
  readonly filesDir: string;
  /** Parent folder of the backups. Each backup is a subfolder. */
  readonly target: string;
  /** Id of the current key. `null` if there is none. */
  readonly keyId: string | null;
  /** Reads the ids of the keys that encrypt the secrets of the snapshot. */
  readonly usedKeys?: (db: Kysely<Database>) => Promise<readonly string[]>;
  readonly facts: Facts;
  /** Signal that aborts the backup. The files that the backup has written are then deleted. */
  readonly signal?: AbortSignal;
  /** Called before each table, to show the progress on the terminal. */
  readonly progress?: (table: string) => void;
}

export interface Written {
  readonly path: string;
  readonly manifest: Manifest;
  readonly bytes: number;
  readonly ms: number;
}

/** Returns the folder name of a backup, such as `2026-03-01T03-40-00Z`. It has no colons, because some file systems refuse them. */
const nameOf = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
const PART = /^\.(.+)\.(\d+)\.part$/;
const isGone = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT';

/**
 * Writes a backup into a folder. All tables come from one snapshot (`repeatable read`) while other transactions continue to write. The
 * stored files are copied afterwards: once a row refers to them, they change only when their key is replaced. The folder gets its final
 * name when the backup is complete, flushed to disk and verified. An interrupted backup therefore leaves no folder with that name.
 *
 * @throws StartupError with the remedy
 */
export async function writeBackup(wish: BackupWish): Promise<Written> {
  const begun = performance.now();
  const target = resolve(wish.target);
  await mkdir(target, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      `The folder ${target} cannot be made (${error.code}): name another one after "npm run backup --".`,
    );
  });
  await removeLeftovers(target);
  const connection = connect(wish.url, { max: 1, statementTimeoutMs: 0 });
  let part: string | null = null;
  try {
    const client = await connection.pool.connect();
    try {
      const partitioned = await partitionedTables(client);
      await client.query('begin isolation level repeatable read read only');
      // The lock must precede the snapshot. Otherwise the backup could miss the rows of a month that is archived in between.
      if (partitioned) await client.query(`lock table ${partitioned} in access share mode`);
      for (const setting of COPY_SETTINGS) await client.query(setting);
      await client.query('set local idle_in_transaction_session_timeout = 0');
      const { rows } = await client.query<{ at: Date }>('select now() as at');
      const takenAt = rows[0]?.at ?? new Date(0);
      const path = join(target, nameOf(takenAt));
      if (
        await stat(path).then(
          () => true,
          () => false,
        )
      ) {
        throw new StartupError(`${path} exists already: wait a second and try again.`);
      }
      part = join(target, `.${nameOf(takenAt)}.${process.pid}.part`);
      await mkdir(join(part, TABLES), { recursive: true, mode: 0o700 });
      const tables = await writeTables(client, part, wish);
      const migrations = await stepsOf(client);
      const partitions = await partitionsOf(onConnection(client));
      const facts = await wish.facts(onConnection(client));
      const keyIds = (await wish.usedKeys?.(onConnection(client))) ?? [];
      await client.query('commit');
      const files = await copyFiles(wish.filesDir, join(part, FILES), wish.signal);
      const manifest: Manifest = {
        format: FORMAT,
        takenAt: takenAt.toISOString(),
        migrations,
        keyId: wish.keyId,
        keyIds,
        tables,
        partitions,
        files,
        facts,
      };
      await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
      await seal(part);
      const bytes = await sizeOf(part);
      // An unreadable backup is useless, so the written files are verified.
      await checkBackup(part);
      wish.signal?.throwIfAborted();
      await rename(part, path);
      await flush(target);
      return { path, manifest, bytes, ms: performance.now() - begun };
    } finally {
      client.release(true);
    }
  } catch (error) {
    if (part) await rm(part, { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC')
      throw new StartupError(
        `The disk of ${target} is full: make room, or name another folder after "npm run backup --".`,
      );
    throw error;
  } finally {
    await connection.close();
  }
}

/** Removes partial backups of killed processes. */
async function removeLeftovers(target: string): Promise<void> {
  for (const name of await readdir(target)) {
    const pid = Number(PART.exec(name)?.[2] ?? 0);
    if (pid > 0 && !isAlive(pid)) await rm(join(target, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function writeTables(client: pg.ClientBase, part: string, wish: BackupWish): Promise<TableEntry[]> {
  const entries: TableEntry[] = [];
  const tables = await describeTables(client);
  if (tables.length === 0) {
    throw new StartupError(
      'The schema of this connection has no tables: connect with the role and the search_path of the server.',
    );
  }
  for (const table of tables) {
    wish.signal?.throwIfAborted();
    wish.progress?.(table.name);
    const written = await writeRows(
      client,
      copyOutText(table),
      join(part, TABLES, `${table.name}.copy.gz`),
      wish.signal,
    );
    const { name, columns, order } = table;
    entries.push({ name, columns, order, ...written });
  }
  return entries;
}

/** Lists the existing partitioned tables for a `lock table` statement. An older database may lack some of them. */
async function partitionedTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(quote_ident(name), ', ') as names from unnest($1::text[]) name where to_regclass(name) is not null`,
    [PARTITIONED],
  );
  return rows[0]?.names ?? '';
}

async function stepsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

async function partitionsOf(db: Kysely<Database>): Promise<Manifest['partitions']> {
  const found = [];
  for (const table of PARTITIONED) found.push([table, await listPartitions(db, table)] as const);
  return Object.fromEntries(found);
}

async function copyFiles(from: string, to: string, signal?: AbortSignal): Promise<{ count: number; bytes: number }> {
  let count = 0;
  let bytes = 0;
  for (const file of await filesBelow(from)) {
    signal?.throwIfAborted();
    const copy = join(to, file);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    try {
      await pipeline(createReadStream(join(from, file)), createWriteStream(copy, { mode: 0o600 }));
    } catch (error) {
      // The file was deleted after the snapshot. Since the server no longer needs the file, the backup omits it.
      if (!isGone(error as NodeJS.ErrnoException)) throw error;
      await rm(copy, { force: true });
      continue;
    }
    count += 1;
    bytes += (await stat(copy)).size;
  }
  return { count, bytes };
}

/** Writes the checksums and flushes all files to disk. */
async function seal(folder: string): Promise<void> {
  let sums = '';
  for (const file of await filesBelow(folder)) {
    const path = join(folder, file);
    sums += `${await hashOf(path)}  ${file}\n`;
    await flush(path);
  }
  await writeFile(join(folder, SUMS), sums, { mode: 0o600 });
  await flush(join(folder, SUMS));
}
