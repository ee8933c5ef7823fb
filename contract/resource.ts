import type { commonEndpoints } from './common';
import type { DataOf } from './endpoint';
import type { FieldRule } from './field-rules';
import type { Tone } from './lifecycle';
import type { MessageKey } from './locales/keys';
import type { Text } from './text';

/**
 * This file contains the functions that declare the record of a list once: its fields in the order of the columns. Each field has a kind
 * and settings. The following is derived from the declaration:
 * - row and input schemas (contract/resource.schema.ts)
 * - SELECT list and WHERE (server/core/list), responses, export columns, and the filter as text
 * - table, filter controls, query string and drawer facts (src/ui/resource)
 *
 * For each of these items, a field can have its own function, which replaces the default. This file imports no library, because the browser
 * loads it.
 *
 * Field `billNo` of the resource `bill` has the label `bill.billNo`. A value has the label `bill.status_closed`, and a total the label
 * `bill.sum_inFen`. A missing text does not compile.
 */

export type FieldKind =
  /** A number that people copy. Pages show it in a monospace font. */
  | 'code'
  | 'text'
  /** A time as ISO 8601 with offset. */
  | 'moment'
  /** A day as `yyyy-MM-dd`. */
  | 'day'
  /** One of a few values. Unless the field is `bare`, the row also has its text as `<field>Text`. */
  | 'choice'
  /** A choice whose values have colours (tones). */
  | 'state'
  /** Id of an entry in an option list. The row also has the entry's name: `teamId` → `teamName`. */
  | 'ref'
  /** Ids of several entries. The row also has the entries' names: `identityIds` → `identityNames`. */
  | 'refs'
  /** Amount of a single record, in fen. */
  | 'money'
  /** Sum or balance in fen. It is `null` for a user without the field rule "amount". */
  | 'sum'
  | 'count'
  /** A rate in basis points. */
  | 'bp'
  | 'flag'
  /** A phone, masked by the server. */
  | 'phone'
  /** A filter that has no field in the row. */
  | 'search'
  /** A column that has no field in the row. The page renders it from other fields. An export needs its own function. */
  | 'drawn';

/** Kinds of fields that have no value in the row. */
export type Valueless = 'search' | 'drawn';

/** `days`: `<key>From` and `<key>To`. `amounts` (fen) and `counts`: `<key>Min` and `<key>Max`. `region`: region codes of six digits. */
export type FilterKind = 'text' | 'one' | 'many' | 'options' | 'region' | 'days' | 'amounts' | 'counts' | 'flag';
/** Names of the option lists in `common.Option/getOptions`, as a type. */
export type OptionSource = keyof DataOf<(typeof commonEndpoints)['common.Option/getOptions']>;

export interface FilterSpec {
  readonly kind: FilterKind;
  /** Name of the filter in the page's query string and in the request. Default: the name of the field. */
  readonly key?: string;
  /** Label of the filter. Default: the label of the field. */
  readonly label?: MessageKey;
  readonly placeholder?: MessageKey;
  /** Option list of the filter. Fields of kind `ref` and `refs` already have an option list. */
  readonly source?: OptionSource;
}

/** Texts of a choice's values. Several fields can share them. */
export type Words<V extends string = string> = Readonly<Record<V, Text | { readonly text: Text }>>;

/** Settings that all kinds of fields have. */
export interface FieldSpec {
  readonly label?: MessageKey;
  readonly help?: MessageKey;
  /** Unit of the values. The column header shows it, also in exports. */
  readonly unit?: MessageKey;
  readonly nullable?: true;
  readonly filter?: FilterKind | FilterSpec;
  readonly sort?: true;
  /** `true` for the record's name or number. A click on its cell opens the drawer. */
  readonly opens?: true;
  /** `true` means that the column is hidden until the user selects it. */
  readonly hidden?: true;
  /** Width of the column in pixels. */
  readonly width?: number;
  /**
   * `fact` shows the field on the card that replaces a row on narrow screens. If no field has `fact`, the card shows the first two columns
   * after title and state.
   */
  readonly card?: 'fact';
  /** `false` means that the table has no column for the field. */
  readonly column?: false;
  /** `false` means that the drawer has no line for the field. */
  readonly fact?: false;
  /** `false` means that the field is never exported. `extra` means that it is not selected for export by default. */
  readonly export?: false | 'extra';
}

export interface ChoiceSpec<V extends string = string> extends FieldSpec {
  readonly texts?: Words<V>;
  /** `true` means that the row may contain values outside the list. The type is then a string. */
  readonly open?: true;
  /** `true` means that the row has no `<field>Text`, because the page formats the value. */
  readonly bare?: true;
}
export interface MoneySpec extends FieldSpec {
  /** The amount is shown as negative if the row's fields have these values, for example `{ direction: 'out' }`. */
  readonly minusWhen?: Readonly<Record<string, string>>;
}
export interface PhoneSpec extends FieldSpec {
  /** The field rule that users need to export unmasked values. Default: "phone". */
  readonly masked?: FieldRule;
}

