import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { type FilterEntry, type FilterKind, filtersOf, type Resource } from '../../../contract/resource';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { idIn } from '../database/id-in';
import { beginning, containing } from '../database/like';
import type { Database } from '../database/schema';
import type { Page } from './paged';

/** SQL of a declared record (contract/resource.ts). The record's store maps each field to its column once. */

/** Columns by answer field: `{ billNo: 'bill.bill_no' }`. */
export type Columns = Readonly<Record<string, string>>;
type Selection<C extends Columns> = { [K in keyof C & string]: `${C[K]} as ${K}` }[keyof C & string];

/** Builds the SELECT list: `bill.bill_no as billNo`. */
export const selection = <const C extends Columns>(columns: C) =>
  Object.entries(columns).map(([field, column]) => `${column} as ${field}`) as readonly Selection<C>[];

/** A range of days as moments; the end is exclusive. */
interface Moments {
  readonly from: Date;
  readonly to: Date;
}
type EntryOf<R extends Resource> = FilterEntry<R['fields']>;
type DayKey<R extends Resource> = Extract<EntryOf<R>, { kind: 'days' }>['key'];
/** The parsed filters of a list, days as moments. null or absent: no condition; an empty list matches nothing. */
export type ListFilter<R extends Resource> = {
  readonly [K in Exclude<keyof ResourceFilter<R>, `${DayKey<R>}${'From' | 'To'}`>]?:
    | Readonly<NonNullable<ResourceFilter<R>[K]>>
    | null
    | undefined;
} & { readonly [K in DayKey<R>]?: Moments | null | undefined };

type FilteredField<R extends Resource> = EntryOf<R>['field'];
type KeyOf<R extends Resource, K> = Extract<EntryOf<R>, { readonly field: K }>['key'] & keyof ListFilter<R>;
/** A condition that replaces the default. Bounds call it for each end that is given. */
type Condition<R extends Resource, K> =
  Extract<EntryOf<R>, { readonly field: K }> extends { readonly kind: 'amounts' | 'counts' }
    ? (value: number, end: 'least' | 'most') => RawBuilder<SqlBool>
    : (value: NonNullable<ListFilter<R>[KeyOf<R, K>]>) => RawBuilder<SqlBool>;
/** Required for filters whose column the store does not name. */
type Own<R extends Resource, C extends Columns> = {
  readonly [K in Extract<FilteredField<R>, keyof C>]?: Condition<R, K>;
} & { readonly [K in Exclude<FilteredField<R>, keyof C>]: Condition<R, K> };

