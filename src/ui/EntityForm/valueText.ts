import type { Translate } from '@/app/i18n/i18n';
import { fromHundredths } from './amounts';
import { optionText } from './optionText';
import type { FormValues } from './store';
import type { Field } from './types';

/** Formats a value as read-only text, for example in the table of differences. Passwords are not shown. */
export function valueText<V extends FormValues>(field: Field<V>, value: unknown, t: Translate): string {
  if (value === null || value === undefined || value === '') return '—';
  if (field.read) return field.read(value);
  switch (field.kind) {
    case 'money':
    case 'percent':
      return typeof value === 'number'
        ? `${fromHundredths(value)}${field.kind === 'percent' ? '%' : ''}`
        : String(value);
    case 'password':
      return '••••••';
    case 'switch':
      return t(value === true ? 'form.on' : 'form.off');
    case 'number':
      return field.unit ? `${String(value)} ${t(field.unit)}` : String(value);
    case 'choice':
    case 'radio':
    case 'many': {
      const values = Array.isArray(value) ? value : [value];
      const name = (item: unknown) => {
        const found = field.options.find((option) => option.value === item);
        return found ? optionText(found, t) : String(item);
      };
      return values.map(name).join(t('list.separator')) || '—';
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
