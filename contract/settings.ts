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
 * This file contains the functions that declare a settings page once: its groups and fields. A field has a kind, a label in all languages,
 * limits and an initial value. Schemas, defaults, encrypted secrets, form, history and audit texts are derived from the declaration
 * (docs/adding-a-settings-page.md). This file imports no library. The browser does not load the declared pages, because the server sends
 * the form in the caller's language.
 */
export * from './settings.fields';

type Section<F extends SettingFields = SettingFields> = {
  /** Heading above the fields of the section. */
  readonly title?: Text;
  readonly help?: Text;
  /** Instructions where to obtain the values. The page shows them next to the form. */
  readonly guide?: Text;
  readonly fields: F;
};
type Sections = Readonly<Record<string, Section>>;
type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
type ValuesIn<S extends Sections> = Flat<AllOf<{ [K in keyof S]: ValuesOf<S[K]['fields']> }[keyof S]>>;

/** Properties of a group for an outside platform. Users can test, enable and disable the group (docs/adding-a-settings-page.md). */
export interface PlatformSpec {
  /** Fields that must be set to enable the group, besides the required fields. A field whose `when` is not met is not needed. */
  readonly needs: readonly string[];
  /** Certificate fields. Each can have a field with its private key, and a field with the issuer's certificates. */
  readonly certificates?: readonly {
    readonly certificate: string;
    readonly key?: string;
    readonly caBundle?: string;
    /** A new certificate must be valid for more than this number of days when it is saved. Default: 0. */
    readonly leastDays?: number;
  }[];
  /** Callback URLs of this console. The page shows them with a copy button. `path` is for example `/api/callback.WxPay/notify`. */
  readonly callbacks?: readonly { readonly label: Text; readonly path: string }[];
  /** `true` means that the platform has an allow list of IP addresses. The page then shows this server's IP addresses. */
  readonly allowList?: true;
  /** Names of text fields with the end date (yyyy-MM-dd) of a token or a licence. Users receive notices as for certificates. */
  readonly ends?: readonly string[];
}

/** Settings that are saved together as one version. `V` is the type of the values. */
export interface SettingGroup<V extends object = object> {
  /** Storage key. It is unique in the product and has at most 20 characters. */
  readonly key: string;
  readonly sections: Sections;
  /** The fields of all sections. */
  readonly fields: SettingFields;
  /** Values that apply until the group is saved. */
  readonly initial: V;
  /** Names of the fields that are stored encrypted. */
  readonly secrets: readonly string[];
  /** Text that the page shows while a simulator is used instead of the platform. `null` means that there is no such text. */
  readonly simulator: Text | null;
  /** Label of the test button. `{tel}` is replaced with the caller's own masked phone. `null` means that there is no test button. */
  readonly test: Text | null;
  readonly platform: PlatformSpec | null;
}

interface GroupSpec<S extends Sections> {
  readonly sections: S;
  readonly simulator?: Text | null;
  readonly test?: Text | null;
  readonly platform?: PlatformSpec | null;
}

/** Returns the names of all fields that a platform's declaration refers to. */
const platformNames = ({ needs, certificates = [], ends = [] }: PlatformSpec): string[] => [
  ...needs,
  ...ends,
  ...certificates.flatMap(({ certificate, key, caBundle }) => [certificate, key ?? [], caBundle ?? []].flat()),
];

/** Declares a group. @throws RangeError if two fields have the same name in the form, or if `platform` names an unknown field */
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

/** Permissions and groups of one settings page. */
export interface SettingPage<G extends SettingGroups> {
  readonly access: RuleId;
  readonly edit: RuleId;
  /** Id of the permission to replace or remove stored secrets. */
  readonly secrets: RuleId;
  /** Names in the audit log: the module, and the kind of object. */
  readonly module: string;
  readonly object: string;
  readonly groups: G;
}

export function settingPage<const G extends SettingGroups>(page: SettingPage<G>): SettingPage<G> {
  return page;
}

/** Returns the names of all encrypted fields of a page. */
export function secretNames(groups: SettingGroups): string[] {
  return [...new Set(Object.values(groups).flatMap((group) => group.secrets))];
}

/** A field of the form. The form shows the fields of a record as separate fields under their own names. */
export interface FormFieldEntry {
  readonly name: string;
  /** Name of the record that contains the field. `null` means that the field is not in a record. */
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

/**
 * Returns the label of a field by its path in the stored values (`templates.login`).
 *
 * @returns `null` if the groups have no such field
 */
export function settingLabel(groups: SettingGroups, path: string): Text | null {
  const names = path.split('.');
  const all = Object.values(groups).flatMap((group) => formFields(group.fields));
  return all.find(({ name }) => names.includes(name))?.field.label ?? null;
}

/** Completes stored values with initial values. A version that is older than a field has no value for that field. */
export function completeValues<V extends object>(group: SettingGroup<V>, stored: object): V {
  const values = { ...group.initial, ...stored } as Record<string, unknown>;
  for (const [name, field] of Object.entries(group.fields)) {
    if (field.kind === 'record') values[name] = { ...(field.initial as object), ...(values[name] as object) };
  }
  return values as V;
}

/** Returns whether a field is required with these values. A field whose condition `when` is not met is never required. */
export function isNeeded(
  { required, when }: { readonly required: SettingField['required']; readonly when?: Condition | null | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (!isMet(when, values)) return false;
  return typeof required === 'boolean' ? required : values[required.field] !== required.is;
}
