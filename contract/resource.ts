import type { commonEndpoints } from './common';
import type { DataOf } from './endpoint';
import type { FieldRule } from './field-rules';
import type { Tone } from './lifecycle';
import type { MessageKey } from './locales/keys';
import type { Text } from './text';

/**
 * Declares the record of a list once: its fields in the order of the columns, each with its kind and its uses.
 * Derived from it: row and input schemas (contract/resource.schema.ts), SELECT list and WHERE (server/core/list), answers, export columns,
 * the filter as text, and the table, filter controls, address and drawer facts (src/ui/resource). Each of these accepts a function per
 * field that replaces its default. Free of libraries: the browser imports it at run time.
 *
 * The label of field `billNo` of the resource `bill` is the text `bill.billNo`, that of a value `bill.status_closed`, that of a sum
 * `bill.sum_inFen`. A missing text does not compile.
 */

export type FieldKind =
  /** A number that people copy: monospace. */
  | 'code'
  | 'text'
  /** ISO 8601 with offset. */
  | 'moment'
  /** `yyyy-MM-dd` */
  | 'day'
  /** One of a few values. The row also has `<field>Text`. */
  | 'choice'
  /** A choice whose values have tones. */
  | 'state'
  /** Id of an entry of an option list. The row also has its name: `teamId` → `teamName`. */
  | 'ref'
  /** Ids of several entries. The row also has their names: `identityIds` → `identityNames`. */
  | 'refs'
  /** Amount of one record, in fen. */
  | 'money'
  /** Sum or balance in fen; null for a user without the field rule "amount". */
  | 'sum'
  | 'count'
  /** Rate in basis points. */
  | 'bp'
  | 'flag'
  /** Masked by the server. */
  | 'phone'
  /** A filter without a field in the row. */
  | 'search'
  /** A column without a field in the row. The page renders it from other fields; an export needs its own function. */
  | 'drawn';

/** Kinds without a value in the row. */
export type Valueless = 'search' | 'drawn';

/** `days`: `<key>From` and `<key>To`. `amounts` (fen) and `counts`: `<key>Min` and `<key>Max`. `region`: codes of six digits. */
export type FilterKind = 'text' | 'one' | 'many' | 'options' | 'region' | 'days' | 'amounts' | 'counts' | 'flag';
/** Names of option lists in `common.Option/getOptions`. */
export type OptionSource = keyof DataOf<(typeof commonEndpoints)['common.Option/getOptions']>;

export interface FilterSpec {
  readonly kind: FilterKind;
  /** Name in the page's address and in the request. Default: the name of the field. */
  readonly key?: string;
  /** Default: the label of the field. */
  readonly label?: MessageKey;
  readonly placeholder?: MessageKey;
  /** Option list, if the field is no `ref`. */
  readonly source?: OptionSource;
}

/** Texts of values, shared with other parts of the product. */
export type Words<V extends string = string> = Readonly<Record<V, Text | { readonly text: Text }>>;

/** Settings of every kind of field. */
export interface FieldSpec {
  readonly label?: MessageKey;
  readonly help?: MessageKey;
  /** Shown in the column header, also in exports. */
  readonly unit?: MessageKey;
  readonly nullable?: true;
  readonly filter?: FilterKind | FilterSpec;
  readonly sort?: true;
  /** The record's name or number. Its cell opens the drawer. */
  readonly opens?: true;
  /** The column is hidden until the user selects it. */
  readonly hidden?: true;
  /** Width of the column in pixels. */
  readonly width?: number;
  /** Shown on the card that replaces a row on narrow screens. Default: the first two columns besides title and state. */
  readonly card?: 'fact';
  /** false: not a column of the table. */
  readonly column?: false;
  /** false: not a line of the drawer. */
  readonly fact?: false;
  /** false: never exported. extra: not selected for export by default. */
  readonly export?: false | 'extra';
}

export interface ChoiceSpec<V extends string = string> extends FieldSpec {
  readonly texts?: Words<V>;
  /** The row may contain values outside the list; the type is then a string. */
  readonly open?: true;
  /** The row has no `<field>Text`; the page formats the value. */
  readonly bare?: true;
}
export interface MoneySpec extends FieldSpec {
  /** Shown as negative if these fields of the row have these values: `{ direction: 'out' }`. */
  readonly minusWhen?: Readonly<Record<string, string>>;
}
export interface PhoneSpec extends FieldSpec {
  /** The field rule to see the whole value in an export. Default: "phone". */
  readonly masked?: FieldRule;
}

