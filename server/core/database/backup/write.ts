import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { StartupError } from '../../startup';
import { connect } from '../connect';
import { listPartitions, PARTITIONED } from '../partitions';
import type { Database } from '../schema';
import { COPY_SETTINGS, copyOut } from './copy';
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
import { copyOutText, describeTables, onConnection } from './tables';

/** Computes named sums and heads of a database, for comparing two states (see Manifest.facts). */
export type Facts = (db: Kysely<Database>) => Promise<Record<string, string>>;

interface BackupWish {
  readonly url: string;
  /** Folder of the stored files. */
  readonly filesDir: string;
  /** Parent folder of the backups; each backup is a sub-folder. */
  readonly target: string;
  readonly keyId: string | null;
  readonly facts: Facts;
  /** Aborts the backup; nothing of it remains. */
  readonly signal?: AbortSignal;
  /** Called before each table, for progress on the terminal. */
  readonly progress?: (table: string) => void;
}

export interface Written {
  readonly path: string;
  readonly manifest: Manifest;
  readonly bytes: number;
  readonly ms: number;
}

/** Names a backup: `2026-03-01T03-40-00Z`, which every file system accepts. */
const nameOf = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
const PART = /^\.(.+)\.(\d+)\.part$/;
const isGone = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT';

/**
 * Writes a backup into a folder. All tables come from one snapshot (`repeatable read`) while other transactions continue to write. The
 * stored files follow; they never change once a row refers to them. The folder gets its final name only when the backup is complete,
 * flushed to disk and verified. An interrupted backup leaves nothing under that name.
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
      await client.query('begin isolation level repeatable read read only');
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
      await client.query('commit');
      const files = await copyFiles(wish.filesDir, join(part, FILES), wish.signal);
      const manifest: Manifest = {
        format: FORMAT,
        takenAt: takenAt.toISOString(),
        migrations,
        keyId: wish.keyId,
        tables,
        partitions,
        files,
        facts,
      };
      await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
      await seal(part);
      const bytes = await sizeOf(part);
      // Verify the written files: an unreadable backup is useless.
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
  for (const table of await describeTables(client)) {
    wish.signal?.throwIfAborted();
    wish.progress?.(table.name);
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const source = new PassThrough();
    const written = pipeline(
      source,
      hashed,
      createGzip({ level: 6 }),
      createWriteStream(join(part, TABLES, `${table.name}.copy.gz`), { mode: 0o600 }),
      { ...(wish.signal && { signal: wish.signal }) },
    );
    // The pipeline reports the reason of a failure; the interrupted query's error is secondary.
    const rows = copyOut(client, copyOutText(table), source).then((count) => {
      source.end();
      return count;
    });
    const [count] = await Promise.all([rows, written]);
    entries.push({ ...table, rows: count, sha256: hash.digest('hex') });
  }
  return entries;
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
      // The file was deleted after the snapshot, so the server no longer needs it either.
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

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    // Some systems cannot flush a folder, but its files are flushed.
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}
