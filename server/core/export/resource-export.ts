import { type SelectQueryBuilder, sql } from 'kysely';
import type { ExportModule } from '../../../contract/export.modules';
import type { MessageKey } from '../../../contract/locales/keys';
import { type FieldKind, type FilterEntry, fieldLabel, filtersOf, type Resource } from '../../../contract/resource';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { fill, LOCALES, type Locale, type Text } from '../../../contract/text';
import type { Database } from '../database/schema';
import type { ActorContext } from '../http/context';
import { valueText } from '../list/answers';
import { countUpTo } from '../list/query';
import { yuan } from '../money/amounts';
import { messageText } from '../texts';
import {
  type AnyExportSource,
  batchOf,
  daysText,
  type ExportColumn,
  type ExportKey,
  type ExportKind,
  type ExportWords,
  exportSource,
  inExport,
  joinNonEmpty,
} from './export';

/** Exports declared records (contract/resource.ts): builds their columns and the text of their filter. */

/** Argument of the functions that compute a file's columns. */
export interface ExportRow {
  /** The stored fields. Do not store this object: a copy reader reuses it for the next row. */
  readonly record: object;
  readonly ctx: Pick<ActorContext, 't' | 'locale'>;
  /** Names of `ref` targets by field and target id, and results of the source's `texts` by field and record id. */
  readonly names: Readonly<Record<string, Pick<ReadonlyMap<number, string>, 'get'>>>;
}

const KINDS: Partial<Record<FieldKind, ExportKind>> = {
  moment: 'moment',
  count: 'number',
  money: 'fen',
  sum: 'fen',
  bp: 'bp',
};

/** Adds the unit to a column's title: `Amount (yuan)`. */
export function withUnit(label: Text, unit: MessageKey): Text {
  const [pattern, words] = [messageText('list.withUnit'), messageText(unit)];
  const head = (locale: Locale) => fill(pattern[locale], { label: label[locale], unit: words[locale] });
  return Object.fromEntries(LOCALES.map((locale) => [locale, head(locale)])) as Text;
}

const stored = ({ record }: ExportRow, field: string) => (record as Readonly<Record<string, never>>)[field] ?? null;

/**
 * Builds the cell of a field. Cells of fields with few distinct values are cached (`few`). The default case copies the stored value
 * (`same`).
 */
function cell<Row extends ExportRow>(resource: Resource, key: string): Omit<ExportColumn<Row>, 'key' | 'text'> {
  const reads = [key];
  switch (resource.fields[key]?.kind) {
    case 'choice':
    case 'state':
      return { reads, few: true, value: (row) => valueText(row.ctx, resource, key, stored(row, key)) };
    case 'ref':
      return { reads, few: true, value: (row) => row.names[key]?.get(stored(row, key) ?? 0) ?? '' };
    case 'refs':
      return {
        reads,
        value: (row) =>
          joined(
            row.ctx,
            (stored(row, key) ?? []).map((id) => row.names[key]?.get(id) ?? ''),
          ),
      };
    case 'flag':
      return { reads, few: true, value: (row) => yesOrNo(row.ctx, stored(row, key)) };
    case 'bp':
      return { reads, few: true, value: (row) => stored(row, key) };
    default:
      return { reads, same: true, value: (row) => stored(row, key) };
  }
}

const joined = ({ locale }: Pick<ActorContext, 'locale'>, words: readonly string[]) =>
  words.filter(Boolean).join(SEPARATOR[locale]);
const SEPARATOR = messageText('list.separator');
const YES = messageText('list.yes');
const NO = messageText('list.no');
const yesOrNo = ({ t }: Pick<ActorContext, 't'>, value: boolean | null) => (value === null ? '' : t(value ? YES : NO));

/**
 * Builds the columns of a file in the order of the declaration or of `only`.
 *
 * @param own column properties by field, which replace the defaults. `value` replaces the whole cell, so also declare `reads`, `few` or
 *   `same`. With `reads` but without `value`, the cell is a copy of the first field in `reads`.
 * @param only fields to include (default: all); search fields and fields with `export: false` never become columns
 */
export function exportColumns<R extends Resource, Row extends ExportRow>(
  resource: R,
  own: { readonly [K in keyof R['fields']]?: Partial<ExportColumn<Row>> } = {},
  only: readonly (keyof R['fields'] & string)[] = Object.keys(resource.fields),
): readonly ExportColumn<Row>[] {
  return only.flatMap((key) => {
    const field = resource.fields[key];
    if (!field || field.kind === 'search' || field.export === false) return [];
    const replaced: Partial<ExportColumn<Row>> = own[key] ?? {};
    const kind = KINDS[field.kind];
    const label = messageText(fieldLabel(resource, key));
    const unit = kind === 'fen' ? 'list.yuanInFile' : field.unit;
    const [read] = replaced.reads ?? [];
    const made: Partial<ExportColumn<Row>> = replaced.value
      ? {}
      : { ...cell<Row>(resource, key), ...(read !== undefined && { value: (row) => stored(row, read) }) };
    return [
      {
        key,
        text: unit ? withUnit(label, unit) : label,
        ...(kind && { kind }),
        ...(field.export === 'extra' && { extra: true }),
        ...(field.kind === 'phone' && { masked: field.masked ?? 'phone' }),
        ...(field.kind === 'sum' && { amount: true }),
        ...made,
        ...replaced,
      } as ExportColumn<Row>,
    ];
  });
}

