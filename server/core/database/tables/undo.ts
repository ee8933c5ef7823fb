import type { ColumnType } from 'kysely';

/** Completed calls that can be undone. Owned by the module undo. */
export interface UndoTables {
  undo_entry: UndoEntryTable;
}

interface UndoEntryTable {
  id: number;
  /** The operation record of the call. */
  record_id: number;
  account_id: number;
  at: Date;
  until: Date;
  /** Address of the completed call, and of its inverse. */
  address: string;
  compensation: string;
  /** The subject of both calls; a later entry with the same subject replaces this one. */
  subject: string;
  /** The object to name when the undo fails. */
  object_id: number | null;
  object_no: ColumnType<string, string | undefined, string>;
  /** Input of the inverse; removed once it can no longer run. */
  payload: ColumnType<Record<string, unknown> | null, string, string | null>;
  undone_at: Date | null;
}
