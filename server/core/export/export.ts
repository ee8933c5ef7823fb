import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ExportModule } from '../../../contract/export.modules';
import type { FieldRule } from '../../../contract/field-rules';
import type { RuleId } from '../../../contract/permissions';
import type { Text } from '../../../contract/text';
import type { Database } from '../database/schema';
import type { ActorContext } from '../http/context';
import type { Bytes } from './bytes';

/**
 * Types with which modules declare their exportable tables (DOMAIN §3.14). The rows come from the code of the list, with its filter, data
 * scope and masking. The module exportManage runs the exports and stores their files.
 */

/** Value of a cell. Money is in fen, rates are in basis points, moments are dates. `null` means an empty cell. */
export type ExportCell = string | number | Date | null;

/** Kind of a column. `fen` is written as yuan and `bp` as percent. `moment` and `day` use the platform's time zone. */
export type ExportKind = 'text' | 'number' | 'fen' | 'bp' | 'moment' | 'day';

export interface ExportColumn<R> {
  readonly key: string;
  readonly text: Text;
  /** Kind of the column. Default: text. */
  readonly kind?: ExportKind;
  /** The column is not selected by default in the export dialog. */
  readonly extra?: true;
  /** Kind of masked data. `value` returns the masked value. `plain` returns the full value, for users who may reveal the data. */
  readonly masked?: FieldRule;
  /** The column shows earnings or turnover. Users who may not see amounts cannot select it, and it is empty in their files. */
  readonly amount?: true;
  /** Permission id of another page whose figure the column shows. That page's permission and data scope apply. */
  readonly rule?: RuleId;
  readonly value: (row: R) => ExportCell;
  readonly plain?: (row: R) => ExportCell;
  /** Fields that `value` and `plain` read, for a {@link CopyReader}. No other field may influence the cell. */
  readonly reads?: readonly string[];
  /** The column has few distinct values. Its cells are cached by the bytes of the fields. */
  readonly few?: true;
  /** The value equals the only field in `reads`. */
  readonly same?: true;
  /** The value equals the first non-empty text of these fields, if there is one. A {@link CopyReader} then often needs no `value`. */
  readonly first?: readonly string[];
}

/** A cursor with the sort key of the last row that was read. The key of an existing row never changes. */
export type ExportKey = readonly (string | number)[];

/** The rows of an export: all were created at or before `upTo`. `ids` is the user's selection; `null` means all rows of the filter. */
export interface ExportRange {
  readonly upTo: Date;
  readonly ids: readonly number[] | null;
}

/** The request with which a source is opened. */
export interface ExportWish<I> extends ExportRange {
  readonly input: I;
  /** Keys of the selected columns. Values of other columns are not needed. */
  readonly columns: ReadonlySet<string>;
  readonly unmasked: boolean;
}

interface Counting {
  /** Counts the rows after the key `after` (`null`: all rows), but stops at `most`. */
  count(most: number, after: ExportKey | null): Promise<number>;
}

/** Reads rows in batches, newest first. All calls read the snapshot of the context that opened the reader. */
export interface RowReader<R> extends Counting {
  batch(
    after: ExportKey | null,
    limit: number,
  ): Promise<{ readonly rows: readonly R[]; readonly last: ExportKey | null }>;
}

/** Stored type of a field. The type determines how the field's text is parsed. */
export type FieldType = 'text' | 'int' | 'bool' | 'moment' | 'json';

/** A reader for tables with millions of rows. It delivers rows in COPY's format, so that no row becomes an object. */
export interface CopyReader<R> extends Counting {
  /** Fields of a row, in the order of the copied columns. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Names of the fields that form the {@link ExportKey}. */
  readonly key: readonly string[];
  /** Replaces the content of `into` with a batch, like {@link copyOut}. */
  copy(after: ExportKey | null, limit: number, into: Bytes): Promise<void>;
  /** Functions that receive the distinct numbers of a field in each batch, before the rows of the batch are formatted. */
  readonly learn?: readonly { readonly field: string; of(values: readonly number[]): Promise<void> }[];
  /** Builds the row for the functions of the columns. `fields` always reads the current row, so its values must not be stored. */
  row(fields: Readonly<Record<string, unknown>>): R;
  /** Rows that follow the rows of the table. The count includes them. */
  readonly foot?: readonly R[];
}

export type ExportReader<R> = RowReader<R> | CopyReader<R>;

/** A condition of a filter as text. */
export interface ExportWords {
  readonly label: Text;
  readonly value: string;
}

