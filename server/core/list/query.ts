import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { type FilterEntry, type FilterKind, filtersOf, type Resource } from '../../../contract/resource';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { idIn } from '../database/id-in';
import { beginning, containing } from '../database/like';
import type { Database } from '../database/schema';
import type { Page } from './paged';

/** SQL of a declared record (contract/resource.ts). Its store says once which column each field is. */

/** Columns by the fields that they are answered as: `{ billNo: 'bill.bill_no' }`. */
export type Columns = Readonly<Record<string, string>>;
type Selection<C extends Columns> = { [K in keyof C & string]: `${C[K]} as ${K}` }[keyof C & string];

/** The SELECT list: `bill.bill_no as billNo`. */
export const selection = <const C extends Columns>(columns: C) =>
  Object.entries(columns).map(([field, column]) => `${column} as ${field}`) as readonly Selection<C>[];

/** Moments of a range of days, the end exclusive. */
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
/** A condition in place of the default. */
type Condition<R extends Resource, K> = (value: NonNullable<ListFilter<R>[KeyOf<R, K>]>) => RawBuilder<SqlBool>;
/** Needed for filters of which the store names no column. */
type Own<R extends Resource, C extends Columns> = {
  readonly [K in Extract<FilteredField<R>, keyof C>]?: Condition<R, K>;
} & { readonly [K in Exclude<FilteredField<R>, keyof C>]: Condition<R, K> };

/** One parameter, however many values: the statement stays the same one. */
const textIn = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`;

/**
 * The conditions of a list by its filters; in two calls, so that the first fixes the types of the second.
 * - text: the column begins with it, of a `text` field it has it anywhere (DOMAIN §0.2) · one: equal · many, options: one of them, as one array parameter
 * - days: from the first moment to before the last · amounts, counts: both ends included · flag: the column, or not the column
 *
 * The second call takes `own`: conditions by field, in place of the default; required where `columns` has no such field.
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
  const replaced = (own as Readonly<Record<string, (value: never) => RawBuilder<SqlBool>>>)[field];
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
      // As partial indexes have it.
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

/** Adds conditions to a query. */
export const withConditions = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  found: readonly RawBuilder<SqlBool>[],
) => found.reduce((narrowed, condition) => narrowed.where(condition), query);

/**
 * Adds an order by these fields, all in one direction; a field that is named twice counts once. End with `id`: rows that are alike
 * otherwise would stand on two pages.
 *
 * @param nullable fields of these that may be empty: rows without a value come last, which no index of the column serves
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

/** How many rows a query has, counted no further than `most`. */
export async function countUpTo<Whole, DB, TB extends keyof DB, O>(
  db: Kysely<Whole>,
  query: SelectQueryBuilder<DB, TB, O>,
  most: number,
): Promise<number> {
  const counted = query.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(most);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${counted} as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The rows of a page of a query, and how many rows the query has: counted one beyond `LIST_LIMITS.countCap`. */
export async function readPage<DB, TB extends keyof DB, O>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, O>,
  { offset, limit }: Page,
): Promise<{ list: O[]; total: number }> {
  const list = (await query.offset(offset).limit(limit).execute()) as O[];
  return { list, total: await countUpTo(db, query, LIST_LIMITS.countCap + 1) };
}

/** Rows in the order of their ids; ids without a row are left out. */
export function byIds<R extends { readonly id: number }>(ids: readonly number[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
