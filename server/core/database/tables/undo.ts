import type { ColumnType } from 'kysely';

/** Completed calls that can be undone. Owned by the module undo. */
export interface UndoTables {
  undo_entry: UndoEntryTable;
}

interface UndoEntryTable {
  id: number;
  /** Id of the call's operation record. */
  record_id: number;
  account_id: number;
  at: Date;
  until: Date;
  /** Endpoint address of the completed call. `compensation` is the endpoint address of the call that undoes it. */
  address: string;
  compensation: string;
  /** Text that identifies the changed object. A later entry with the same subject prevents the undo. */
  subject: string;
  /** Id of the changed object, for the answer and the operation record of the undo. `object_no` is its number. */
  object_id: number | null;
  object_no: ColumnType<string, string | undefined, string>;
  /** Input of the compensation. It is removed when the compensation can no longer run. */
  payload: ColumnType<Record<string, unknown> | null, string, string | null>;
  undone_at: Date | null;
}
