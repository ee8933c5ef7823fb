import { z } from 'zod';
import { type AuditSpec, actionData, empty, id, listData, listInput, lngLatText, read, time, write } from './endpoint';
import { weekHours } from './hours';
import {
  type FormFieldEntry,
  formFields,
  OPTION_LISTS,
  PICTURE_SCENES,
  SETTING_KINDS,
  type SettingField,
  type SettingGroup,
  type SettingGroups,
  type SettingPage,
  secretNames,
} from './settings';
import { certificateFacts, platformState } from './settings.state';
import { type Locale, type Text, text } from './text';
import { WORD } from './words';

/** This file derives schemas and endpoints of a settings page from its declaration (settings.ts). */

/** Builds the schema of a text. It allows an empty value if the field is not always required. `isNeeded` checks conditional fields. */
function textSchema({ required, min, max, pattern }: SettingField): z.ZodType {
  let schema = z.string().trim();
  const least = required === true ? Math.max(1, min ?? 0) : 0;
  if (least > 0) schema = schema.min(least);
  if (max !== undefined) schema = schema.max(max);
  if (pattern) {
    schema = schema.regex(required === true ? pattern : new RegExp(`^$|${pattern.source}`, pattern.flags));
  }
  return required !== true && min !== undefined
    ? schema.refine((value) => value === '' || [...value].length >= min, 'pattern')
    : schema;
}

/** Builds the schema of a list with unique entries. The field's item limits apply to each entry. */
function listSchema({ pattern, itemMax = 256, max = 0, required }: SettingField): z.ZodType {
  const text = z.string().trim().min(1).max(itemMax);
  const entries = z.array(pattern ? text.regex(pattern) : text).max(max);
  return (required === true ? entries.min(1) : entries).refine((all) => new Set(all).size === all.length, 'repeated');
}

/** Builds the schema of pairs. It drops keys without a value. */
function pairsSchema({ options, keyPattern, pattern, itemMax = 256, max = 0 }: SettingField): z.ZodType {
  const given = options?.map(({ value }) => value);
  const key = z
    .string()
    .trim()
    .min(1)
    .max(64)
    .refine((name) => (given ? given.includes(name) : (keyPattern?.test(name) ?? true)), 'pattern');
  const value = z
    .string()
    .trim()
    .max(itemMax)
    .refine((text) => text === '' || (pattern?.test(text) ?? true), 'pattern');
  return z
    .record(key, value)
    .transform((all) => Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '')))
    .refine((all) => Object.keys(all).length <= max, 'pattern');
}

function kindSchema(declared: SettingField): z.ZodType {
  // A field that its condition hides may be empty, even if it is required. `isNeeded` checks it while it is visible.
  const field = declared.when ? { ...declared, required: false } : declared;
  const { kind, required, min = 0, max = Number.MAX_SAFE_INTEGER, step = 1 } = field;
  switch (kind) {
    case 'text':
    case 'timeZone':
    case 'certificate':
      return textSchema(field);
    case 'list':
      return listSchema(field);
    case 'pairs':
      return pairsSchema(field);
    case 'rows':
      return z.array(z.object(shapeOf(field.fields ?? {}))).max(max);
    case 'secret':
      return textSchema({ ...field, required: false }).nullable();
    case 'money':
    case 'percent':
      return z.int().min(min).max(max);
    case 'number':
      return step === 1 ? z.int().min(min).max(max) : z.number().min(min).max(max).multipleOf(step);
    case 'switch':
      return z.boolean();
    case 'radio':
    case 'choice':
      return z.enum((field.options ?? []).map(({ value }) => value) as [string, ...string[]]);
    case 'many': {
      const values = z.array(z.enum((field.options ?? []).map(({ value }) => value) as [string, ...string[]]));
      return (required === true ? values.min(1) : values).max(max);
    }
    case 'options':
      return field.multiple ? z.array(id()).max(max) : id().nullable();
    case 'picture':
      return z.int().nullable();
    case 'url':
      return z.union([
        z.literal(''),
        z
          .url({ protocol: /^https?$/ })
          .max(max)
          .refine((address) => field.pattern?.test(address) ?? true, 'pattern'),
      ]);
    case 'place':
      return lngLatText();
    case 'hours':
      return weekHours;
    case 'addresses':
      return z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])).max(max);
    case 'record':
      return z.object(shapeOf(field.fields ?? {}));
  }
}

