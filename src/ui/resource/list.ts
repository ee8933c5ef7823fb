import {
  type Field,
  type FilterEntry,
  fieldLabel,
  filtersOf,
  type Resource,
  totalLabel,
  type Valueless,
  valueLabel,
} from '@contract/resource';
import type {
  Column,
  Filter,
  FilterKey,
  FilterOf,
  ListAddress,
  RowOf,
  SummaryCard,
  SummaryOf,
} from '../ListPage/types';
import { cellOf, type Render } from './cells';

/** Builds the columns, filters and summary cards of a list from its declared record (contract/resource.ts). */

/** Fields that a row of the list must contain. A field with `column: false` may exist only in the drawer's record. */
type RowKey<R extends Resource> = {
  [K in keyof R['fields'] & string]: R['fields'][K] extends { kind: Valueless } | { column: false } ? never : K;
}[keyof R['fields'] & string];
/**
 * Checks that a record matches a list. The list's row must have the record's fields, the list's summary the record's totals, and the list's
 * input the record's filters.
 */
type Fits<A extends ListAddress, R extends Resource> =
  RowKey<R> extends keyof RowOf<A>
    ? keyof R['totals'] extends keyof SummaryOf<A>
      ? FilterEntry<R['fields']> extends infer E extends { kind: Filter['kind']; key: string }
        ? E extends { readonly kind: infer K extends Filter['kind']; readonly key: infer Y }
          ? Y extends FilterKey<A, K>
            ? unknown
            : never
          : never
        : never
      : never
    : never;

/** Options of a page in addition to the declaration. */
interface Own<A extends ListAddress, R extends Resource> {
  /** By field: a renderer of its cell, or properties of its column. `false` removes the column. */
  readonly columns?: {
    readonly [K in keyof R['fields']]?: Render<RowOf<A>> | Partial<Column<RowOf<A>>> | false;
  };
  /** By field: properties of its filter, such as options that the page loads or another placeholder. `false` removes the filter. */
  readonly filters?: { readonly [K in FilterEntry<R['fields']>['field']]?: Partial<Filter> | false };
}

function columnOf<Row extends object>(
  resource: Resource,
  key: string,
  field: Field,
  own: Render<Row> | Partial<Column<Row>> | undefined,
): Column<Row> {
  const { kind, sort, opens, hidden, width, help, card } = field;
  const isMoney = kind === 'money' || kind === 'sum';
  const unit = field.unit ?? (isMoney ? 'list.yuan' : undefined);
  return {
    key,
    title: fieldLabel(resource, key),
    render: (row, t) => cellOf(resource, key, row, t),
    ...((isMoney || kind === 'count' || kind === 'bp') && { align: 'end' }),
    ...(unit && { unit }),
    ...(help && { help }),
    ...(sort && { sort }),
    ...(opens && { opens }),
    ...(hidden && { hidden }),
    ...(width && { width }),
    ...((card ?? kind === 'state') && { card: card ?? 'state' }),
    ...(typeof own === 'function' ? { render: own } : own),
  };
}

/** Builds the columns of a list in declared order. */
function columnsOf<Row extends object>(
  resource: Resource,
  own: Readonly<Record<string, Render<Row> | Partial<Column<Row>> | false | undefined>>,
): readonly Column<Row>[] {
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    const replaced = own[key];
    if (replaced === false || field.kind === 'search' || (field.column === false && !replaced)) return [];
    return [columnOf(resource, key, field, replaced)];
  });
}

/** Builds the filters of a list in declared order. */
function controlsOf(
  resource: Resource,
  own: Readonly<Record<string, Partial<Filter> | false | undefined>>,
): readonly Filter[] {
  return filtersOf(resource).flatMap(({ kind, key, field, label, placeholder, source }) => {
    const replaced = own[field];
    if (replaced === false) return [];
    const { values = [], source: ownSource } = resource.fields[field] ?? {};
    const options = values.map((value) => ({ value, label: valueLabel(resource, field, value) ?? value }));
    return [
      {
        kind,
        key,
        label: label ?? fieldLabel(resource, field),
        ...(placeholder && { placeholder }),
        ...(kind === 'options' && { source: source ?? ownSource }),
        ...((kind === 'one' || kind === 'many') && { options }),
        ...replaced,
      } as Filter,
    ];
  });
}

/** Returns a function that builds the summary cards: the totals of all records that match the filter. */
const cardsOf = (resource: Resource) => (summary: object) =>
  Object.entries(resource.totals).map(
    ([key, { kind, help, filter }]): SummaryCard => ({
      key,
      label: totalLabel(resource, key),
      value: (summary as Readonly<Record<string, number | null>>)[key] ?? null,
      ...(kind === 'sum' && { kind: 'fen', unit: 'list.yuan' }),
      ...(help && { help }),
      ...(filter && { filter }),
    }),
  );

/**
 * Builds the props of `ListPage` from a declared record: `<ListPage<'…'> {...LIST} … />`. Call it once outside the component, because new
 * objects at each rendering would make the list compute its columns again. Props after the spread replace the props of `LIST`.
 *
 * @param address API path of a list that matches the record ({@link Fits}); the call does not compile with other paths
 */
export function listOf<A extends ListAddress, R extends Resource>(
  address: A,
  resource: R & Fits<A, R>,
  { columns = {}, filters = {} }: Own<A, R> = {},
) {
  return {
    address,
    columns: columnsOf<RowOf<A> & object>(resource, columns),
    filters: controlsOf(resource, filters) as readonly FilterOf<A>[],
    ...(Object.keys(resource.totals).length > 0 && {
      summary: cardsOf(resource),
      cards: Object.keys(resource.totals).length,
    }),
  };
}
