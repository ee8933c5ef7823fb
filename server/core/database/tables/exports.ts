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

/** A link to a file that was used. */
interface ExportLinkUseTable {
  nonce: string;
  /** It would have been valid until then. */
  until: Date;
}

/** What decided which rows and amounts a file holds. */
export interface ExportScope {
  /** Rows of the list. */
  readonly scope: DataScope;
  /** Pages whose figures are among the columns, with the rows that they had. */
  readonly pages: readonly { readonly rule: number; readonly scope: DataScope }[];
  /** Amounts were among the columns, and shown. */
  readonly amounts: boolean;
}

/** `T` that need not be given when a row is made. */
type Given<T> = ColumnType<T, T | undefined, T>;

interface ExportTaskTable {
  id: number;
  version: Given<number>;
  created_at: Date;
  no: string;
  module: ExportModule;
  /** Query of the list, as its address has it. */
  filter: JSONColumnType<Record<string, string>>;
  /** Of everything that makes two tasks the same. */
  filter_hash: string;
  /** In words, in the language of the requester. */
  filter_text: JSONColumnType<{ label: string; value: string }[]>;
  /** Only these rows. */
  row_ids: JSONColumnType<number[]> | null;
  columns: JSONColumnType<string[]>;
  format: ExportFormat;
  unmasked: boolean;
  locale: Locale;
  state: ExportState;
  requester_id: number;
  /** Not before. */
  due_at: Date;
  /** How often a process began or resumed it. */
  attempts: Given<number>;
  failures: Given<number>;
  /** How often it was taken since it last came on: who always brings its process down ends as failed. */
  stalls: Given<number>;
  /** Process and task run that writes the file now. */
  holder: Given<string | null>;
  heartbeat_at: Given<Date | null>;
  started_at: Given<Date | null>;
  finished_at: Given<Date | null>;
  rows_total: Given<number | null>;
  rows_done: Given<number>;
  /** So many bytes of the file are final, and what comes after the row with this key. */
  checkpoint: JSONColumnType<{ offset: number; key: (string | number)[] | null }> | null;
  /** Of what was written so far; null: by a version that did not say. */
  reach: JSONColumnType<ExportScope> | null;
  size: Given<number | null>;
  sha256: Given<string | null>;
  reason: JSONColumnType<Text> | null;
  expire_at: Given<Date | null>;
  downloads: Given<number>;
}
