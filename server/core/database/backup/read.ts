import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { saysFull } from '../../files/disk';
import { StartupError } from '../../startup';
import { connect } from '../connect';
import { hasTable } from '../has-table';
import { migrateWithin, type NamedStep } from '../migrate';
import { arrangePartitions, fillStep, isPartitioned, PARTITIONED } from '../partitions';
import type { Database } from '../schema';
import { COPY_SETTINGS } from './copy';
import { checkBackup, FILES, filesBelow, type Manifest, sizeOf, TABLES, type TableEntry } from './manifest';
import { hashRows, loadRows } from './rows';
import { copyInText, copyOutText, describeTables, onConnection, quoted } from './tables';
import type { Facts } from './write';

interface RestoreWish {
  readonly path: string;
  /** Connection URL of an empty database. */
  readonly url: string;
  /** Folder for stored files. It must be empty or missing. `null` means that the files are not restored. */
  readonly filesDir: string | null;
  /** Ids of the keys that will open the restored secrets. Empty: there is no key. `undefined` (restore drill): the keys are not checked. */
  readonly keyIds?: readonly string[];
  readonly steps: readonly NamedStep[];
  readonly facts: Facts;
  readonly progress?: (table: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly rows: number;
  /** Size of the backup in bytes. */
  readonly bytes: number;
  readonly ms: number;
}

/**
 * Restores a backup into an empty database in one transaction. Before the commit, it compares the number of rows and the checksum of
 * every table, and the named facts. Any difference rolls the restore back.
 *
 * @throws StartupError that names the problem and its remedy
 */
export async function restoreBackup(wish: RestoreWish): Promise<Restored> {
  const begun = performance.now();
  const manifest = await checkBackup(wish.path);
  refuseForeignKey(manifest, wish.keyIds);
  const known = new Set(wish.steps.map(([name]) => name));
  const foreign = manifest.migrations.find((name) => !known.has(name));
  if (foreign) {
    throw new StartupError(
      `The backup was made by a newer version (it knows the step ${foreign}): restore it with that version.`,
    );
  }
  if (wish.filesDir !== null && (await filesBelow(wish.filesDir)).length > 0) {
    throw new StartupError(
      `${wish.filesDir} holds files already: restore into an empty data folder (DATA_DIR), or move them away first.`,
    );
  }
  const connection = connect(wish.url, { max: 1, statementTimeoutMs: 0 });
  try {
    const client = await connection.pool.connect();
    try {
      await refuseUsedDatabase(client);
      await client.query('begin');
      for (const setting of COPY_SETTINGS) await client.query(setting);
      await client.query('set local idle_in_transaction_session_timeout = 0');
      const db = onConnection(client);
      await migrateWithin(
        db,
        wish.steps.filter(([name]) => manifest.migrations.includes(name)),
      );
      for (const table of PARTITIONED) {
        if (!(await isPartitioned(db, table))) continue;
        // Without these partitions, the default partition would receive the rows of the current month.
        await arrangePartitions(db, table, manifest.partitions?.[table] ?? [], new Date(manifest.takenAt));
      }
      await loadTables(client, wish, manifest);
      await continueSequences(client);
      await completeKeys(db);
      compareFacts(manifest.facts, await wish.facts(db));
      const undo = wish.filesDir === null ? null : await placeFiles(join(wish.path, FILES), wish.filesDir);
      try {
        await client.query('commit');
      } catch (error) {
        await undo?.();
        throw error;
      }
      await client.query('analyze');
    } finally {
      // Closing the connection rolls back all uncommitted changes.
      client.release(true);
    }
  } finally {
    await connection.close();
  }
  return {
    manifest,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: await sizeOf(wish.path),
    ms: performance.now() - begun,
  };
}

/**
 * Completes the key tables of partitioned tables. At the time of the backup, the job that writes keys may not have finished. That job
 * skips partitioned tables, so it would not continue after the restore.
 */
async function completeKeys(db: Kysely<Database>): Promise<void> {
  if (!(await hasTable(db, 'key_fill'))) return;
  const lacking = await db.selectFrom('key_fill').select('table_name as name').execute();
  for (const table of PARTITIONED) {
    for (let isComplete = !lacking.some(({ name }) => name === table); !isComplete; )
      isComplete = await fillStep(db, table);
  }
}

function refuseForeignKey(manifest: Manifest, keyIds: readonly string[] | undefined): void {
  if (keyIds === undefined) return;
  const needed = new Set([...(manifest.keyId === null ? [] : [manifest.keyId]), ...(manifest.keyIds ?? [])]);
  const missing = [...needed].filter((id) => !keyIds.includes(id));
  if (missing.length === 0) return;
  throw new StartupError(
    `The secrets of this backup are sealed with key ${missing.join(' and key ')}, ${
      keyIds.length === 0 ? 'and no key is here' : `but the key here is ${keyIds.join(', ')}`
    }: add it to secret.key in the data folder, or to SECRET_KEY. The key is in no backup.`,
  );
}

async function refuseUsedDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  );
  const tables = rows[0]?.tables ?? 0;
  if (tables === 0) return;
  throw new StartupError(
    `The database is not empty (${tables} tables): a backup is only restored into an empty one. Name a new data folder with DATA_DIR, or an empty database with DATABASE_URL.`,
  );
}