/** A field of any kind. */
export interface Field extends Omit<ChoiceSpec, 'texts'>, MoneySpec, PhoneSpec {
  readonly kind: FieldKind;
  readonly values?: readonly string[];
  readonly texts?: Words | undefined;
  readonly tones?: Readonly<Record<string, Tone>>;
  readonly source?: OptionSource;
}
export type Fields = Readonly<Record<string, Field>>;

/** Rejects unknown property names, which type inference would otherwise accept. */
type Only<S, Known> = { readonly [K in Exclude<keyof S, keyof Known>]: never };
type Nothing = Record<never, never>;

function ofKind<const K extends FieldKind, Known extends FieldSpec = FieldSpec>(kind: K) {
  return <const S extends Known = Nothing & Known>(spec?: S & Only<S, Known>) =>
    ({ kind, ...spec }) as { readonly kind: K } & S;
}

/* ---- one function per kind ---- */

export const code = ofKind('code');
export const text = ofKind('text');
export const moment = ofKind('moment');
export const day = ofKind('day');
export const count = ofKind('count');
export const bp = ofKind('bp');
export const flag = ofKind('flag');
export const drawn = ofKind('drawn');
export const money = ofKind<'money', MoneySpec>('money');
export const sum = ofKind<'sum', MoneySpec>('sum');
export const phone = ofKind<'phone', PhoneSpec>('phone');

/** A filter without a field in the row. */
export const filterOnly = <const F extends FilterKind | FilterSpec>(filter: F) => ({ kind: 'search' as const, filter });

/** A text filter without a field in the row. @param placeholder describes what the filter matches */
export const search = <const P extends MessageKey>(placeholder: P) => filterOnly({ kind: 'text', placeholder });

/** One of a few values. `texts` is needed if the text catalogue does not have a text for each value. */
export const choice = <const V extends string, const S extends ChoiceSpec<V> = Nothing & ChoiceSpec<V>>(
  values: readonly V[],
  spec?: S & Only<S, ChoiceSpec>,
) => ({ kind: 'choice', values, ...spec }) as { readonly kind: 'choice'; readonly values: readonly V[] } & S;

/** A choice whose values have tones. @param states tones, or tones and texts: `lifecycle(…).states` */
export function state<
  const V extends string,
  const T extends Tone | { readonly tone: Tone; readonly text: Text },
  const S extends ChoiceSpec<V> = Nothing & ChoiceSpec<V>,
>(states: Readonly<Record<V, T>>, spec?: S & Only<S, ChoiceSpec>) {
  const entries = Object.entries<T>(states);
  const isWorded = entries.some(([, entry]) => typeof entry !== 'string');
  return {
    kind: 'state',
    values: Object.keys(states),
    tones: Object.fromEntries(entries.map(([value, entry]) => [value, typeof entry === 'string' ? entry : entry.tone])),
    ...(isWorded && { texts: states }),
    ...spec,
  } as unknown as {
    readonly kind: 'state';
    readonly values: readonly V[];
    readonly tones: Readonly<Record<V, Tone>>;
  } & (T extends Tone ? unknown : { readonly texts: Words<V> }) &
    S;
}

function ofOptions<const K extends 'ref' | 'refs'>(kind: K) {
  return <const O extends OptionSource, const S extends FieldSpec = Nothing & FieldSpec>(
    source: O,
    spec?: S & Only<S, FieldSpec>,
  ) => ({ kind, source, ...spec }) as { readonly kind: K; readonly source: O } & S;
}
/** Id of an entry of an option list. */
export const ref = ofOptions('ref');
/** Ids of several entries. */
export const refs = ofOptions('refs');

/* ---- the resource ---- */

/** A total over the whole filter, shown as a card above the list (DOMAIN §0.2 "Summary"). */
export interface Total {
  readonly kind: 'sum' | 'count';
  /** Default: the text `<area>.sum_<name>`. */
  readonly label?: MessageKey;
  readonly help?: MessageKey;
  /** A click on the card sets these filters. */
  readonly filter?: Readonly<Record<string, string | boolean | readonly string[]>>;
}
export type Totals = Readonly<Record<string, Total>>;

export interface Resource<N extends string = string, F extends Fields = Fields, T extends Totals = Totals> {
  readonly name: N;
  readonly fields: F;
  readonly totals: T;
  /** Names of the fields with a filter, in the order of the filter controls. */
  readonly filters: readonly string[];
}