const shapeOf = (fields: Readonly<Record<string, SettingField>>): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = kindSchema(field);
      return [name, field.addedLater ? schema.default(field.initial) : schema];
    }),
  );

/** Builds the schema of a whole group. The server's module `setting` checks the rules that involve several fields. */
export function groupSchema<V extends object>(group: SettingGroup<V>) {
  return z.object(shapeOf(group.fields) as { [K in keyof V]: z.ZodType<V[K]> });
}

const values = z.record(z.string(), z.unknown());
const pattern = z.object({ source: z.string(), flags: z.string() }).nullable();
const requiredUnless = z.object({ field: z.string(), is: z.union([z.string(), z.number(), z.boolean()]) });
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const formColumn = z.object({
  name: z.string(),
  kind: z.enum(SETTING_KINDS),
  label: z.string(),
  help: z.string().nullable(),
  example: z.string().nullable(),
  required: z.union([z.boolean(), requiredUnless]),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  pattern,
  unit: z.string().nullable(),
  inputMode: z.enum(['tel', 'email']).nullable(),
  options: z.array(z.object({ value: z.string(), text: z.string() })),
  source: z.enum(OPTION_LISTS).nullable(),
  multiple: z.boolean(),
  scene: z.enum(PICTURE_SCENES).nullable(),
  multiline: z.boolean(),
  guide: z.string().nullable(),
  /** Condition under which the field is shown. `null` means that it is always shown. */
  when: z.object({ field: z.string(), is: z.union([scalar, z.array(scalar)]) }).nullable(),
  itemMax: z.number().nullable(),
  keyPattern: pattern,
  keyLabel: z.string().nullable(),
  valueLabel: z.string().nullable(),
});
const rowColumn = formColumn.extend({
  /** Initial value of the cell in a new row. */
  initial: scalar,
});
const formField = formColumn.extend({
  within: z.string().nullable(),
  /** The columns of a field of kind `rows`. */
  columns: z.array(rowColumn),
});
const form = z.object({
  sections: z.array(
    z.object({
      key: z.string(),
      title: z.string().nullable(),
      help: z.string().nullable(),
      guide: z.string().nullable(),
      fields: z.array(formField),
    }),
  ),
  simulator: z.string().nullable(),
  test: z.string().nullable(),
});

export type SettingForm = z.output<typeof form>;
export type SettingFormField = z.output<typeof formField>;
export type SettingFormColumn = z.output<typeof rowColumn>;

/** Builds the description of a group's form in one language. */
export function settingForm(group: SettingGroup, locale: Locale): SettingForm {
  const say = (text: Text | string | null | undefined): string | null =>
    typeof text === 'string' ? text : (text?.[locale] ?? null);
  const shape = (regex: RegExp | undefined) => (regex ? { source: regex.source, flags: regex.flags } : null);
  const column = (name: string, field: SettingField): z.output<typeof formColumn> => ({
    name,
    kind: field.kind,
    label: say(field.label) ?? name,
    help: say(field.help),
    example: say(field.example),
    required: field.required,
    min: field.min ?? null,
    max: field.max ?? null,
    step: field.step ?? null,
    pattern: shape(field.pattern),
    unit: say(field.unit),
    inputMode: field.inputMode ?? null,
    options: (field.options ?? []).map(({ value, label }) => ({ value, text: say(label) ?? value })),
    source: field.source ?? null,
    multiple: field.multiple ?? false,
    scene: field.scene ?? null,
    multiline: field.multiline ?? false,
    guide: say(field.guide),
    when: field.when ? { field: field.when.field, is: [field.when.is].flat() } : null,
    itemMax: field.itemMax ?? null,
    keyPattern: shape(field.keyPattern),
    keyLabel: say(field.keyLabel),
    valueLabel: say(field.valueLabel),
  });
  const shown = ({ name, within, field }: FormFieldEntry): SettingFormField => ({
    ...column(name, field),
    within,
    columns:
      field.kind === 'rows'
        ? Object.entries(field.fields ?? {}).map(([inner, part]) => ({
            ...column(inner, part),
            initial: scalar.parse(part.initial),
          }))
        : [],
  });
  return {
    sections: Object.entries(group.sections).map(([key, { title, help, guide, fields }]) => ({
      key,
      title: say(title),
      help: say(help),
      guide: say(guide),
      fields: formFields(fields)
        .filter(({ field }) => !field.hidden)
        .map(shown),
    })),
    simulator: say(group.simulator),
    test: say(group.test),
  };
}

