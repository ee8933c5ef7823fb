import type { RuleId } from './permissions';
import {
  type Condition,
  initialOf,
  isMet,
  type SettingField,
  type SettingFields,
  type ValuesOf,
} from './settings.fields';
import type { Text } from './text';

/**
 * A page of configuration is declared once: its groups, and of each field the kind, the label in all languages, the limits and the initial
 * value. Schema, defaults, sealed secrets, form, history and audit words follow from it (docs/adding-a-settings-page.md).
 * Free of libraries. The browser imports its types only: the server sends the form with the labels of the reader's language.
 */
export * from './settings.fields';

type Section<F extends SettingFields = SettingFields> = {
  /** Heading above the fields. */
  readonly title?: Text;
  readonly help?: Text;
  /** Where its values are obtained; shown beside the form. */
  readonly guide?: Text;
  readonly fields: F;
};
type Sections = Readonly<Record<string, Section>>;
type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
type ValuesIn<S extends Sections> = Flat<AllOf<{ [K in keyof S]: ValuesOf<S[K]['fields']> }[keyof S]>>;

/** What makes a group the settings of an outside platform: it is tested, enabled and disabled (docs/adding-a-settings-page.md). */
export interface PlatformSpec {
  /** Fields without which the group cannot be enabled, besides the required ones; a field whose `when` does not hold is not needed. */
  readonly needs: readonly string[];
  /** Certificate fields; with the private key that must belong to it, and the field with certificates of who issued it. */
  readonly certificates?: readonly {
    readonly certificate: string;
    readonly key?: string;
    readonly caBundle?: string;
    /** Days for which it must be valid at least when it is saved. */
    readonly leastDays?: number;
  }[];
  /** Addresses of this console that the platform calls: shown with a button to copy. `path`: `/api/callback.WxPay/notify`. */
  readonly callbacks?: readonly { readonly label: Text; readonly path: string }[];
  /** The platform answers only addresses on its allow list: those of this server are shown. */
  readonly allowList?: true;
  /** Text fields that hold the day (yyyy-MM-dd) on which something ends: a token, a licence. Told of like the end of a certificate. */
  readonly ends?: readonly string[];
}

/** Settings that are saved together as one version. `V`: the type of its values. */
export interface SettingGroup<V extends object = object> {
  /** Under which it is stored; unique in the product, at most 20 characters. */
  readonly key: string;
  readonly sections: Sections;
  /** All fields, whatever their section. */
  readonly fields: SettingFields;
  /** Default until the group is saved. */
  readonly initial: V;
  /** Names of the fields that are sealed. */
  readonly secrets: readonly string[];
  /** Says that a simulator answers instead of the platform, while it does. */
  readonly simulator: Text | null;
  /** Button that tries the outside system; `{tel}` is the reader's own phone, masked. */
  readonly test: Text | null;
  readonly platform: PlatformSpec | null;
}

interface GroupSpec<S extends Sections> {
  readonly sections: S;
  readonly simulator?: Text | null;
  readonly test?: Text | null;
  readonly platform?: PlatformSpec | null;
}

/** Names of fields that a platform's declaration is about. */
const platformNames = ({ needs, certificates = [], ends = [] }: PlatformSpec): string[] => [
  ...needs,
  ...ends,
  ...certificates.flatMap(({ certificate, key, caBundle }) => [certificate, key ?? [], caBundle ?? []].flat()),
];

/** Declares a group. @throws RangeError when the form could not tell two fields apart, or a field that is named does not exist */
export function settingGroup<const S extends Sections>(
  key: string,
  { sections, simulator = null, test = null, platform = null }: GroupSpec<S>,
): SettingGroup<ValuesIn<S>> {
  const fields: SettingFields = Object.assign({}, ...Object.values(sections).map((section) => section.fields));
  const names = formFields(fields).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new RangeError(`two fields of the group ${key} are called ${twice}`);
  const unknown = platform && platformNames(platform).find((name) => !names.includes(name));
  if (unknown) throw new RangeError(`the group ${key} has no field ${unknown}`);
  const secrets = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret');
  return { key, sections, fields, initial: initialOf(fields) as ValuesIn<S>, secrets, simulator, test, platform };
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

/** A field as its form holds it: a field that is stored in a record is a field of its own here, under its own name. */
export interface FormFieldEntry {
  readonly name: string;
  /** The record that holds it. */
  readonly within: string | null;
  readonly field: SettingField;
}
export function formFields(fields: SettingFields): FormFieldEntry[] {
  return Object.entries(fields).flatMap(([name, field]): FormFieldEntry[] =>
    field.kind === 'record' && field.fields
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
    if (field.kind === 'record') values[name] = { ...(field.initial as object), ...(values[name] as object) };
  }
  return values as V;
}

/** Must the field have a value, with these values beside it? */
export function isNeeded(
  { required, when }: { readonly required: SettingField['required']; readonly when?: Condition | null | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (!isMet(when, values)) return false;
  return typeof required === 'boolean' ? required : values[required.field] !== required.is;
}
