import { sql } from 'kysely';
import { idAt } from '../../ids';
import { StartupError } from '../../startup';
import { COPY_SETTINGS } from '../backup/copy';
import { hashRows, loadRows } from '../backup/rows';
import { copyInText, copyOutText, onConnection, quoted } from '../backup/tables';
import { connect } from '../connect';
import { attachPartition, monthStart, type Partitioned, withShortLock } from '../partitions';
import { fileOf, findFault } from './files';
import { type ArchivePart, archivedParts } from './parts';
import { type ArchiveWish, describeRows, explainLock, type Tools, withTools } from './work';
import { refuseChanges } from './write';

/** Loads archived rows into the database, so that pages can read them again (docs/decisions/0082). */

/** Id that is larger than all generated ids. No partition contains it. */
const UNUSED_ID = 9_000_000_000_000_000_000n;

/**
 * Restores the archived partition of a month. Its rows are loaded into a separate table, compared with the file, and attached. They
 * stay read-only. A run that is killed before the attachment leaves a table that no page reads. The next run creates it again.
 *
 * @param wish.month any moment of the month (UTC)
 * @throws StartupError when the month is not archived, its file is damaged or missing, or other transactions use the table
 */
export async function restoreMonth(
  wish: ArchiveWish & { readonly table: Partitioned; readonly month: Date },
): Promise<ArchivePart> {
  const { table, month, dir } = wish;
  return withTools(wish, async (tools) => {
    const part = (await archivedParts(tools.db, table)).find(
      ({ from, below }) => (from ?? 0) < idAt(monthStart(month, 1)) && idAt(monthStart(month)) < below,
    );
    if (!part) throw new StartupError(`${table} of ${month.toISOString().slice(0, 7)} is not archived.`);
    const fault = await findFault(dir, part);
    if (fault !== null) throw damaged(dir, part, fault);
    try {
      await createTable(tools, part);
      await loadTable(tools, part);
      await attachTable(tools, part);
    } catch (error) {
      throw explainLock(error, table);
    }
    tools.reached('end', part.name);
    return part;
  });
}

const damaged = (dir: string, { name }: ArchivePart, fault: string) =>
  new StartupError(`${fileOf(dir, name)} ${fault}: take another copy of it. Nothing was changed.`);

/** Creates the table of an archived partition outside its parent, with indexes, triggers and privileges. */
async function createTable({ db, client, reached }: Tools, { name, table, from, below }: ArchivePart): Promise<void> {
  reached('create', name);
  const { key } = await describeRows(client, table, name);
  await withShortLock(db, async (transaction) => {
    // An earlier run may have left this table. Its rows are in the file, and the table is not attached to its parent.
    await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    // The table is briefly a partition, so that it gets the indexes, triggers and privileges of a partition. It uses an unused range,
    // because the default partition may already contain rows of the table's real range.
    await sql`select add_partition(${table}, ${name}, ${sql.lit(UNUSED_ID)}, ${sql.lit(UNUSED_ID + 1n)})`.execute(
      transaction,
    );
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(transaction);
    // This check lets PostgreSQL attach the table without reading all rows.
    const bound =
      from === null ? sql`${key} < ${sql.lit(below)}` : sql`${key} >= ${sql.lit(from)} and ${key} < ${sql.lit(below)}`;
    await sql`alter table ${sql.table(name)} add constraint ${sql.ref(`${name}_bound`)} check (${bound})`.execute(
      transaction,
    );
  });
}

/**
 * Loads the file into the table and compares the loaded rows with the file.
 *
 * @throws StartupError when the rows differ from the file. The transaction is then rolled back
 */
async function loadTable({ client, dir, reached }: Tools, part: ArchivePart): Promise<void> {
  const { name } = part;
  const described = { ...(await describeRows(client, part.table, name)), columns: part.columns };
  await client.query('begin');
  try {
    for (const setting of COPY_SETTINGS) await client.query(setting);
    await client.query(`alter table ${quoted(name)} disable trigger user`);
    reached('load', name);
    const rows = await loadRows(client, copyInText(described), fileOf(dir, name));
    reached('compare', name);
    if (rows !== part.rows || (await hashRows(client, copyOutText(described))) !== part.sha256) {
      throw new StartupError(`${name} came out different from its file. Nothing was changed.`);
    }
    await client.query(`alter table ${quoted(name)} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await client.query(`analyze ${quoted(name)}`);
}

async function attachTable({ db, clock, note, reached }: Tools, part: ArchivePart): Promise<void> {
  const { name, table, from, below } = part;
  reached('attach', name);
  const [start, end] = [from === null ? sql`minvalue` : sql.lit(from), sql.lit(below)];
  await attachPartition(
    db,
    table,
    { name, from, below },
    async (transaction) => {
      await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)} for values from (${start}) to (${end})`.execute(
        transaction,
      );
      await sql`alter table ${sql.table(name)} drop constraint ${sql.ref(`${name}_bound`)}`.execute(transaction);
    },
    async (transaction) => {
      await refuseChanges(transaction, name);
      await transaction
        .updateTable('archive_part')
        .set({ state: 'restored', restored_at: clock.now() })
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      await note(transaction, part);
    },
  );
}

/**
 * Loads the file of an archived partition into a temporary table, then runs `work`. The table is dropped when `work` ends.
 *
 * @param work receives the name of the table
 * @throws the error of the file system, of gzip or of the database when the file cannot be loaded
 */
export async function withRowsOf<T>(
  { url, dir }: Pick<ArchiveWish, 'url' | 'dir'>,
  part: ArchivePart,
  work: (db: Tools['db'], table: string) => Promise<T>,
): Promise<T> {
  const connection = connect(url, { max: 1, statementTimeoutMs: 0 });
  try {
    const client = await connection.pool.connect();
    try {
      const described = await describeRows(client, part.table, 'archived_rows');
      await client.query('begin');
      for (const setting of COPY_SETTINGS) await client.query(setting);
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await client.query(
        `create temp table archived_rows (like ${quoted(part.table)} including defaults) on commit drop`,
      );
      await loadRows(client, copyInText({ ...described, columns: part.columns }), fileOf(dir, part.name));
      await client.query(`alter table archived_rows add primary key (${described.order.map(quoted).join(', ')})`);
      await client.query('analyze archived_rows');
      return await work(onConnection(client), 'archived_rows');
    } finally {
      // Closing the connection drops the table.
      client.release(true);
    }
  } finally {
    await connection.close();
  }
}
