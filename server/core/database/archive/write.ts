import { mkdir, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { idAt } from '../../ids';
import { StartupError } from '../../startup';
import { COPY_SETTINGS } from '../backup/copy';
import { flush, writeRows } from '../backup/rows';
import { copyOutText } from '../backup/tables';
import { isPartitioned, listPartitions, monthStart, type Partitioned, withShortLock } from '../partitions';
import { draftOf, fileOf, publish, readSums } from './files';
import type { ArchivePart, IdRange, Kept } from './parts';
import {
  type ArchiveRule,
  type ArchiveRules,
  type ArchiveWish,
  daysBefore,
  describeRows,
  explainLock,
  ruleOf,
  type Tools,
  withTools,
} from './work';

/** Moves closed partitions into files (docs/decisions/0082). */

export interface ArchiveMonths extends ArchiveWish {
  readonly rules: ArchiveRules;
  readonly tables: readonly Partitioned[];
  /** A partition is archived when all its months (UTC) are earlier than the month of this moment. */
  readonly before: Date;
  /** Called after each archived partition. */
  readonly done?: (part: ArchivePart) => void;
}

interface Closed extends IdRange {
  readonly name: string;
  readonly table: Partitioned;
}

/**
 * Archives partitions, oldest first. A partition is closed for changes and written to a file, which is flushed and read back. Then one
 * transaction registers the file and drops the partition. A killed run therefore loses no rows, and the next run continues.
 *
 * @throws StartupError with the reason; partitions that were archived before the error stay archived
 */
export async function archiveMonths(wish: ArchiveMonths): Promise<ArchivePart[]> {
  const { rules, tables, before, clock } = wish;
  const end = monthStart(before);
  for (const table of tables) {
    const latest = monthStart(daysBefore(clock.now(), ruleOf(rules, table).keepsDays));
    if (end > latest) {
      throw new StartupError(
        `${table} keeps the last ${ruleOf(rules, table).keepsDays} days: name ${latest.toISOString().slice(0, 7)} or an earlier month.`,
      );
    }
  }
  await mkdir(wish.dir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The folder ${wish.dir} cannot be made (${error.code}): name another one with ARCHIVE_DIR.`);
  });
  return withTools(wish, async (tools) => {
    const archived: ArchivePart[] = [];
    for (const table of tables) {
      for (const closed of await findClosed(tools, table, end)) {
        const part = await archivePart(tools, closed, ruleOf(rules, table));
        archived.push(part);
        wish.done?.(part);
      }
    }
    return archived;
  });
}

/** Finds non-empty partitions that end before a moment. The newest partition is excluded, because new partitions are added after it. */
async function findClosed({ db }: Tools, table: Partitioned, end: Date): Promise<Closed[]> {
  if (!(await isPartitioned(db, table))) {
    throw new StartupError(
      `${table} has no partitions yet: a job of the server makes them, see "Partitions" in docs/operating.md.`,
    );
  }
  const closed: Closed[] = [];
  for (const { name, from, below } of (await listPartitions(db, table)).slice(0, -1)) {
    if (below === null || below > idAt(end)) continue;
    const { rows } = await sql<{ used: boolean }>`select exists (select from ${sql.table(name)}) as used`.execute(db);
    if (rows[0]?.used) closed.push({ name, table, from, below });
  }
  return closed;
}

async function archivePart(tools: Tools, closed: Closed, rule: ArchiveRule): Promise<ArchivePart> {
  const { db, dir, reached } = tools;
  const { name } = closed;
  const path = fileOf(dir, name);
  try {
    reached('close', name);
    await closePartition(tools, closed);
    reached('check', name);
    const checked = await rule.check(db, name, closed);
    if ('refusal' in checked) {
      await reopenPartition(tools, closed);
      throw new StartupError(`${name} was not archived: ${checked.refusal}`);
    }
    reached('write', name);
    const part = await writePart(tools, closed, checked.kept);
    reached('publish', name);
    await publish(dir, part);
    reached('drop', name);
    await dropPartition(tools, part);
    reached('end', name);
    return part;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw explainLock(error, name);
    await rm(draftOf(path), { force: true });
    throw new StartupError(`The disk of ${dir} is full: make room, or name another folder with ARCHIVE_DIR.`);
  }
}

/**
 * Makes the partition read-only, so that its rows cannot differ from the file. Registers the partition with the state `writing`.
 *
 * @throws the database's error 55P03 when open transactions that change the partition take too long
 */
async function closePartition({ db }: Tools, { name, table, from, below }: Closed): Promise<void> {
  await withShortLock(db, async (transaction) => {
    await refuseChanges(transaction, name);
    await transaction
      .insertInto('archive_part')
      .values({ name, table_name: table, from_id: from, below_id: below, state: 'writing' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  });
}

/** Makes a partition read-only, even for statements that name its table directly. */
export async function refuseChanges(db: Tools['db'], name: string): Promise<void> {
  const on = sql.table(name);
  await sql`create or replace trigger archive_closed_rows before insert or update or delete on ${on}
    for each row execute function refuse_archived_change()`.execute(db);
  await sql`create or replace trigger archive_closed before truncate on ${on}
    for each statement execute function refuse_archived_change()`.execute(db);
}

async function reopenPartition({ db }: Tools, { name }: Closed): Promise<void> {
  await withShortLock(db, async (transaction) => {
    // A restored partition stays read-only.
    const { numDeletedRows } = await transaction
      .deleteFrom('archive_part')
      .where('name', '=', name)
      .where('state', '=', 'writing')
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    for (const trigger of ['archive_closed_rows', 'archive_closed']) {
      await sql`drop trigger ${sql.ref(trigger)} on ${sql.table(name)}`.execute(transaction);
    }
  });
}

/** Writes the rows, flushes the file and reads it back. @throws Error when the file differs from the rows */
async function writePart(tools: Tools, closed: Closed, kept: Kept): Promise<ArchivePart> {
  const { db, client, dir, clock, reached } = tools;
  const { name, table, from, below } = closed;
  const draft = draftOf(fileOf(dir, name));
  const described = await describeRows(client, table, name);
  await client.query('begin read only');
  for (const setting of COPY_SETTINGS) await client.query(setting);
  const written = await writeRows(client, copyOutText(described), draft).finally(() => client.query('rollback'));
  // The file must be on the disk before the rows are deleted from the database.
  await flush(draft);
  reached('read back', name);
  const sums = await readSums(draft);
  if (sums.rows !== written.rows || sums.sha256 !== written.sha256) {
    throw new Error(
      `${draft} differs from the rows of ${name}: it has ${sums.rows} rows, the partition ${written.rows}`,
    );
  }
  const { rows } = await sql<{ first: number; last: number; count: number }>`
    select min(${described.key}) as first, max(${described.key}) as last, count(*) as count from ${sql.table(name)}`.execute(
    db,
  );
  const { first, last, count } = rows[0] ?? { first: 0, last: 0, count: -1 };
  if (count !== sums.rows) throw new Error(`${name} has ${count} rows, and its file ${sums.rows}`);
  return {
    ...{ name, table, from, below, state: 'archived', firstId: first, lastId: last, columns: described.columns },
    ...{ ...sums, kept, archivedAt: clock.now() },
  };
}

/**
 * Drops the partition and registers its file in one transaction. The table is locked for some milliseconds, because PostgreSQL cannot
 * detach a partition concurrently while the table has a default partition.
 */
async function dropPartition({ db, note }: Tools, part: ArchivePart): Promise<void> {
  const { name, table } = part;
  await withShortLock(db, async (transaction) => {
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(transaction);
    await sql`drop table ${sql.table(name)}`.execute(transaction);
    await transaction
      .updateTable('archive_part')
      .set({
        ...{ state: 'archived', row_count: part.rows, first_id: part.firstId, last_id: part.lastId },
        ...{ columns: JSON.stringify(part.columns), sha256: part.sha256, file_sha256: part.fileSha256 },
        ...{ bytes: part.bytes, kept: JSON.stringify(part.kept), archived_at: part.archivedAt, restored_at: null },
      })
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await note(transaction, part);
  });
}
