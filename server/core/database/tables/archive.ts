import type { ColumnType } from 'kysely';

/** A column that is optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A jsonb column that is read as a value and written as JSON text. */
type Json<T> = ColumnType<T | null, string | undefined, string>;

/** Partitions of closed months that are archived in files (docs/decisions/0082). Owned by core/database/archive. */
export interface ArchiveTables {
  archive_part: ArchivePartTable;
}

/** A partition that is archived, being archived or restored. The columns that describe the file are null during the first write. */
interface ArchivePartTable {
  name: string;
  table_name: string;
  /** First id of the range. `null` means that the range has no lower bound. */
  from_id: number | null;
  below_id: number;
  state: 'writing' | 'archived' | 'restored';
  row_count: Defaulted<number | null>;
  first_id: Defaulted<number | null>;
  last_id: Defaulted<number | null>;
  columns: Json<readonly string[]>;
  /** SHA-256 of the rows in COPY's text format, before compression. */
  sha256: Defaulted<string | null>;
  /** SHA-256 of the compressed file. */
  file_sha256: Defaulted<string | null>;
  bytes: Defaulted<number | null>;
  /** Facts about the rows, as the table's archive rule returned them. */
  kept: Json<Readonly<Record<string, number | string>>>;
  archived_at: Defaulted<Date | null>;
  restored_at: Defaulted<Date | null>;
}
