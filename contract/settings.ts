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
 * Declares a settings page once: its groups, and for each field the kind, the label in all languages, the limits and the initial
 * value. Schemas, defaults, encrypted secrets, form, history and audit texts follow from it (docs/adding-a-settings-page.md).
 * Free of libraries. The browser imports only its types: the server sends the form with the labels in the reader's language.
 */
export * from './settings.fields';

type Section<F extends SettingFields = SettingFields> = {
  /** Heading above the fields. */
  readonly title?: Text;
  readonly help?: Text;
  /** Where to obtain the values; shown next to the form. */
  readonly guide?: Text;
  readonly fields: F;
};
type Sections = Readonly<Record<string, Section>>;
type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
type ValuesIn<S extends Sections> = Flat<AllOf<{ [K in keyof S]: ValuesOf<S[K]['fields']> }[keyof S]>>;

/** Marks a group as the settings of an outside platform, which can be tested, enabled and disabled (docs/adding-a-settings-page.md). */
export interface PlatformSpec {
  /** Fields required to enable the group, in addition to the required ones. Fields whose `when` is not met are not needed. */
  readonly needs: readonly string[];
  /** Certificate fields, each with its private key and the field with the issuer's certificates. */
  readonly certificates?: readonly {
    readonly certificate: string;
    readonly key?: string;
    readonly caBundle?: string;
    /** Minimum days of validity on saving. */
    readonly leastDays?: number;
  }[];
  /** Callback addresses of this console, shown with a copy button. `path`: `/api/callback.WxPay/notify`. */
  readonly callbacks?: readonly { readonly label: Text; readonly path: string }[];
  /** The platform has an allow list of addresses; the page shows this server's addresses. */
  readonly allowList?: true;
  /** Text fields with an end date (yyyy-MM-dd) of a token or a licence. Users are notified as for certificates. */
  readonly ends?: readonly string[];
}

/** Settings that are saved together as one version. `V`: type of the values. */
export interface SettingGroup<V extends object = object> {
  /** Storage key: unique in the product, at most 20 characters. */
  readonly key: string;
  readonly sections: Sections;
  /** All fields of all sections. */
  readonly fields: SettingFields;
  /** Values until the group is saved. */
  readonly initial: V;
  /** Names of the encrypted fields. */
  readonly secrets: readonly string[];
  /** Notice while a simulator answers instead of the platform. */
  readonly simulator: Text | null;
  /** Label of the test button. `{tel}` is the reader's own phone, masked. */
  readonly test: Text | null;
  readonly platform: PlatformSpec | null;
}

interface GroupSpec<S extends Sections> {
  readonly sections: S;
  readonly simulator?: Text | null;
  readonly test?: Text | null;
  readonly platform?: PlatformSpec | null;
}

/** Returns the field names in a platform's declaration. */
const platformNames = ({ needs, certificates = [], ends = [] }: PlatformSpec): string[] => [
  ...needs,
  ...ends,
  ...certificates.flatMap(({ certificate, key, caBundle }) => [certificate, key ?? [], caBundle ?? []].flat()),
];

/** Declares a group. @throws RangeError if two fields have the same name in the form, or a named field does not exist */
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

/** Rules and groups of one settings page. */
export interface SettingPage<G extends SettingGroups> {
  readonly access: RuleId;
  readonly edit: RuleId;
  /** Replacing or removing a stored secret needs this separate rule. */
  readonly secrets: RuleId;
  /** Names in the audit log: module, and kind of object. */
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

/** A field as the form holds it. Fields of a record are separate fields here, under their own names. */
export interface FormFieldEntry {
  readonly name: string;
  /** Name of the record that contains the field. */
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

/** Returns the label of a field by its path in the stored values (`templates.login`); null if the groups have no such field. */
export function settingLabel(groups: SettingGroups, path: string): Text | null {
  const names = path.split('.');
  const all = Object.values(groups).flatMap((group) => formFields(group.fields));
  return all.find(({ name }) => names.includes(name))?.field.label ?? null;
}

/** Merges stored values over the initial ones, so that versions older than a field get its initial value. */
export function completeValues<V extends object>(group: SettingGroup<V>, stored: object): V {
  const values = { ...group.initial, ...stored } as Record<string, unknown>;
  for (const [name, field] of Object.entries(group.fields)) {
    if (field.kind === 'record') values[name] = { ...(field.initial as object), ...(values[name] as object) };
  }
  return values as V;
}

/** Returns whether the other values make the field required. */
export function isNeeded(
  { required, when }: { readonly required: SettingField['required']; readonly when?: Condition | null | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (!isMet(when, values)) return false;
  return typeof required === 'boolean' ? required : values[required.field] !== required.is;
}
