import { isMet, isNeeded } from '@contract/settings';
import type { SettingForm, SettingFormField } from '@contract/settings.schema';
import { LOCALES, type Text } from '@contract/text';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Fault, Field, FieldGroup } from '@/ui/EntityForm/types';
import { controlField, type FormContext, pemField, secretField, severalField } from './controlFields';

/** Functions by field name. Each replaces the default field of a setting when a page needs another control. */
export type FieldOverrides = Readonly<Record<string, (field: Field, context: FormContext) => Field>>;

/** Wraps a text from the server, which is already in the user's language. */
const said = (words: string): Text => Object.fromEntries(LOCALES.map((locale) => [locale, words])) as Text;

const allFields = (form: SettingForm): readonly SettingFormField[] => form.sections.flatMap(({ fields }) => fields);

/** Converts the stored values of a group to form values. Each field of a nested record becomes a separate form field. */
export function toForm(form: SettingForm, values: FormValues): FormValues {
  const records = new Set(allFields(form).flatMap(({ within }) => within ?? []));
  const plain = Object.entries(values).filter(([name]) => !records.has(name));
  return Object.assign(Object.fromEntries(plain), ...[...records].map((name) => values[name]));
}

/** Converts form values to stored values. It is the inverse of {@link toForm}. */
export function fromForm(form: SettingForm, values: FormValues): Record<string, unknown> {
  const stored: Record<string, unknown> = { ...values };
  for (const { name, within } of allFields(form)) {
    if (within === null) continue;
    stored[within] = { ...(stored[within] as object | undefined), [name]: values[name] };
    delete stored[name];
  }
  return stored;
}

function placeFault(value: unknown): Fault | null {
  const [lng = 999, lat = 999] = String(value).split(',').map(Number);
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 85 ? null : { rule: 'pattern' };
}
/** `lng,lat` with at most 6 decimals. */
const PLACE = /^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?$/;
const WEB = /^https?:\/\/[^\s/]+\S*$/;

/**
 * Limit in characters. If a multi-line text without a pattern has a greater declared maximum, its field becomes a field for a public key.
 */
const LONG_TEXT = 10_000;
/** Builds the form field of a declared setting. */
function fieldOf(declared: SettingFormField, context: FormContext): Field {
  const { name, kind, min, max, step, source, multiple } = declared;
  const label = said(declared.label);
  const pattern = declared.pattern && new RegExp(declared.pattern.source, declared.pattern.flags);
  const common = {
    name,
    label,
    required: (values: FormValues) => isNeeded(declared, values),
    ...(declared.help !== null && { help: said(declared.help) }),
    ...(declared.when !== null && { when: (values: FormValues) => isMet(declared.when, values) }),
  };
  const limits = { ...(min !== null && { min }), ...(max !== null && { max }) };
  const options = declared.options.map(({ value, text }) => ({ value, text }));
  switch (kind) {
    case 'number':
      return {
        ...common,
        kind,
        min: min ?? 0,
        max: max ?? Number.MAX_SAFE_INTEGER,
        ...(step !== null && { step }),
        ...(declared.unit !== null && { unit: said(declared.unit) }),
      };
    case 'money':
      return { ...common, kind, minFen: min ?? 0, maxFen: max ?? Number.MAX_SAFE_INTEGER };
    case 'percent':
      return { ...common, kind, minBp: min ?? 0, maxBp: max ?? 10_000 };
    case 'switch':
      return { ...common, kind, required: false };
    case 'radio':
    case 'choice':
      return { ...common, kind, options };
    case 'many':
      return { ...common, kind, options, ...(max !== null && { max }) };
    case 'timeZone': {
      const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, text: value }));
      return { ...common, kind: 'choice', search: true, options: zones };
    }
    case 'options':
      return { ...common, kind, source: source ?? 'teams', multiple, ...(max !== null && { max }) };
    case 'place':
      return { ...common, kind: 'text', pattern: PLACE, check: placeFault };
    case 'url':
      return { ...common, kind: 'text', ...limits, pattern: pattern ?? WEB };
    case 'secret':
      return secretField(declared, common, pattern, context);
    case 'certificate':
    case 'list':
    case 'pairs':
    case 'rows':
      return severalField(declared, common, context);
    case 'picture':
    case 'hours':
    case 'addresses':
      return controlField(declared, common, context);
    default:
      if (declared.multiline && pattern === null)
        return declared.max !== null && declared.max > LONG_TEXT
          ? pemField(declared, common)
          : { ...common, kind: 'textarea', ...limits };
      return {
        ...common,
        kind: 'text',
        ...limits,
        ...(pattern && { pattern }),
        ...(declared.inputMode !== null && { inputMode: declared.inputMode }),
        ...(declared.example !== null && { placeholder: said(declared.example) }),
      };
  }
}

/** Builds the form of a settings group: its sections with their fields. */
export function formGroups(
  form: SettingForm,
  context: FormContext,
  overrides: FieldOverrides = {},
): readonly FieldGroup<FormValues>[] {
  return form.sections.map(({ key, title, help, fields }) => ({
    key,
    ...(title !== null && { title: said(title) }),
    ...(help !== null && { help: said(help) }),
    fields: fields.map((declared) => {
      const field = fieldOf(declared, context);
      return overrides[declared.name]?.(field, context) ?? field;
    }),
  }));
}
