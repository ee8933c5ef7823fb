import { codeFault, wordsOf } from '@contract/miniCode.faults';
import { type CodeField, codeForm } from '@contract/miniCode.forms';
import type { CodeAction, MiniPlatform } from '@contract/miniCode.states';
import { LOCALES, type Text } from '@contract/text';
import type { Translate } from '@/app/i18n/i18n';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { REGIONS_FIELD } from '@/ui/RegionPicker/field';

/** This module builds the form of an action from its declaration (contract/miniCode.forms.ts). */

const same = (word: string): Text => Object.fromEntries(LOCALES.map((locale) => [locale, word])) as Text;

type Base = Pick<Field, 'name' | 'label' | 'required' | 'check' | 'help' | 'secret' | 'when' | 'wide'>;

function fieldOf(base: Base, field: CodeField, t: Translate): Field {
  switch (field.kind) {
    case 'text':
      return field.secret
        ? { ...base, kind: 'password', autoComplete: 'off' }
        : { ...base, kind: 'text', autoComplete: 'off' };
    case 'textarea':
      return { ...base, kind: 'textarea', rows: field.max > 200 ? 4 : 2 };
    case 'json':
      return { ...base, kind: 'textarea', rows: 3 };
    case 'words':
      return { ...base, kind: 'text' };
    case 'regions':
      return {
        ...base,
        ...REGIONS_FIELD,
        read: (value) => wordsOf(value).join(', ') || '—',
      };
    case 'choice':
      return {
        ...base,
        kind: 'radio',
        options: Object.entries(field.values).map(([value, label]) => ({ value, label })),
      };
    case 'number':
      return { ...base, kind: 'radio', options: field.values.map((value) => ({ value, label: same(`${value}%`) })) };
    case 'flag':
      return { ...base, kind: 'switch' };
    case 'day':
      return { ...base, kind: 'day' };
    case 'file':
    case 'files': {
      const { scene } = field;
      const max = field.kind === 'files' ? field.max : 1;
      return {
        ...base,
        kind: 'custom',
        read: (value) => String(Array.isArray(value) ? value.length : value === null ? 0 : 1),
        render: ({ id, value, onChange, disabled, describedBy }) => {
          const common = { scene, label: t(field.label), id, disabled, describedBy };
          return max > 1 ? (
            <FileUpload {...common} max={max} value={value as number[]} onChange={onChange} />
          ) : (
            <FileUpload {...common} value={value as number | null} onChange={onChange} />
          );
        },
      };
    }
    default:
      return field satisfies never;
  }
}

/** Builds the form fields of an action. @param appVersion version of the row; `null` for an upload, whose form has a version field */
export function codeFields(
  platform: MiniPlatform,
  action: CodeAction,
  appVersion: string | null,
  t: Translate,
): readonly Field[] {
  const form = codeForm(platform, action);
  return Object.entries(form).map(([name, declared]) => {
    const field: CodeField = declared;
    const base: Base = {
      name,
      label: field.label,
      ...(field.help && { help: field.help }),
      ...(field.required && { required: true }),
      ...(field.secret && { secret: true }),
      ...(name === 'regions' && { when: ({ regionType }: FormValues) => regionType === 'LOCATION' }),
      check: (_value, values) => codeFault(form, name, appVersion === null ? values : { ...values, appVersion }),
    };
    return fieldOf(base, field, t);
  });
}

function startOf(name: string, field: CodeField): unknown {
  if (field.kind === 'flag') return false;
  if (field.kind === 'files' || field.kind === 'regions') return [];
  if (name === 'regionType') return 'CHINA';
  return field.kind === 'file' || field.kind === 'number' || field.kind === 'day' || field.kind === 'choice'
    ? null
    : '';
}

export const initialValues = (platform: MiniPlatform, action: CodeAction): FormValues =>
  Object.fromEntries(Object.entries(codeForm(platform, action)).map(([name, field]) => [name, startOf(name, field)]));

/** Returns the form values to send, without the version and without empty values. */
export function payloadOf(values: FormValues): Record<string, unknown> {
  const filled = Object.entries(values).filter(([name, value]) => {
    if (name === 'appVersion' || value === null || value === '') return false;
    return !Array.isArray(value) || value.length > 0;
  });
  return Object.fromEntries(filled);
}
