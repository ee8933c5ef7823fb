import type { RuleId } from './permissions';
import type { Text } from './text';

/**
 * A page of configuration is declared once: its groups, and of each field the kind, the label in all languages, the limits and the initial
 * value. Schema, defaults, sealed secrets, form, history and audit words follow from it (docs/adding-a-settings-page.md).
 * Free of libraries. The browser imports its types only: the server sends the form with the labels of the reader's language.
 */

/** Sources of `common.Option/getOptions` whose entries a setting may name by id. */
export const OPTION_LISTS = ['feePlans', 'identities', 'teams', 'franchisees', 'staff', 'merchantNumbers'] as const;
type OptionList = (typeof OPTION_LISTS)[number];
/** Places for uploads that `common.File/upload` knows. */
export const PICTURE_SCENES = ['siteLogo', 'favicon'] as const;
type PictureScene = (typeof PICTURE_SCENES)[number];

export const SETTING_KINDS = [
  'text',
  /** Sealed, never answered. Value: null keeps what is stored, text replaces it, empty text removes it. */
  'secret',
  'number',
  /** Kept in fen. */
  'money',
  'switch',
  /** One of a few, all visible. */
  'radio',
  'choice',
  'many',
  /** Ids of entries of an option list. */
  'options',
  /** Id of a stored file. */
  'picture',
  'url',
  /** `lng,lat` (DOMAIN §0.1). */
  'place',
  'timeZone',
  /** Business hours of a week. */
  'hours',
  /** IP addresses and CIDR ranges. */
  'addresses',
  /** Fields that are stored together under one name. */
  'record',
] as const;
type SettingKind = (typeof SETTING_KINDS)[number];

/** Needed unless another field of the group has this value. */
export interface RequiredUnless {
  readonly field: string;
  readonly is: string | number | boolean;
}

/** What is the same for each kind of field. */
interface Words {
  readonly label: Text;
  readonly help?: Text;
  /** Shown inside the empty control. */
  readonly example?: Text;
  /** Part of the group, but on no form. */
  readonly hidden?: boolean;
  /** Came later than the group: a caller may leave it out, and then its initial value counts. */
  readonly addedLater?: boolean;
}

interface Limits {
  readonly required: boolean | RequiredUnless;
  /** Characters of a text, the value of a number, entries of a list. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly pattern?: RegExp;
  readonly unit?: Text;
  readonly inputMode?: 'tel' | 'email';
  /** A text for a choice that reads the same in all languages. */
  readonly options?: readonly { readonly value: string; readonly label: Text | string }[];
  readonly source?: OptionList;
  readonly multiple?: boolean;
  readonly scene?: PictureScene;
  readonly fields?: SettingFields;
}

/** One setting; `T` is the type of its value. */
export interface SettingField<T = unknown> extends Partial<Words>, Limits {
  readonly kind: SettingKind;
  readonly initial: T;
}
export type SettingFields = Readonly<Record<string, SettingField>>;

/* ---- one function for each kind ---- */

type TextLimits = Pick<Limits, 'min' | 'max' | 'pattern' | 'inputMode'> & Partial<Pick<Limits, 'required'>>;

export const str = (spec: Words & TextLimits & { readonly initial?: string }): SettingField<string> => ({
  kind: 'text',
  required: false,
  initial: '',
  ...spec,
});
export const url = (spec: Words & { readonly max: number }): SettingField<string> => ({
  kind: 'url',
  required: false,
  initial: '',
  ...spec,
});
/** A longest value of 256 characters unless `max` says less. */
export const secret = (spec: Words & TextLimits): SettingField<string | null> => ({
  kind: 'secret',
  required: false,
  initial: null,
  max: 256,
  ...spec,
});

interface NumberSpec extends Words {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  readonly unit?: Text;
  /** Steps of a fraction; whole numbers without. */
  readonly step?: number;
}
export const number = (spec: NumberSpec): SettingField<number> => ({
  kind: 'number',
  required: true,
  step: 1,
  ...spec,
});
/** Limits and value in fen. */
export const money = (spec: Omit<NumberSpec, 'unit' | 'step'>): SettingField<number> => ({
  kind: 'money',
  required: true,
  ...spec,
});
export const toggle = (spec: Words & { readonly initial: boolean }): SettingField<boolean> => ({
  kind: 'switch',
  required: false,
  ...spec,
});

type Choices<V extends string> = Readonly<Record<V, Text | string>>;
const listed = (options: Choices<string>) => Object.entries(options).map(([value, label]) => ({ value, label }));

/** One of a few. `radio`: all of them visible. */
export const choice = <V extends string>({
  options,
  radio = false,
  ...spec
}: Words & {
  readonly options: Choices<V>;
  readonly initial: NoInfer<V>;
  readonly radio?: boolean;
}): SettingField<V> => ({
  kind: radio ? 'radio' : 'choice',
  required: true,
  options: listed(options),
  ...spec,
});
/** Several of a few, one at least. */
export const many = <V extends string>({
  options,
  ...spec
}: Words & { readonly options: Choices<V>; readonly initial: NoInfer<V>[] }): SettingField<V[]> => ({
  kind: 'many',
  required: true,
  options: listed(options),
  ...spec,
});
/** One entry of an option list, or none. */
export const entry = (spec: Words & { readonly source: OptionList }): SettingField<number | null> => ({
  kind: 'options',
  required: false,
  initial: null,
  ...spec,
});
export const entries = (
  spec: Words & { readonly source: OptionList; readonly max: number },
): SettingField<number[]> => ({
  kind: 'options',
  required: false,
  initial: [],
  multiple: true,
  ...spec,
});
export const picture = (spec: Words & { readonly scene: PictureScene }): SettingField<number | null> => ({
  kind: 'picture',
  required: false,
  initial: null,
  ...spec,
});
export const place = (spec: Words & { readonly initial: string }): SettingField<string> => ({
  kind: 'place',
  required: true,
  ...spec,
});
export const timeZone = (spec: Words & { readonly initial: string }): SettingField<string> => ({
  kind: 'timeZone',
  required: true,
  ...spec,
});
export const addresses = (spec: Words & { readonly max: number }): SettingField<string[]> => ({
  kind: 'addresses',
  required: false,
  initial: [],
  ...spec,
});