/** One array parameter for any number of values, so that the statement stays the same. */
const textIn = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`;

/**
 * Builds the conditions of a list from its filters. It takes two calls, so that the first one fixes the types of the second.
 * - text: the column begins with the value; a `text` field contains it anywhere (DOMAIN §0.2)
 * - one: equal · many, options: any of the values, as one array parameter
 * - days: from the first moment to before the last · amounts, counts: both ends included · flag: the column, or not the column
 *
 * The second call takes `own`: conditions by field that replace the default; required when `columns` lacks the field.
 */
export function conditions<R extends Resource, const C extends Columns>(resource: R, columns: C) {
  return (filter: ListFilter<R>, own: Own<R, C>): RawBuilder<SqlBool>[] =>
    filtersOf(resource).flatMap((entry) => {
      const isName = resource.fields[entry.field]?.kind === 'text';
      return condition({ ...entry, isName }, columns[entry.field] ?? entry.field, filter, own);
    });
}

function condition(
  entry: { readonly kind: FilterKind; readonly key: string; readonly field: string; readonly isName: boolean },
  name: string,
  filter: object,
  own: object,
): RawBuilder<SqlBool>[] {
  const { kind, key, field, isName } = entry;
  const column = sql.ref(name);
  const given = (asked: string, made: (value: never) => RawBuilder<SqlBool>) => {
    const value = (filter as Readonly<Record<string, unknown>>)[asked];
    return value === undefined || value === null ? [] : [made(value as never)];
  };
  const replaced = (own as Readonly<Record<string, (value: never, end?: 'least' | 'most') => RawBuilder<SqlBool>>>)[
    field
  ];
  if (replaced && (kind === 'amounts' || kind === 'counts'))
    return [
      ...given(`${key}Min`, (least) => replaced(least, 'least')),
      ...given(`${key}Max`, (most) => replaced(most, 'most')),
    ];
  if (replaced) return given(key, replaced);
  switch (kind) {
    case 'text':
      return given(key, (text: string) =>
        isName ? sql<SqlBool>`${column} ilike ${containing(text)}` : sql<SqlBool>`${column} like ${beginning(text)}`,
      );
    case 'one':
      return given(key, (value: string) => sql<SqlBool>`${column} = ${value}`);
    case 'many':
    case 'region':
      return given(key, (values: readonly string[]) => textIn(name, values));
    case 'options':
      return given(key, (ids: readonly number[]) => idIn(name, ids));
    case 'flag':
      // The same form as in partial indexes.
      return given(key, (value: boolean) => (value ? sql<SqlBool>`${column}` : sql<SqlBool>`not ${column}`));
    case 'days':
      return given(key, ({ from, to }: Moments) => sql<SqlBool>`(${column} >= ${from} and ${column} < ${to})`);
    case 'amounts':
    case 'counts':
      return [
        ...given(`${key}Min`, (least: number) => sql<SqlBool>`${column} >= ${least}`),
        ...given(`${key}Max`, (most: number) => sql<SqlBool>`${column} <= ${most}`),
      ];
    default:
      return kind satisfies never;
  }
}

/** Fields of a list's input that are not filters. */
const NO_FILTER: ReadonlySet<string> = new Set(['page', 'limit', 'sortField', 'sortOrder']);

/** Finds the filters that have a value. @param filter may contain the page and the order of the list @returns their keys */
export const askedFilters = (filter: object): readonly string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    value === undefined || value === null || NO_FILTER.has(key) ? [] : [key],
  );

/** Adds conditions to a query. */
export const withConditions = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  found: readonly RawBuilder<SqlBool>[],
) => found.reduce((narrowed, condition) => narrowed.where(condition), query);

/**
 * Adds an order by these fields, all in one direction; a repeated field counts once. End with `id`: otherwise rows with equal values
 * could appear on two pages.
 *
 * @param nullable those of the fields that may be null: rows without a value come last, which prevents the use of a column's index
 */
export const inOrder = <DB, TB extends keyof DB, O, const C extends Columns>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: C,
  fields: readonly (keyof C & string)[],
  order: 'asc' | 'desc',
  nullable: readonly (keyof C & string)[] = [],
) =>
  [...new Set(fields)].reduce(
    (sorted, field) =>
      sorted.orderBy(sql.ref(columns[field] ?? field), (by) =>
        nullable.includes(field) ? by[order]().nullsLast() : by[order](),
      ),
    query,
  );

/** Counts the rows of a query, up to `most`. */
export async function countUpTo<Whole, DB, TB extends keyof DB, O>(
  db: Kysely<Whole>,
  query: SelectQueryBuilder<DB, TB, O>,
  most: number,
): Promise<number> {
  const counted = query.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(most);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${counted} as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Reads a page of a query, and counts the query's rows up to one beyond `LIST_LIMITS.countCap`. */
export async function readPage<DB, TB extends keyof DB, O>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, O>,
  { offset, limit }: Page,
): Promise<{ list: O[]; total: number }> {
  const list = (await query.offset(offset).limit(limit).execute()) as O[];
  return { list, total: await countUpTo(db, query, LIST_LIMITS.countCap + 1) };
}

/** Sorts rows in the order of the given ids; ids without a row are omitted. */
export function byIds<R extends { readonly id: number }>(ids: readonly number[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
