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
import { type Locale, type Text, text } from './text';

/** Schemas and endpoints of a page of configuration, derived from its declaration (settings.ts). */

/** An empty value passes where nothing is required; `isNeeded` refuses it where another field makes it necessary. */
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

function kindSchema(field: SettingField): z.ZodType {
  const { kind, required, min = 0, max = Number.MAX_SAFE_INTEGER, step = 1 } = field;
  switch (kind) {
    case 'text':
    case 'timeZone':
      return textSchema(field);
    case 'secret':
      return textSchema({ ...field, required: false }).nullable();
    case 'money':
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
      return z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(max)]);
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

/** Schema of a whole group. What one field says about another is checked by the module `setting`. */
export function groupSchema<V extends object>(group: SettingGroup<V>) {
  return z.object(shapeOf(group.fields) as { [K in keyof V]: z.ZodType<V[K]> });
}

const values = z.record(z.string(), z.unknown());
const requiredUnless = z.object({ field: z.string(), is: z.union([z.string(), z.number(), z.boolean()]) });
const formField = z.object({
  name: z.string(),
  within: z.string().nullable(),
  kind: z.enum(SETTING_KINDS),
  label: z.string(),
  help: z.string().nullable(),
  example: z.string().nullable(),
  required: z.union([z.boolean(), requiredUnless]),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  pattern: z.object({ source: z.string(), flags: z.string() }).nullable(),
  unit: z.string().nullable(),
  inputMode: z.enum(['tel', 'email']).nullable(),
  options: z.array(z.object({ value: z.string(), text: z.string() })),
  source: z.enum(OPTION_LISTS).nullable(),
  multiple: z.boolean(),
  scene: z.enum(PICTURE_SCENES).nullable(),
});
const form = z.object({
  sections: z.array(
    z.object({
      key: z.string(),
      title: z.string().nullable(),
      help: z.string().nullable(),
      fields: z.array(formField),
    }),
  ),
  simulator: z.string().nullable(),
  test: z.string().nullable(),
});

export type SettingForm = z.output<typeof form>;
export type SettingFormField = z.output<typeof formField>;

/** The form of a group with all words in one language. */
export function settingForm(group: SettingGroup, locale: Locale): SettingForm {
  const say = (text: Text | string | null | undefined): string | null =>
    typeof text === 'string' ? text : (text?.[locale] ?? null);
  const shown = ({ name, within, field }: FormFieldEntry): SettingFormField => ({
    name,
    within,
    kind: field.kind,
    label: say(field.label) ?? name,
    help: say(field.help),
    example: say(field.example),
    required: field.required,
    min: field.min ?? null,
    max: field.max ?? null,
    step: field.step ?? null,
    pattern: field.pattern ? { source: field.pattern.source, flags: field.pattern.flags } : null,
    unit: say(field.unit),
    inputMode: field.inputMode ?? null,
    options: (field.options ?? []).map(({ value, label }) => ({ value, text: say(label) ?? value })),
    source: field.source ?? null,
    multiple: field.multiple ?? false,
    scene: field.scene ?? null,
  });
  return {
    sections: Object.entries(group.sections).map(([key, { title, help, fields }]) => ({
      key,
      title: say(title),
      help: say(help),
      fields: formFields(fields)
        .filter(({ field }) => !field.hidden)
        .map(shown),
    })),
    simulator: say(group.simulator),
    test: say(group.test),
  };
}

/** The endpoints of a page; the page's contract gives each its address. */
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
      data: z.object({
        group,
        form,
        values,
        hasSecret: z.array(z.string()),
        version: z.int(),
        updatedAt: time().nullable(),
        updatedByName: z.string(),
        /** Messages left, where the group is about messages and their provider tells. */
        quotaLeft: z.int().nullable(),
        /** True while a simulator stands behind the group; the page says so. */
        simulated: z.boolean(),
        callerIp: z.string(),
        mayEdit: z.boolean(),
        /** The caller may replace and remove stored secrets. */
        maySecrets: z.boolean(),
      }),
    }),
    save: write({
      summary: 'Saves one group; kept as a new version.',
      access: { rule: page.edit },
      risk: 'second',
      versioned: true,
      audit: audit('saveSetting', text('保存设置', 'Save settings', 'Salvar configurações', '儲存設定')),
      input: z.object({ group, values, version: z.int() }),
      data: actionData,
      errors: [40901],
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
          /** The version whose values it brought back. */
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
        /** Secrets that were stored then; null for a version from before this was noted. */
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
      errors: [40401, 40901],
    }),
  } as const;
}

/** An endpoint that tries the outside system behind a group with values that need not be saved. */
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