/** Data of a group, as its form needs it. */
const groupData = {
  form,
  values,
  hasSecret: z.array(z.string()),
  /**
   * Data about each stored secret: the time of storage and the name of the person who stored it. `masked` consists of asterisks, and ends
   * with the last four characters of a long secret that is not a key.
   */
  secrets: z.record(z.string(), z.object({ masked: z.string(), updatedAt: time(), updatedByName: z.string() })),
  /** Details of the stored certificates. */
  certificates: z.array(certificateFacts),
  /** Test result, enabled state and missing values. `null` means that the group is not about an outside platform. */
  platform: platformState.nullable(),
  version: z.int(),
  updatedAt: time().nullable(),
  updatedByName: z.string(),
  /** Number of messages that can still be sent. `null` if the group is not about messages, or if the provider does not report it. */
  quotaLeft: z.int().nullable(),
  /** `true` while a simulator is used instead of the platform. The page shows this to the user. */
  simulated: z.boolean(),
  callerIp: z.string(),
  mayEdit: z.boolean(),
  /** `true` means that the caller may replace and remove stored secrets. */
  maySecrets: z.boolean(),
};

/** Builds the endpoints of a settings page. The page's contract assigns their names. */
export function settingEndpoints<G extends SettingGroups>(page: SettingPage<G>) {
  type Key = keyof G & string;
  const group = z.enum(Object.keys(page.groups) as [Key, ...Key[]]);
  const secret = secretNames(page.groups);
  const audit = (action: string, words: Text): AuditSpec => ({
    module: page.module,
    action,
    object: page.object,
    text: words,
    secret,
  });
  return {
    get: read({
      summary:
        'One group of the settings, with its form in the language of the caller. Secrets come as null with `hasSecret`.',
      access: { rule: page.access },
      input: z.object({ group }),
      data: z.object({ group, ...groupData }),
    }),
    save: write({
      summary: 'Saves one group; kept as a new version.',
      access: { rule: page.edit },
      risk: 'second',
      versioned: true,
      audit: audit('saveSetting', WORD.saveSettings),
      input: z.object({ group, values, version: z.int() }),
      data: actionData,
      errors: [40901, 42201, 42330, 42331, 42332],
    }),
    history: read({
      summary: 'Earlier versions of a group, newest first.',
      access: { rule: page.access },
      input: listInput({ group }, ['createdAt']),
      data: listData(
        z.object({
          id: id(),
          version: z.int(),
          values,
          changed: z.array(z.string()),
          at: time(),
          byName: z.string(),
          /** Version whose values were restored. `null` means that this version is no restoration. */
          restoredFrom: z.int().nullable(),
        }),
        empty,
      ),
    }),
    version: read({
      summary: 'A group as it was: the version with a number (0: the initial values), or the one in force at a moment.',
      access: { rule: page.access },
      input: z
        .object({ group, version: z.coerce.number().pipe(z.int().min(0)).optional(), at: time().optional() })
        .refine(({ version, at }) => (version === undefined) !== (at === undefined)),
      data: z.object({
        group,
        version: z.int(),
        values,
        at: time().nullable(),
        byName: z.string(),
        /** Names of the secrets that were stored at that time. `null` means that the server did not record these names at that time. */
        hasSecret: z.array(z.string()).nullable(),
      }),
      errors: [40401],
    }),
    restore: write({
      summary: 'Brings back the values of an earlier version, as a new one. Secrets stay as they are.',
      access: { rule: page.edit },
      risk: 'second',
      versioned: true,
      audit: audit('restoreSetting', text('恢复设置', 'Restore settings', 'Restaurar configurações', '還原設定')),
      input: z.object({ group, from: z.int().min(0), version: z.int() }),
      data: actionData,
      errors: [40401, 40901, 42201, 42330, 42331, 42332],
    }),
  } as const;
}

/** Builds an endpoint that tests a group's outside system with values that are not saved yet. */
export function settingTest<V extends object>(
  { edit, module, object }: SettingPage<SettingGroups>,
  group: SettingGroup<V>,
  action: string,
  words: { readonly summary: string; readonly text: Text },
) {
  return write({
    summary: words.summary,
    access: { rule: edit },
    audit: { module, action, object, text: words.text, secret: group.secrets },
    input: z.object({ values: groupSchema(group).partial() }),
    data: z.object({ ok: z.boolean(), detail: z.string() }),
  });
}