async function loadTables(client: pg.ClientBase, wish: RestoreWish, manifest: Manifest): Promise<void> {
  const saved = new Map(manifest.tables.map((entry) => [entry.name, entry]));
  const tables = await describeTables(client);
  // Triggers check single changes, so they are disabled. The restore inserts complete states and compares them afterwards.
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  // The rows that migrations inserted are deleted, because the backup contains their later state.
  for (const { name } of tables.toReversed()) {
    const { rows } = await client.query<{ used: boolean }>(`select exists (select from ${quoted(name)}) as used`);
    if (rows[0]?.used) await client.query(`delete from ${quoted(name)}`);
  }
  for (const table of tables) {
    const entry = saved.get(table.name);
    if (!entry)
      throw new StartupError(`The backup has no table ${table.name}, which its own version made: it is not whole.`);
    saved.delete(table.name);
    wish.progress?.(table.name);
    await loadTable(client, wish.path, entry);
    await compareTable(client, entry, table.texts);
  }
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  const [left] = saved.keys();
  if (left)
    throw new StartupError(`The backup has a table ${left} that its own version does not make: it is not whole.`);
}

async function loadTable(client: pg.ClientBase, path: string, entry: TableEntry): Promise<void> {
  const file = join(path, TABLES, `${entry.name}.copy.gz`);
  const rows = await loadRows(client, copyInText(entry), file).catch((error: unknown) => {
    // A full disk or a lost connection is not a fault of the file. The caller handles these errors.
    if (saysFull(error) || (error instanceof Error && /^Connection terminated/.test(error.message))) throw error;
    throw new StartupError(
      `${file} cannot be restored (${error instanceof Error ? error.message : String(error)}). Nothing was changed.`,
    );
  });
  if (rows !== entry.rows) {
    throw new StartupError(`${file} holds ${rows} rows instead of ${entry.rows}. Nothing was changed.`);
  }
}

/** Computes the checksum of the restored table and compares it with the backup's checksum. */
async function compareTable(client: pg.ClientBase, entry: TableEntry, texts: readonly string[]): Promise<void> {
  const { name, columns, order, sha256 } = entry;
  if ((await hashRows(client, copyOutText({ name, columns, order, texts }))) === sha256) return;
  // Earlier versions sorted texts by the collation of their database.
  if ((await hashRows(client, copyOutText({ name, columns, order }))) === sha256) return;
  throw new StartupError(`The table ${name} came out different from what was saved. Nothing was changed.`);
}

/** Continues the sequences of identity columns after the restored rows. */
async function continueSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attidentity <> ''`,
  );
  for (const { name, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${quoted(column)})) from ${quoted(name)} having count(*) > 0`,
      [quoted(name), column],
    );
}

function compareFacts(saved: Manifest['facts'], found: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(saved)) {
    if (found[name] === value) continue;
    throw new StartupError(
      `"${name}" is ${found[name] ?? 'unknown'} after the restore, and was ${value}. Nothing was changed.`,
    );
  }
}

/** Copies the files into a temporary folder and renames it to `to`. @returns a function that deletes the restored folder */
async function placeFiles(from: string, to: string): Promise<() => Promise<void>> {
  const draft = `${to}.${process.pid}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    for (const file of await filesBelow(from)) {
      const copy = join(draft, file);
      await mkdir(dirname(copy), { recursive: true });
      await pipeline(createReadStream(join(from, file)), createWriteStream(copy, { mode: 0o600 }));
    }
    await chmod(draft, 0o700);
    // An existing empty folder is removed before the rename.
    if (
      await readdir(to).then(
        () => true,
        () => false,
      )
    )
      await rm(to, { recursive: true });
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return () => rm(to, { recursive: true, force: true });
}
