import type { ColumnType, JSONColumnType } from 'kysely';
import type { ExportFormat, ExportModule } from '../../../../contract/export.modules';
import type { ExportState } from '../../../../contract/exportTask.states';
import type { Locale, Text } from '../../../../contract/text';
import type { DataScope } from '../../actor';

/** Export tasks and used download links. Owned by the module exportTask. */
export interface ExportTables {
  export_task: ExportTaskTable;
  export_link_use: ExportLinkUseTable;
}

/** A download link that has been used. */
interface ExportLinkUseTable {
  nonce: string;
  /** Time when the link expires. */
  until: Date;
}

/** The permissions that determined the rows and amounts in a file. */
export interface ExportScope {
  /** Data scope of the list. */
  readonly scope: DataScope;
  /** Other pages whose figures the columns show. `rule` is the page's permission id, and `scope` is the data scope for that page. */
  readonly pages: readonly { readonly rule: number; readonly scope: DataScope }[];
  /** Whether the file contains amounts that need the field permission "amount". */
  readonly amounts: boolean;
}

/** A column that is optional on insert. */
type Given<T> = ColumnType<T, T | undefined, T>;

interface ExportTaskTable {
  id: number;
  version: Given<number>;
  created_at: Date;
  no: string;
  module: ExportModule;
  /** Query parameters of the list, as in its URL. */
  filter: JSONColumnType<Record<string, string>>;
  /** SHA-256 of module, filter, format, unmasking, columns, row ids and language. Tasks with the same request have the same hash. */
  filter_hash: string;
  /** The filter as text in the requester's language. */
  filter_text: JSONColumnType<{ label: string; value: string }[]>;
  /** Ids of the selected rows. `null` means all rows that match the filter. */
  row_ids: JSONColumnType<number[]> | null;
  columns: JSONColumnType<string[]>;
  format: ExportFormat;
  unmasked: boolean;
  locale: Locale;
  state: ExportState;
  requester_id: number;
  /** Time before which the task must not start. */
  due_at: Date;
  /** Number of times that a process started or resumed the task. */
  attempts: Given<number>;
  failures: Given<number>;
  /** Number of starts since the last progress. A limit on this number ends a task that crashes its process at each start. */
  stalls: Given<number>;
  /** Text that identifies the process and the run that write the file. `null` when no run holds the task. */
  holder: Given<string | null>;
  heartbeat_at: Given<Date | null>;
  started_at: Given<Date | null>;
  finished_at: Given<Date | null>;
  rows_total: Given<number | null>;
  rows_done: Given<number>;
  /** `offset` is the number of completely written bytes. `key` is the key of the last row in these bytes. */
  checkpoint: JSONColumnType<{ offset: number; key: (string | number)[] | null }> | null;
  /**
   * Permissions that determined the rows written so far. `null` before the first rows, and when an earlier product version wrote the rows.
   */
  reach: JSONColumnType<ExportScope> | null;
  size: Given<number | null>;
  sha256: Given<string | null>;
  reason: JSONColumnType<Text> | null;
  expire_at: Given<Date | null>;
  downloads: Given<number>;
}
