import { z } from 'zod';
import { bp, fen, id, queryBool, queryIds, queryList, queryText, sumFen, time } from './endpoint';
import { LARGEST_FEN } from './ledger';
import {
  type Field,
  type Fields,
  type FilterEntry,
  filtersOf,
  type NameKey,
  nameKey,
  type Resource,
  type SortKey,
  type Totals,
  type Valueless,
  type ValueOf,
} from './resource';

/** This file builds zod shapes from a declared record (contract/resource.ts). Spread a shape, and replace or add fields. */

const codes = () => queryList(z.string().regex(/^\d{6}$/));
const day = () => z.iso.date().optional();
const amount = () => z.coerce.number().int().min(0).max(LARGEST_FEN).optional();
const flag = () => queryBool().optional();
const ids = () => z.array(id());
const names = () => z.array(z.string());

type Enum<V extends string> = z.ZodEnum<{ [P in V]: P }>;
interface ByKind {
  readonly code: z.ZodString;
  readonly text: z.ZodString;
  readonly phone: z.ZodString;
  readonly moment: ReturnType<typeof time>;
  readonly day: z.ZodISODate;
  readonly ref: z.ZodInt;
  readonly refs: ReturnType<typeof ids>;
  readonly count: z.ZodInt;
  readonly money: ReturnType<typeof fen>;
  readonly sum: ReturnType<typeof sumFen>;
  readonly bp: ReturnType<typeof bp>;
  readonly flag: z.ZodBoolean;
}
type Plain<F extends Field> = F['kind'] extends keyof ByKind
  ? ByKind[F['kind']]
  : F extends { readonly open: true }
    ? z.ZodString
    : Enum<ValueOf<F>>;
type OrNull<F, Z extends z.ZodType> = F extends { readonly nullable: true } ? z.ZodNullable<Z> : Z;
type HasText<F extends Field> = F extends { readonly values: unknown; readonly bare?: never } ? true : false;

/** Types of a row's properties. They follow from the record's fields. */
export type FieldShape<F extends Fields> = {
  [K in keyof F & string as F[K]['kind'] extends Valueless ? never : K]: OrNull<F[K], Plain<F[K]>>;
} & {
  [K in keyof F & string as HasText<F[K]> extends true ? `${K}Text` : never]: z.ZodString;
} & { [K in keyof F & string as F[K]['kind'] extends 'ref' ? NameKey<K> : never]: OrNull<F[K], z.ZodString> } & {
  [K in keyof F & string as F[K]['kind'] extends 'refs' ? NameKey<K> : never]: ReturnType<typeof names>;
};

function plain({ kind, values = [], open }: Field): z.ZodType {
  switch (kind) {
    case 'moment':
      return time();
    case 'day':
      return z.iso.date();
    case 'choice':
    case 'state':
      return open ? z.string() : z.enum(values);
    case 'ref':
    case 'count':
      return z.int();
    case 'refs':
      return ids();
    case 'money':
      return fen();
    case 'sum':
      return sumFen();
    case 'bp':
      return bp();
    case 'flag':
      return z.boolean();
    default:
      return z.string();
  }
}

/**
 * Builds a row's properties: each field, `<field>Text` of a choice, `<field>Name` of a ref, `<field>Names` of refs. Kinds without a value
 * in the row (`search`, `drawn`) are omitted. A `bare` choice has no text.
 */
export function fieldShape<F extends Fields>({ fields }: Resource<string, F>): FieldShape<F> {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, field] of Object.entries<Field>(fields)) {
    const orNull = (schema: z.ZodType) => (field.nullable ? schema.nullable() : schema);
    if (field.kind === 'search' || field.kind === 'drawn') continue;
    shape[key] = orNull(plain(field));
    if (field.values && !field.bare) shape[`${key}Text`] = z.string();
    if (field.kind === 'ref') shape[nameKey(key)] = orNull(z.string());
    if (field.kind === 'refs') shape[nameKey(key)] = names();
  }
  return shape as FieldShape<F>;
}

interface FilterByKind<F extends Field> {
  readonly text: ReturnType<typeof queryText>;
  readonly one: z.ZodOptional<Enum<ValueOf<F>>>;
  readonly many: ReturnType<typeof queryList<Enum<ValueOf<F>>>>;
  readonly options: ReturnType<typeof queryIds>;
  readonly region: ReturnType<typeof codes>;
  readonly flag: ReturnType<typeof flag>;
  readonly days: ReturnType<typeof day>;
  readonly amounts: ReturnType<typeof amount>;
  readonly counts: ReturnType<typeof amount>;
}
/** Names of the request properties for one filter. */
type Names<E extends { kind: string; key: string }> = E['kind'] extends 'days'
  ? `${E['key']}From` | `${E['key']}To`
  : E['kind'] extends 'amounts' | 'counts'
    ? `${E['key']}Min` | `${E['key']}Max`
    : E['key'];
/** Types of a list's filter properties. They follow from the record's filters. */
export type FilterShape<F extends Fields> = {
  [E in FilterEntry<F> as Names<E>]: FilterByKind<F[E['field']]>[E['kind']];
};

/** Builds the filter properties of a list's input. */
export function filterShape<F extends Fields>(resource: Resource<string, F>): FilterShape<F> {
  const shape: Record<string, z.ZodType> = {};
  for (const { kind, key, field } of filtersOf(resource)) {
    const values = z.enum(resource.fields[field]?.values ?? []);
    switch (kind) {
      case 'text':
        shape[key] = queryText();
        break;
      case 'one':
        shape[key] = values.optional();
        break;
      case 'many':
        shape[key] = queryList(values);
        break;
      case 'options':
        shape[key] = queryIds();
        break;
      case 'region':
        shape[key] = codes();
        break;
      case 'flag':
        shape[key] = flag();
        break;
      case 'days':
        Object.assign(shape, { [`${key}From`]: day(), [`${key}To`]: day() });
        break;
      case 'amounts':
      case 'counts':
        Object.assign(shape, { [`${key}Min`]: amount(), [`${key}Max`]: amount() });
        break;
      default:
        kind satisfies never;
    }
  }
  return shape as FilterShape<F>;
}

/** Returns the fields by which a list can be sorted. The first field is the default. */
export const sortKeys = <F extends Fields>({ fields }: Resource<string, F>) =>
  Object.entries<Field>(fields).flatMap(([key, { sort }]) => (sort ? [key] : [])) as unknown as readonly [
    SortKey<F>,
    ...SortKey<F>[],
  ];

type TotalShape<T extends Totals> = { [K in keyof T]: T[K]['kind'] extends 'sum' ? ByKind['sum'] : z.ZodInt };
/** Builds the shape of the totals. A total covers all rows that match the filter. */
export const totalShape = <T extends Totals>({ totals }: Resource<string, Fields, T>) =>
  Object.fromEntries(
    Object.entries(totals).map(([key, { kind }]) => [key, kind === 'sum' ? sumFen() : z.int()]),
  ) as unknown as TotalShape<T>;

/** Type of a record's row, without `id` and without the fields that its list adds. */
export type ResourceRow<R extends Resource> = z.output<z.ZodObject<FieldShape<R['fields']>>>;
/** Type of a list's filters after parsing. */
export type ResourceFilter<R extends Resource> = z.output<z.ZodObject<FilterShape<R['fields']>>>;