/** An exportable table. `I` is the parsed input of the list's endpoint, and `R` is the row that the columns' functions receive. */
export interface ExportSource<I = never, R = never> {
  readonly module: ExportModule;
  readonly columns: readonly ExportColumn<R>[];
  /** Reads further columns that stored data defines, such as the fields of forms. */
  columnsBesides?(db: Kysely<Database>): Promise<readonly ExportColumn<R>[]>;
  /** Describes the filter in the language of the context. */
  words(ctx: ActorContext, input: I): Promise<readonly ExportWords[]>;
  /** Opens a reader for the requested rows. @throws Refusal when the list would refuse the same input */
  open(ctx: ActorContext, wish: ExportWish<I>): Promise<ExportReader<R>>;
}

/** A source without its type parameters. {@link exportSource} has checked them. */
export type AnyExportSource = ExportSource<unknown, unknown>;

/** Checks the types of a source and erases its type parameters. */
export function exportSource<I, R>(source: ExportSource<I, R>): AnyExportSource {
  return source as unknown as AnyExportSource;
}

/** Selects the fields that the chosen columns read and the fields that are always needed. */
export function readFields<R>(
  fields: Readonly<Record<string, FieldType>>,
  columns: readonly ExportColumn<R>[],
  chosen: ReadonlySet<string>,
  always: readonly string[],
): Record<string, FieldType> {
  const read = new Set([...always, ...columns.flatMap(({ key, reads = [] }) => (chosen.has(key) ? reads : []))]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => read.has(name)));
}

/** Number of cached names after which old names are removed. The cache contains at most about twice this number. */
const NAMES = 20_000;

/**
 * Caches names for a {@link CopyReader} by the ids in `field`. For a batch with missing ids, `read` is called once with these ids. Names
 * that recent batches did not use are removed when the cache is full.
 */
export function learnedNames(field: string, read: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>) {
  let recent = new Map<number, string>();
  let older: typeof recent = new Map();
  return {
    field,
    get: (id: number): string | undefined => recent.get(id) ?? older.get(id),
    async of(ids: readonly number[]): Promise<void> {
      if (recent.size >= NAMES) [older, recent] = [recent, new Map()];
      const unknown: number[] = [];
      for (const id of ids) {
        if (recent.has(id)) continue;
        const name = older.get(id);
        if (name === undefined) unknown.push(id);
        else recent.set(id, name);
      }
      if (unknown.length === 0) return;
      for (const [id, name] of await read(unknown)) recent.set(id, name);
    },
  };
}

/** Builds the SQL condition for an export's range and cursor. The reader must be ordered by id in descending order. */
export function inExport(table: string, range: ExportRange, after: ExportKey | null) {
  const id = sql.ref(`${table}.id`);
  const own = range.ids === null ? sql`` : sql` and ${id} = any(${sql.val([...range.ids])}::bigint[])`;
  const below = after === null ? sql`` : sql` and ${id} < ${after[0] ?? 0}`;
  return sql<SqlBool>`(${sql.ref(`${table}.created_at`)} <= ${range.upTo}${own}${below})`;
}

/** Builds the batch of a reader that is ordered by id. A batch with fewer than `limit` rows is the last batch. */
export function batchOf<R extends { readonly id: number }>(rows: readonly R[], limit: number) {
  const last = rows.at(-1);
  return { rows, last: last === undefined || rows.length < limit ? null : ([last.id] as const) };
}

/** Formats a range of days as `2026-03-01 – 2026-03-07`. The text is empty when the filter has no days. */
export function daysText(from: string | undefined, to: string | undefined): string {
  return from || to ? `${from ?? ''} – ${to ?? ''}`.trim() : '';
}

/** Removes conditions that the filter does not use: `null`, and conditions with an empty text. */
export function joinNonEmpty(...words: readonly (ExportWords | null)[]): ExportWords[] {
  return words.flatMap((one) => (one === null || one.value === '' ? [] : one));
}

/**
 * Limits a range of accounting days to the data that existed when the export was requested. A range that ends before that day is not
 * changed.
 *
 * @param day day of the request
 */
export function asOfRequest<F extends { readonly to: string; readonly until?: Date | null | undefined }>(
  filter: F,
  { upTo }: { readonly upTo: Date },
  day: string,
): F {
  if (filter.to < day) return filter;
  const { until } = filter;
  return { ...filter, to: day, until: until && until < upTo ? until : upTo };
}