type HasLabel<N extends string, K extends string, F> = F extends { readonly label: MessageKey }
  ? unknown
  : `${N}.${K}` extends MessageKey
    ? unknown
    : { readonly label: MessageKey };
type HasWords<N extends string, K extends string, F> = F extends {
  readonly values: readonly (infer V extends string)[];
}
  ? F extends { readonly texts: Words }
    ? unknown
    : `${N}.${K}_${V}` extends MessageKey
      ? unknown
      : { readonly texts: Words<V> }
  : unknown;
type Labelled<N extends string, F> = {
  readonly [K in keyof F & string]: HasLabel<N, K, F[K]> & HasWords<N, K, F[K]>;
};
type LabelledTotals<N extends string, T> = {
  readonly [K in keyof T & string]: T[K] extends { readonly label: MessageKey }
    ? unknown
    : `${N}.sum_${K}` extends MessageKey
      ? unknown
      : never;
};

/**
 * Declares a record.
 * @param name area of its texts
 * @param more.totals totals over the whole filter, in the order of their cards
 * @param more.filters fields whose filters come first, in this order; other filters follow in declared order
 */
export function resource<const N extends string, const F extends Fields, const T extends Totals = Nothing>(
  name: N,
  fields: F & Labelled<N, F>,
  more: { readonly totals?: T & LabelledTotals<N, T>; readonly filters?: readonly (keyof F & string)[] } = {},
): Resource<N, F, T> {
  const first: readonly string[] = more.filters ?? [];
  const rest = Object.keys(fields).filter((key) => fields[key]?.filter !== undefined && !first.includes(key));
  return { name, fields, totals: more.totals ?? ({} as T), filters: [...first, ...rest] };
}

/* ---- helpers for server and browser ---- */

/** Returns the label of a field. */
export const fieldLabel = ({ name, fields }: Resource, key: string): MessageKey =>
  fields[key]?.label ?? (`${name}.${key}` as MessageKey);

/** Returns the label of a total. */
export const totalLabel = ({ name, totals }: Resource, key: string): MessageKey =>
  totals[key]?.label ?? (`${name}.sum_${key}` as MessageKey);

/** Returns the text of a choice's value; null if the choice has no such value. */
export function valueLabel({ name, fields }: Resource, key: string, value: string): MessageKey | Text | null {
  const { values = [], texts } = fields[key] ?? {};
  if (!values.includes(value)) return null;
  const entry = texts?.[value];
  if (entry === undefined) return `${name}.${key}_${value}` as MessageKey;
  return 'text' in entry ? entry.text : entry;
}

/** Returns the filter of a field with its defaults; null if it has none. */
function filterOf({ fields }: Resource, field: string): (FilterSpec & { readonly key: string }) | null {
  const filter = fields[field]?.filter;
  if (filter === undefined) return null;
  return typeof filter === 'string' ? { kind: filter, key: field } : { ...filter, key: filter.key ?? field };
}

/** Returns the filters of a record with their field names, in the order of their controls. */
export const filtersOf = (resource: Resource) =>
  resource.filters.flatMap((field) => {
    const filter = filterOf(resource, field);
    return filter === null ? [] : [{ ...filter, field }];
  });

/** The row's property with the name of a `ref`: `teamId` → `teamName`, `teamIds` → `teamNames`. */
export type NameKey<K extends string> = K extends `${infer Stem}Ids`
  ? `${Stem}Names`
  : K extends `${infer Stem}Id`
    ? `${Stem}Name`
    : `${K}Name`;
export const nameKey = <K extends string>(key: K) =>
  (key.endsWith('Ids') ? `${key.slice(0, -3)}Names` : `${key.replace(/Id$/, '')}Name`) as NameKey<K>;

/** The filters of a record as a union of types. */
export type FilterEntry<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly filter: infer X }
    ? X extends FilterKind
      ? { readonly field: K; readonly kind: X; readonly key: K }
      : X extends FilterSpec
        ? {
            readonly field: K;
            readonly kind: X['kind'];
            readonly key: X extends { key: infer Y extends string } ? Y : K;
          }
        : never
    : never;
}[keyof F & string];
/** Fields that a list can be sorted by. */
export type SortKey<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly sort: true } ? K : never;
}[keyof F & string];
/** The values of a choice. */
export type ValueOf<F extends Field> = F extends { readonly values: readonly (infer V extends string)[] } ? V : never;
