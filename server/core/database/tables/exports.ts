import type { ColumnType, JSONColumnType } from 'kysely';
import type { ExportFormat, ExportModule } from '../../../../contract/export.modules';
import type { ExportState } from '../../../../contract/exportTask.states';
import type { Locale, Text } from '../../../../contract/text';
import type { DataScope } from '../../actor';

/** Exports. Owned by the module exportTask. */
export interface ExportTables {
  export_task: ExportTaskTable;
  export_link_use: ExportLinkUseTable;
}

/** A used link to a file. */
interface ExportLinkUseTable {
  nonce: string;
  /** End of the link's validity. */
  until: Date;
}

/** The permissions that decided which rows and amounts a file contains. */
export interface ExportScope {
  /** Data scope of the list. */
  readonly scope: DataScope;
  /** Pages whose figures are among the columns, with the data scopes that applied. */
  readonly pages: readonly { readonly rule: number; readonly scope: DataScope }[];
  /** The columns included amounts, and the amounts were shown. */
  readonly amounts: boolean;
}

/** Optional on insert. */
type Given<T> = ColumnType<T, T | undefined, T>;

interface ExportTaskTable {
  id: number;
  version: Given<number>;
  created_at: Date;
  no: string;
  module: ExportModule;
  /** Query of the list, as in its URL. */
  filter: JSONColumnType<Record<string, string>>;
  /** Hash of everything that identifies equal tasks. */
  filter_hash: string;
  /** The filter as text, in the language of the requester. */
  filter_text: JSONColumnType<{ label: string; value: string }[]>;
  /** Selected rows only; null: all rows of the filter. */
  row_ids: JSONColumnType<number[]> | null;
  columns: JSONColumnType<string[]>;
  format: ExportFormat;
  unmasked: boolean;
  locale: Locale;
  state: ExportState;
  requester_id: number;
  /** Earliest start. */
  due_at: Date;
  /** How often a process started or resumed the task. */
  attempts: Given<number>;
  failures: Given<number>;
  /** Number of starts since the last progress: a task that always crashes its process finally fails. */
  stalls: Given<number>;
  /** Process and run that currently write the file. */
  holder: Given<string | null>;
  heartbeat_at: Given<Date | null>;
  started_at: Given<Date | null>;
  finished_at: Given<Date | null>;
  rows_total: Given<number | null>;
  rows_done: Given<number>;
  /** The file's final bytes, and the key of the last row in them. */
  checkpoint: JSONColumnType<{ offset: number; key: (string | number)[] | null }> | null;
  /** Permissions of the rows written so far; null: written by a version that did not store them. */
  reach: JSONColumnType<ExportScope> | null;
  size: Given<number | null>;
  sha256: Given<string | null>;
  reason: JSONColumnType<Text> | null;
  expire_at: Given<Date | null>;
  downloads: Given<number>;
}
