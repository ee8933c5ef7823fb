import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ExportModule } from '../../../contract/export.modules';
import type { FieldRule } from '../../../contract/field-rules';
import type { RuleId } from '../../../contract/permissions';
import type { Text } from '../../../contract/text';
import type { Database } from '../database/schema';
import type { ActorContext } from '../http/context';
import type { Bytes } from './bytes';

/**
 * What a module says about its tables so that they can be exported (DOMAIN §3.14). The rows come from the code of the list: its
 * filter, its data scope, its masking. Everything else is in the module exportManage, once.
 */

/** Content of a cell. Money is fen, rates are basis points, moments are dates; null = empty. */
export type ExportCell = string | number | Date | null;

/** `fen` is written as yuan, `bp` as percent, `moment` and `day` on the platform's wall clock. */
export type ExportKind = 'text' | 'number' | 'fen' | 'bp' | 'moment' | 'day';

export interface ExportColumn<R> {
  readonly key: string;
  readonly text: Text;
  /** Default: text. */
  readonly kind?: ExportKind;
  /** Not among the columns that are chosen at first. */
  readonly extra?: true;
  /** Masked data: `value` is masked, `plain` is for who may see it. */
  readonly masked?: FieldRule;
  /** Earnings or turnover: not offered to people who do not see amounts, and empty in their files. */
  readonly amount?: true;
  /** The page whose figure it is, where that is not the list's: this page's rule and data scope decide about it. */
  readonly rule?: RuleId;
  readonly value: (row: R) => ExportCell;
  readonly plain?: (row: R) => ExportCell;
  /** For a {@link CopyReader}: the fields that `value` and `plain` read; they alone determine the cell. */
  readonly reads?: readonly string[];
  /** Thousands of rows have the same: the words are made once for the same fields. */
  readonly few?: true;
  /** The value is the one field of `reads`, unchanged. */
  readonly same?: true;
  /** The value is the first non-empty text of these, unchanged; where all are empty, `value` is called. */
  readonly first?: readonly string[];
}

/** Where a reader continues: the sort key of the last row that was read. Its values never change once a row exists. */
export type ExportKey = readonly (string | number)[];

/** The rows of one export: made up to a moment, all that the filter leaves or only some of them. */
export interface ExportRange {
  readonly upTo: Date;
  readonly ids: readonly number[] | null;
}

/** What a source is opened for. */
export interface ExportWish<I> extends ExportRange {
  readonly input: I;
  /** Keys of the chosen columns: other columns need not be read. */
  readonly columns: ReadonlySet<string>;
  readonly unmasked: boolean;
}

interface Counting {
  /** How many there are, counted no further than `most`. */
  count(most: number, after: ExportKey | null): Promise<number>;
}

/** Rows newest first, batch by batch; every call reads from the snapshot of the context that opened it. */
export interface RowReader<R> extends Counting {
  batch(
    after: ExportKey | null,
    limit: number,
  ): Promise<{ readonly rows: readonly R[]; readonly last: ExportKey | null }>;
}

/** How a field of a row is stored, and by that how its text is read. */
export type FieldType = 'text' | 'int' | 'bool' | 'moment' | 'json';

/** The same for tables of millions: rows as the database's COPY writes them, put into words without becoming objects first. */
export interface CopyReader<R> extends Counting {
  /** The fields of a row, in their order. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Fields that are the {@link ExportKey}. */
  readonly key: readonly string[];
  /** Appends a batch to `into`, as {@link copyOut} does. */
  copy(after: ExportKey | null, limit: number, into: Bytes): Promise<void>;
  /** Told the different numbers that stand in a field of each batch before its rows are put into words. */
  readonly learn?: readonly { readonly field: string; of(values: readonly number[]): Promise<void> }[];
  /** What the columns are given: `fields` reads the row whose turn it is, and another one a moment later. */
  row(fields: Readonly<Record<string, unknown>>): R;
  /** Rows that stand under all those of the table; the count holds them too. */
  readonly foot?: readonly R[];
}

export type ExportReader<R> = RowReader<R> | CopyReader<R>;

/** One condition of a filter in words. */
export interface ExportWords {
  readonly label: Text;
  readonly value: string;
}

/** A table that can be exported. `I`: the parsed input of the list's endpoint. */
export interface ExportSource<I = never, R = never> {
  readonly module: ExportModule;
  readonly columns: readonly ExportColumn<R>[];
  /** Columns besides, which stored data define: the fields of forms. */
  columnsBesides?(db: Kysely<Database>): Promise<readonly ExportColumn<R>[]>;
  /** The filter in words, in the language of the context. */
  words(ctx: ActorContext, input: I): Promise<readonly ExportWords[]>;
  /** @throws Refusal where the list would refuse the same input */
  open(ctx: ActorContext, wish: ExportWish<I>): Promise<ExportReader<R>>;
}

/** A source with its types erased; {@link exportSource} has checked them. */
export type AnyExportSource = ExportSource<unknown, unknown>;

/** Declares a source. */
export function exportSource<I, R>(source: ExportSource<I, R>): AnyExportSource {
  return source as unknown as AnyExportSource;
}

/** Of the fields of a table those that the chosen columns read, and those that are needed anyway. */
export function readFields<R>(
  fields: Readonly<Record<string, FieldType>>,
  columns: readonly ExportColumn<R>[],
  chosen: ReadonlySet<string>,
  always: readonly string[],
): Record<string, FieldType> {
  const read = new Set([...always, ...columns.flatMap(({ key, reads = [] }) => (chosen.has(key) ? reads : []))]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => read.has(name)));
}

/** How many names are kept at least; as many again may be. */
const NAMES = 20_000;

/**
 * Names for a {@link CopyReader} by what `field` holds the ids of; `read` is asked once for those of a batch. Of very many the latest
 * are kept: those of this batch and the one before.
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

/** What a range and a place ask of a table, for readers that go by id. */
export function inExport(table: string, range: ExportRange, after: ExportKey | null) {
  const id = sql.ref(`${table}.id`);
  const own = range.ids === null ? sql`` : sql` and ${id} = any(${sql.val([...range.ids])}::bigint[])`;
  const below = after === null ? sql`` : sql` and ${id} < ${after[0] ?? 0}`;
  return sql<SqlBool>`(${sql.ref(`${table}.created_at`)} <= ${range.upTo}${own}${below})`;
}

/** The batch of a reader that goes by id. */
export function batchOf<R extends { readonly id: number }>(rows: readonly R[], limit: number) {
  const last = rows.at(-1);
  return { rows, last: last === undefined || rows.length < limit ? null : ([last.id] as const) };
}

/** `2026-03-01 – 2026-03-07`; empty where a filter names no day. */
export function daysText(from: string | undefined, to: string | undefined): string {
  return from || to ? `${from ?? ''} – ${to ?? ''}`.trim() : '';
}

/** What a filter left out says nothing. */
export function joinNonEmpty(...words: readonly (ExportWords | null)[]): ExportWords[] {
  return words.flatMap((one) => (one === null || one.value === '' ? [] : one));
}

/** Of a range of accounting days only what had happened when the file was asked for. @param day the day of that moment */
export function asOfRequest<F extends { readonly to: string; readonly until?: Date | null | undefined }>(
  filter: F,
  { upTo }: { readonly upTo: Date },
  day: string,
): F {
  if (filter.to < day) return filter;
  const { until } = filter;
  return { ...filter, to: day, until: until && until < upTo ? until : upTo };
}