/** `08:00`; `24:00` as an end. */
interface HourRange {
  from: string;
  to: string;
}
interface DayHours {
  /** 0 = Sunday … 6 = Saturday. */
  weekday: number;
  ranges: HourRange[];
}
export const hours = (spec: Words & { readonly initial: DayHours[] }): SettingField<DayHours[]> => ({
  kind: 'hours',
  required: false,
  ...spec,
});
/** Fields that are stored together: `templates.login`. Their names are unique in the whole group, since one form holds them all. */
export const record = <const F extends SettingFields>(fields: F): SettingField<ValuesOf<F>> => ({
  kind: 'record',
  required: false,
  initial: initialOf(fields),
  fields,
});

/* ---- groups and pages ---- */

export type ValuesOf<F extends SettingFields> = { -readonly [K in keyof F]: F[K]['initial'] };
type Section<F extends SettingFields = SettingFields> = {
  /** Heading above the fields. */
  readonly title?: Text;
  readonly help?: Text;
  readonly fields: F;
};
type Sections = Readonly<Record<string, Section>>;
type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
type ValuesIn<S extends Sections> = Flat<AllOf<{ [K in keyof S]: ValuesOf<S[K]['fields']> }[keyof S]>>;

/** Settings that are saved together as one version. `V`: the type of its values. */
export interface SettingGroup<V extends object = object> {
  /** Under which it is stored; unique in the product, at most 20 characters. */
  readonly key: string;
  readonly sections: Sections;
  /** All fields, whatever their section. */
  readonly fields: SettingFields;
  /** In force until somebody saves the group. */
  readonly initial: V;
  /** Names of the fields that are sealed. */
  readonly secrets: readonly string[];
  /** Says that a simulator stands behind the group, while one does. */
  readonly simulator: Text | null;
  /** Button that tries the outside system; `{tel}` is the reader's own phone, masked. */
  readonly test: Text | null;
}

function initialOf<F extends SettingFields>(fields: F): ValuesOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])) as ValuesOf<F>;
}

/** Declares a group. @throws RangeError when the form could not tell two fields apart */
export function settingGroup<const S extends Sections>(
  key: string,
  {
    sections,
    simulator = null,
    test = null,
  }: { readonly sections: S; readonly simulator?: Text | null; readonly test?: Text | null },
): SettingGroup<ValuesIn<S>> {
  const fields: SettingFields = Object.assign({}, ...Object.values(sections).map((section) => section.fields));
  const names = formFields(fields).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new RangeError(`two fields of the group ${key} are called ${twice}`);
  const secrets = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret');
  return { key, sections, fields, initial: initialOf(fields) as ValuesIn<S>, secrets, simulator, test };
}

export type SettingGroups = Readonly<Record<string, SettingGroup>>;
export type GroupValues<G extends SettingGroup> = G['initial'];

/** The rules and groups of one page of configuration. */
export interface SettingPage<G extends SettingGroups> {
  readonly access: RuleId;
  readonly edit: RuleId;
  /** Replacing or removing a stored secret is a right of its own. */
  readonly secrets: RuleId;
  /** Names of the audit log: area, and kind of object. */
  readonly module: string;
  readonly object: string;
  readonly groups: G;
}

export function settingPage<const G extends SettingGroups>(page: SettingPage<G>): SettingPage<G> {
  return page;
}

/** Names of all sealed fields of a page. */
export function secretNames(groups: SettingGroups): string[] {
  return [...new Set(Object.values(groups).flatMap((group) => group.secrets))];
}

/** A field as its form holds it: what is stored in a record stands beside the others, under its own name. */
export interface FormFieldEntry {
  readonly name: string;
  /** The record that holds it. */
  readonly within: string | null;
  readonly field: SettingField;
}
export function formFields(fields: SettingFields): FormFieldEntry[] {
  return Object.entries(fields).flatMap(([name, field]): FormFieldEntry[] =>
    field.fields
      ? Object.entries(field.fields).map(([inner, part]) => ({ name: inner, within: name, field: part }))
      : [{ name, within: null, field }],
  );
}

/** What a field is called, by its path in the stored values (`templates.login`); null for a name that the groups do not have. */
export function settingLabel(groups: SettingGroups, path: string): Text | null {
  const names = path.split('.');
  const all = Object.values(groups).flatMap((group) => formFields(group.fields));
  return all.find(({ name }) => names.includes(name))?.field.label ?? null;
}

/** Stored values over the initial ones; a version that was saved before a field came has its initial value. */
export function completeValues<V extends object>(group: SettingGroup<V>, stored: object): V {
  const values = { ...group.initial, ...stored } as Record<string, unknown>;
  for (const [name, field] of Object.entries(group.fields)) {
    if (field.fields) values[name] = { ...(field.initial as object), ...(values[name] as object) };
  }
  return values as V;
}

/** Must the field have a value, with these values beside it? */
export function isNeeded(
  { required }: Pick<SettingField, 'required'>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  return typeof required === 'boolean' ? required : values[required.field] !== required.is;
}
