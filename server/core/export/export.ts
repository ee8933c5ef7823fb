import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ExportModule } from '../../../contract/export.modules';
import type { FieldRule } from '../../../contract/field-rules';
import type { RuleId } from '../../../contract/permissions';
import type { Text } from '../../../contract/text';
import type { Database } from '../database/schema';
import type { ActorContext } from '../http/context';
import type { Bytes } from './bytes';

/**
 * A module's declaration of its exportable tables (DOMAIN §3.14). The rows come from the code of the list, with its filter, data scope
 * and masking. The module exportManage implements everything else.
 */

/** Value of a cell. Money in fen, rates in basis points, moments as dates; null = empty. */
export type ExportCell = string | number | Date | null;

/** `fen` is written as yuan, `bp` as percent, `moment` and `day` in the platform's time zone. */
export type ExportKind = 'text' | 'number' | 'fen' | 'bp' | 'moment' | 'day';

export interface ExportColumn<R> {
  readonly key: string;
  readonly text: Text;
  /** Default: text. */
  readonly kind?: ExportKind;
  /** The column is not selected by default. */
  readonly extra?: true;
  /** Masked data: `value` is masked; `plain` is for users who may reveal it. */
  readonly masked?: FieldRule;
  /** Earnings or turnover: not offered to users who may not see amounts, and empty in their files. */
  readonly amount?: true;
  /** The page that the figure belongs to, if it is not the list's page: that page's rule and data scope apply. */
  readonly rule?: RuleId;
  readonly value: (row: R) => ExportCell;
  readonly plain?: (row: R) => ExportCell;
  /** For a {@link CopyReader}: the fields that `value` and `plain` read. Only these fields determine the cell. */
  readonly reads?: readonly string[];
  /** The column has few distinct values, so its cells are cached by the bytes of the fields. */
  readonly few?: true;
  /** The value is the only field of `reads`, unchanged. */
  readonly same?: true;
  /** The value is the first non-empty text of these fields, unchanged. If all are empty, `value` is called. */
  readonly first?: readonly string[];
}

/** A cursor: the sort key of the last row that was read. Its values never change once a row exists. */
export type ExportKey = readonly (string | number)[];

/** The rows of one export: created up to a moment, and either all rows of the filter or a selection. */
export interface ExportRange {
  readonly upTo: Date;
  readonly ids: readonly number[] | null;
}

/** The request that a source is opened for. */
export interface ExportWish<I> extends ExportRange {
  readonly input: I;
  /** Keys of the selected columns; other columns need not be read. */
  readonly columns: ReadonlySet<string>;
  readonly unmasked: boolean;
}

interface Counting {
  /** Counts the rows, up to `most`. */
  count(most: number, after: ExportKey | null): Promise<number>;
}

/** Reads rows in batches, newest first. Every call reads from the snapshot of the context that opened the reader. */
export interface RowReader<R> extends Counting {
  batch(
    after: ExportKey | null,
    limit: number,
  ): Promise<{ readonly rows: readonly R[]; readonly last: ExportKey | null }>;
}

/** The stored type of a field, which decides how its text is parsed. */
export type FieldType = 'text' | 'int' | 'bool' | 'moment' | 'json';

/** A reader for tables with millions of rows: rows in COPY's format are formatted without becoming objects. */
export interface CopyReader<R> extends Counting {
  /** The fields of a row, in order. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The fields of the {@link ExportKey}. */
  readonly key: readonly string[];
  /** Appends a batch to `into`, as {@link copyOut} does. */
  copy(after: ExportKey | null, limit: number, into: Bytes): Promise<void>;
  /** Called with the distinct numbers of a field in each batch, before its rows are formatted. */
  readonly learn?: readonly { readonly field: string; of(values: readonly number[]): Promise<void> }[];
  /** Builds the columns' argument. `fields` always reads the current row: do not keep its values. */
  row(fields: Readonly<Record<string, unknown>>): R;
  /** Rows below those of the table; included in the count. */
  readonly foot?: readonly R[];
}

export type ExportReader<R> = RowReader<R> | CopyReader<R>;

/** One condition of a filter as text. */
export interface ExportWords {
  readonly label: Text;
  readonly value: string;
}

/** An exportable table. `I`: the parsed input of the list's endpoint. */
export interface ExportSource<I = never, R = never> {
  readonly module: ExportModule;
  readonly columns: readonly ExportColumn<R>[];
  /** Further columns that stored data defines, such as the fields of forms. */
  columnsBesides?(db: Kysely<Database>): Promise<readonly ExportColumn<R>[]>;
  /** Describes the filter in the language of the context. */
  words(ctx: ActorContext, input: I): Promise<readonly ExportWords[]>;
  /** @throws Refusal when the list would refuse the same input */
  open(ctx: ActorContext, wish: ExportWish<I>): Promise<ExportReader<R>>;
}

/** A source with its types erased; {@link exportSource} has checked them. */
export type AnyExportSource = ExportSource<unknown, unknown>;

/** Declares a source. */
export function exportSource<I, R>(source: ExportSource<I, R>): AnyExportSource {
  return source as unknown as AnyExportSource;
}

/** Selects the fields of a table that the chosen columns read, and those that are always needed. */
export function readFields<R>(
  fields: Readonly<Record<string, FieldType>>,
  columns: readonly ExportColumn<R>[],
  chosen: ReadonlySet<string>,
  always: readonly string[],
): Record<string, FieldType> {
  const read = new Set([...always, ...columns.flatMap(({ key, reads = [] }) => (chosen.has(key) ? reads : []))]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => read.has(name)));
}

/** Minimum number of cached names; the maximum is about twice as many. */
const NAMES = 20_000;

/**
 * Caches names for a {@link CopyReader} by the ids in `field`; `read` is called once per batch with the missing ids. Beyond the limit,
 * only the names of the current and the previous batch are kept.
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

/** Builds the conditions of an export's range and cursor, for readers that are ordered by id. */
export function inExport(table: string, range: ExportRange, after: ExportKey | null) {
  const id = sql.ref(`${table}.id`);
  const own = range.ids === null ? sql`` : sql` and ${id} = any(${sql.val([...range.ids])}::bigint[])`;
  const below = after === null ? sql`` : sql` and ${id} < ${after[0] ?? 0}`;
  return sql<SqlBool>`(${sql.ref(`${table}.created_at`)} <= ${range.upTo}${own}${below})`;
}

/** Builds the batch of a reader that is ordered by id. */
export function batchOf<R extends { readonly id: number }>(rows: readonly R[], limit: number) {
  const last = rows.at(-1);
  return { rows, last: last === undefined || rows.length < limit ? null : ([last.id] as const) };
}

/** Formats a range of days: `2026-03-01 – 2026-03-07`; empty when the filter has no days. */
export function daysText(from: string | undefined, to: string | undefined): string {
  return from || to ? `${from ?? ''} – ${to ?? ''}`.trim() : '';
}

/** Drops the conditions that the filter does not use. */
export function joinNonEmpty(...words: readonly (ExportWords | null)[]): ExportWords[] {
  return words.flatMap((one) => (one === null || one.value === '' ? [] : one));
}

/** Limits a range of accounting days to what existed at the request's time. @param day the day of the request */
export function asOfRequest<F extends { readonly to: string; readonly until?: Date | null | undefined }>(
  filter: F,
  { upTo }: { readonly upTo: Date },
  day: string,
): F {
  if (filter.to < day) return filter;
  const { until } = filter;
  return { ...filter, to: day, until: until && until < upTo ? until : upTo };
}
