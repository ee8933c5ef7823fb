import type { ColumnType } from 'kysely';

/** Done calls that can be taken back. Owned by the module undo. */
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
  /** Address of the call that was done, and of the one that takes it back. */
  address: string;
  compensation: string;
  /** What both are about; a later entry about the same replaces this one. */
  subject: string;
  /** Whom to name when it cannot be taken back. */
  object_id: number | null;
  object_no: ColumnType<string, string | undefined, string>;
  /** Input of the compensation; emptied once it cannot be made any more. */
  payload: ColumnType<Record<string, unknown> | null, string, string | null>;
  undone_at: Date | null;
}
