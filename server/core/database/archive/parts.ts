import { type Kysely, sql } from 'kysely';
import type { Months } from '../../../../contract/dates';
import { idAt, idMoment } from '../../ids';
import { hasTable } from '../has-table';
import { PARTITIONED, type Partitioned } from '../partitions';
import type { Database } from '../schema';

type Db = Kysely<Database>;

/** Facts about the archived rows, as the table's `ArchiveRule` returns them. */
export type Kept = Readonly<Record<string, number | string>>;

/** A range of ids. The lower bound is inclusive and the upper bound is exclusive. */
export interface IdRange {
  /** First id of the range. `null` means that the range has no lower bound. */
  readonly from: number | null;
  readonly below: number;
}

/** A partition whose rows are stored in a file. */
export interface ArchivePart extends IdRange {
  /** Name of the partition and of its file. */
  readonly name: string;
  readonly table: Partitioned;
  readonly state: 'archived' | 'restored';
  readonly rows: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly columns: readonly string[];
  /** SHA-256 of the rows in COPY's text format, before compression. */
  readonly sha256: string;
  readonly fileSha256: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  readonly kept: Kept;
  readonly archivedAt: Date;
}

const monthText = (id: number): string => idMoment(id).toISOString().slice(0, 7);

/** Returns the months (UTC) of an archived partition. */
export const partMonths = ({ from, below, firstId }: Pick<ArchivePart, 'from' | 'below' | 'firstId'>): Months => ({
  first: monthText(from ?? firstId),
  last: monthText(below - 1),
});

/** Merges partitions with consecutive id ranges into periods of months. */
function mergeMonths(parts: readonly Pick<ArchivePart, 'from' | 'below' | 'firstId'>[]): Months[] {
  const merged: (Months & { below: number })[] = [];
  for (const part of parts) {
    const before = merged.at(-1);
    const { first, last } = partMonths(part);
    if (before && before.below === part.from) merged[merged.length - 1] = { ...before, last, below: part.below };
    else merged.push({ first, last, below: part.below });
  }
  return merged.map(({ first, last }) => ({ first, last }));
}

/** Checks whether the database has the table of archived partitions. Restored backups of earlier versions lack it. */
export const hasArchive = (db: Db): Promise<boolean> => hasTable(db, 'archive_part');

/** Lists the partitions that have a complete file, by table and then oldest first. Restored partitions are included. */
export const listParts = async (db: Db): Promise<ArchivePart[]> => ((await hasArchive(db)) ? readParts(db) : []);

async function readParts(db: Db): Promise<ArchivePart[]> {
  const rows = await db
    .selectFrom('archive_part')
    .select(['name', 'table_name', 'from_id', 'below_id', 'state', 'row_count', 'first_id', 'last_id', 'columns'])
    .select(['sha256', 'file_sha256', 'bytes', 'kept', 'archived_at'])
    .where('state', '!=', 'writing')
    .orderBy('table_name')
    .orderBy('below_id')
    .execute();
  return rows.flatMap((row) => {
    const table = PARTITIONED.find((name) => name === row.table_name);
    const { state, archived_at: archivedAt } = row;
    if (!table || state === 'writing' || archivedAt === null) return [];
    return {
      ...{ name: row.name, table, state, archivedAt, from: row.from_id, below: row.below_id },
      ...{ rows: row.row_count ?? 0, firstId: row.first_id ?? 0, lastId: row.last_id ?? 0, columns: row.columns ?? [] },
      ...{ sha256: row.sha256 ?? '', fileSha256: row.file_sha256 ?? '', bytes: row.bytes ?? 0, kept: row.kept ?? {} },
    };
  });
}

/** Lists a table's partitions whose rows are not in the database, oldest first. */
export async function archivedParts(db: Db, table: Partitioned): Promise<ArchivePart[]> {
  return (await listParts(db)).filter((part) => part.table === table && part.state === 'archived');
}

/** Lists the archived months that overlap a period. `null` lists all months. The database must have all migrations. */
export async function archivedMonths(
  db: Db,
  table: Partitioned,
  time: { readonly from: Date; readonly to: Date } | null,
): Promise<Months[]> {
  const parts = await readParts(db);
  const inside = ({ table: of, state, from, below }: ArchivePart) =>
    of === table && state === 'archived' && (time === null || (idAt(time.from) < below && (from ?? 0) < idAt(time.to)));
  return mergeMonths(parts.filter(inside));
}

/** Returns the month of an id in an archived partition, or `null` for other ids. The database must have all migrations. */
export async function archivedMonth(db: Db, table: Partitioned, id: number): Promise<string | null> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from archive_part where table_name = ${table} and state = 'archived' and ${id} < below_id
      and (from_id is null or from_id <= ${id})) as found`.execute(db);
  return rows[0]?.found ? monthText(id) : null;
}