/** A field of any kind. It has the optional settings of every kind. */
export interface Field extends Omit<ChoiceSpec, 'texts'>, MoneySpec, PhoneSpec {
  readonly kind: FieldKind;
  readonly values?: readonly string[];
  readonly texts?: Words | undefined;
  readonly tones?: Readonly<Record<string, Tone>>;
  readonly source?: OptionSource;
}
export type Fields = Readonly<Record<string, Field>>;

/** Rejects unknown property names in a specification. Type inference alone would accept them. */
type Only<S, Known> = { readonly [K in Exclude<keyof S, keyof Known>]: never };
type Nothing = Record<never, never>;

function ofKind<const K extends FieldKind, Known extends FieldSpec = FieldSpec>(kind: K) {
  return <const S extends Known = Nothing & Known>(spec?: S & Only<S, Known>) =>
    ({ kind, ...spec }) as { readonly kind: K } & S;
}

/* ---- functions that declare a field, one for each kind ---- */

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

/** Declares a filter that has no field in the row. */
export const filterOnly = <const F extends FilterKind | FilterSpec>(filter: F) => ({ kind: 'search' as const, filter });

/** Declares a text filter that has no field in the row. @param placeholder describes what the filter searches */
export const search = <const P extends MessageKey>(placeholder: P) => filterOnly({ kind: 'text', placeholder });

/** Declares a choice of a few values. It needs `texts` if the text catalogue does not contain a text for each value. */
export const choice = <const V extends string, const S extends ChoiceSpec<V> = Nothing & ChoiceSpec<V>>(
  values: readonly V[],
  spec?: S & Only<S, ChoiceSpec>,
) => ({ kind: 'choice', values, ...spec }) as { readonly kind: 'choice'; readonly values: readonly V[] } & S;

/** Declares a choice whose values have colours. @param states tones, or tones and texts such as `lifecycle(…).states` */
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
/** Declares a field with the id of an entry in an option list. */
export const ref = ofOptions('ref');
/** Declares a field with the ids of several entries. */
export const refs = ofOptions('refs');

/* ---- declaration of a record ---- */

/** A total over all rows that match the filter. A card above the list shows it (DOMAIN §0.2 "Summary"). */
export interface Total {
  readonly kind: 'sum' | 'count';
  /** Label of the card. Default: the text `<record>.sum_<total>`. */
  readonly label?: MessageKey;
  readonly help?: MessageKey;
  /** Filters that a click on the card sets. */
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
 * Declares the record of a list.
 *
 * @param name name of the record, and of the area with its texts in the catalogue
 * @param more.totals totals over the whole filter, in the order of their cards
 * @param more.filters fields whose filters come first, in this order. The other filters follow in the order of declaration
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

/** Returns the label of a field: its `label`, or by default the text `<record>.<field>`. */
export const fieldLabel = ({ name, fields }: Resource, key: string): MessageKey =>
  fields[key]?.label ?? (`${name}.${key}` as MessageKey);

/** Returns the label of a total: its `label`, or by default the text `<record>.sum_<total>`. */
export const totalLabel = ({ name, totals }: Resource, key: string): MessageKey =>
  totals[key]?.label ?? (`${name}.sum_${key}` as MessageKey);

/** Returns the text of a choice's value, or the key of that text in the catalogue. @returns `null` if the choice has no such value */
export function valueLabel({ name, fields }: Resource, key: string, value: string): MessageKey | Text | null {
  const { values = [], texts } = fields[key] ?? {};
  if (!values.includes(value)) return null;
  const entry = texts?.[value];
  if (entry === undefined) return `${name}.${key}_${value}` as MessageKey;
  return 'text' in entry ? entry.text : entry;
}

/** Returns the filter of a field. Its default `key` is the name of the field. @returns `null` if the field has no filter */
function filterOf({ fields }: Resource, field: string): (FilterSpec & { readonly key: string }) | null {
  const filter = fields[field]?.filter;
  if (filter === undefined) return null;
  return typeof filter === 'string' ? { kind: filter, key: field } : { ...filter, key: filter.key ?? field };
}

/** Returns the filters of a record with their field names. The order is that of the filter controls. */
export const filtersOf = (resource: Resource) =>
  resource.filters.flatMap((field) => {
    const filter = filterOf(resource, field);
    return filter === null ? [] : [{ ...filter, field }];
  });

/**
 * Type of the key of the row's property that contains the name of a `ref` or the names of `refs`: `teamId` → `teamName`, `teamIds` →
 * `teamNames`. A key without these endings gets `Name`.
 */
export type NameKey<K extends string> = K extends `${infer Stem}Ids`
  ? `${Stem}Names`
  : K extends `${infer Stem}Id`
    ? `${Stem}Name`
    : `${K}Name`;
export const nameKey = <K extends string>(key: K) =>
  (key.endsWith('Ids') ? `${key.slice(0, -3)}Names` : `${key.replace(/Id$/, '')}Name`) as NameKey<K>;

/** Type of a record's filters, as a union with one member per filter. */
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
/** Type of the field names by which a list can be sorted. */
export type SortKey<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly sort: true } ? K : never;
}[keyof F & string];
/** Type of a choice's values. */
export type ValueOf<F extends Field> = F extends { readonly values: readonly (infer V extends string)[] } ? V : never;