type Given<R extends Resource> = FilterEntry<R['fields']>;
type Named = 'options' | 'region';
type Words = string | readonly string[];

type NamedWords<R extends Resource> = { readonly [E in Given<R> as E['key']]?: Words } & {
  readonly [E in Extract<Given<R>, { kind: Named }> as E['key']]: Words;
};

/**
 * Describes the filter in the order of its controls.
 * @param named texts by filter key: required for `options` and `region`, and optional replacements for other filters
 */
export function filterWords<R extends Resource>(
  ctx: Pick<ActorContext, 't' | 'locale'>,
  resource: R,
  input: Partial<ResourceFilter<R>>,
  named: NamedWords<R>,
): ExportWords[] {
  const values = input as Readonly<Record<string, unknown>>;
  const given = named as Readonly<Record<string, Words | undefined>>;
  return joinNonEmpty(
    ...filtersOf(resource).map(({ kind, key, field, label }) => {
      const words = given[key] ?? defaultWords(ctx, resource, { kind, key, field }, values);
      return {
        label: messageText(label ?? fieldLabel(resource, field)),
        value: typeof words === 'string' ? words : joined(ctx, words),
      };
    }),
  );
}

function defaultWords(
  ctx: Pick<ActorContext, 't'>,
  resource: Resource,
  { kind, key, field }: { readonly kind: string; readonly key: string; readonly field: string },
  values: Readonly<Record<string, unknown>>,
): Words {
  const value = values[key];
  if (kind === 'days') {
    return daysText(values[`${key}From`] as string | undefined, values[`${key}To`] as string | undefined);
  }
  if (kind === 'amounts' || kind === 'counts') {
    const ends = [values[`${key}Min`], values[`${key}Max`]] as readonly (number | undefined)[];
    const shown = kind === 'amounts' ? yuan : String;
    return ends.every((end) => end === undefined)
      ? ''
      : ends.map((end) => (end === undefined ? '' : shown(end))).join(' – ');
  }
  if (kind === 'flag') return yesOrNo(ctx, (value as boolean | undefined) ?? null);
  if (kind === 'one' || kind === 'many') {
    return (Array.isArray(value) ? value : [value]).map((item) => valueText(ctx, resource, field, item));
  }
  return String(value ?? '');
}

type Refs<R extends Resource> = {
  [K in keyof R['fields'] & string]: R['fields'][K]['kind'] extends 'ref' | 'refs' ? K : never;
}[keyof R['fields'] & string];
const idOf = ({ record }: ExportRow): number => (record as { readonly id: number }).id;
type NameReader = (ctx: ActorContext, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/**
 * Builds the source of a declared record whose table has `id` and `created_at`. It reads the list's own query in batches, newest first.
 * @param source.query builds the list's query for this filter, with columns and without an order. @throws Refusal as the list does
 * @param source.words reads texts by filter key ({@link filterWords})
 * @param source.names readers of names, by the `ref` or `refs` field that contains the ids
 * @param source.texts readers of fields that come from other tables, by record id
 * @param source.columns column properties by field ({@link exportColumns})
 */
export function resourceSource<
  R extends Resource,
  I extends Partial<ResourceFilter<R>>,
  TB extends keyof Database & string,
  O extends { readonly id: number },
>(
  resource: R,
  source: {
    readonly module: ExportModule;
    readonly table: TB;
    query(ctx: ActorContext, input: I): Promise<SelectQueryBuilder<Database, TB, O>>;
    words(ctx: ActorContext, input: I): Promise<NamedWords<R>>;
    readonly names: { readonly [K in Refs<R>]: NameReader };
    readonly texts?: { readonly [K in keyof R['fields'] & string]?: NameReader };
    readonly columns?: { readonly [K in keyof R['fields']]?: Partial<ExportColumn<ExportRow>> };
  },
): AnyExportSource {
  const { module, table, query, words } = source;
  const readers = Object.entries<NameReader>(source.names);
  const texts = Object.entries<NameReader | undefined>(source.texts ?? {});
  const textColumns = texts.map(([field]) => [
    field,
    { value: (row: ExportRow) => row.names[field]?.get(idOf(row)) ?? '' },
  ]);
  return exportSource<I, ExportRow>({
    module,
    columns: exportColumns<R, ExportRow>(resource, { ...Object.fromEntries(textColumns), ...source.columns }),
    words: async (ctx, input) => filterWords(ctx, resource, input, await words(ctx, input)),
    async open(ctx, wish) {
      // A task that starts after midnight still uses the day of the request.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const listed = await query(then, wish.input);
      const from = (after: ExportKey | null) => listed.where(inExport(table, wish, after));
      return {
        count: (most, after) => countUpTo(ctx.db, from(after), most),
        async batch(after, limit) {
          const records = (await from(after)
            .orderBy(sql.ref(`${table}.id`), 'desc')
            .limit(limit)
            .execute()) as O[];
          const names: Record<string, ReadonlyMap<number, string>> = {};
          for (const [field, read] of readers) {
            names[field] = await read(ctx, [
              ...new Set(records.flatMap((record) => (record as Readonly<Record<string, never>>)[field] ?? [])),
            ]);
          }
          for (const [field, read] of texts) {
            if (read && wish.columns.has(field)) {
              names[field] = await read(
                ctx,
                records.map(({ id }) => id),
              );
            }
          }
          return { rows: records.map((record) => ({ record, ctx, names })), last: batchOf(records, limit).last };
        },
      };
    },
  });
}
