import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { type FilterEntry, type FilterKind, filtersOf, type Resource } from '../../../contract/resource';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { idIn } from '../database/id-in';
import { beginning, containing } from '../database/like';
import type { Database } from '../database/schema';
import type { Page } from './paged';

/** Builds the SQL of a resource's list (contract/resource.ts). The store of a record maps its fields to columns once. */

/** Columns by answer field: `{ billNo: 'bill.bill_no' }`. */
export type Columns = Readonly<Record<string, string>>;
type Selection<C extends Columns> = { [K in keyof C & string]: `${C[K]} as ${K}` }[keyof C & string];

/** Builds the SELECT list: `bill.bill_no as billNo`. */
export const selection = <const C extends Columns>(columns: C) =>
  Object.entries(columns).map(([field, column]) => `${column} as ${field}`) as readonly Selection<C>[];

/** A range of days as two moments. `to` is exclusive. */
interface Moments {
  readonly from: Date;
  readonly to: Date;
}
type EntryOf<R extends Resource> = FilterEntry<R['fields']>;
type DayKey<R extends Resource> = Extract<EntryOf<R>, { kind: 'days' }>['key'];
/** The parsed filters of a list, with days as moments. `null` or absent adds no condition. An empty array matches no row. */
export type ListFilter<R extends Resource> = {
  readonly [K in Exclude<keyof ResourceFilter<R>, `${DayKey<R>}${'From' | 'To'}`>]?:
    | Readonly<NonNullable<ResourceFilter<R>[K]>>
    | null
    | undefined;
} & { readonly [K in DayKey<R>]?: Moments | null | undefined };

type FilteredField<R extends Resource> = EntryOf<R>['field'];
type KeyOf<R extends Resource, K> = Extract<EntryOf<R>, { readonly field: K }>['key'] & keyof ListFilter<R>;
/** A condition that replaces the default condition of a filter. For amounts and counts, it is built for each bound that has a value. */
type Condition<R extends Resource, K> =
  Extract<EntryOf<R>, { readonly field: K }> extends { readonly kind: 'amounts' | 'counts' }
    ? (value: number, end: 'least' | 'most') => RawBuilder<SqlBool>
    : (value: NonNullable<ListFilter<R>[KeyOf<R, K>]>) => RawBuilder<SqlBool>;
/** Conditions by field that replace the defaults. A field without a column in `columns` requires a condition. */
type Own<R extends Resource, C extends Columns> = {
  readonly [K in Extract<FilteredField<R>, keyof C>]?: Condition<R, K>;
} & { readonly [K in Exclude<FilteredField<R>, keyof C>]: Condition<R, K> };

/** Binds all values as one array parameter. The SQL text is then the same for any number of values. */
const textIn = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`;

/**
 * Creates a function that builds the conditions of a list from its filters:
 * - text: the column begins with the value. For a field of kind `text`, the column contains the value at any position (DOMAIN §0.2).
 * - one: the column equals the value.
 * - many, region, options: the column equals any of the values, which are one array parameter.
 * - days: the column is in the range `from` (inclusive) to `to` (exclusive).
 * - amounts, counts: the column is in the range, both ends inclusive.
 * - flag: the column is true or false.
 *
 * The created function accepts `own`: conditions by field that replace the default. A field without a column requires such a condition.
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
      // PostgreSQL uses a partial index only when the condition has the same form as in the index.
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

/** Keys of a list's input that are not filters. */
const NO_FILTER: ReadonlySet<string> = new Set(['page', 'limit', 'sortField', 'sortOrder']);

/** Lists the keys of the filters that have a value. @param filter may also contain the list's page and sort order */
export const askedFilters = (filter: object): readonly string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    value === undefined || value === null || NO_FILTER.has(key) ? [] : [key],
  );

/** Adds each condition to a query with AND. */
export const withConditions = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  found: readonly RawBuilder<SqlBool>[],
) => found.reduce((narrowed, condition) => narrowed.where(condition), query);

/**
 * Orders a query by these fields, all in one direction. Repeated fields are used once. The last field must be `id`, because rows with
 * equal values could otherwise appear on two pages.
 *
 * @param nullable the fields that may be null. Their null rows are last. A descending order then cannot use an ordinary index.
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

/** Counts the rows of a query but stops at `most`, which limits the cost of large tables. */
export async function countUpTo<Whole, DB, TB extends keyof DB, O>(
  db: Kysely<Whole>,
  query: SelectQueryBuilder<DB, TB, O>,
  most: number,
): Promise<number> {
  const counted = query.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(most);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${counted} as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Reads one page of a query and counts its rows, at most `LIST_LIMITS.countCap` + 1. */
export async function readPage<DB, TB extends keyof DB, O>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, O>,
  { offset, limit }: Page,
): Promise<{ list: O[]; total: number }> {
  const list = (await query.offset(offset).limit(limit).execute()) as O[];
  return { list, total: await countUpTo(db, query, LIST_LIMITS.countCap + 1) };
}

/** Sorts rows in the order of the given ids and omits ids without a row. */
export function byIds<R extends { readonly id: number }>(ids: readonly number[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
