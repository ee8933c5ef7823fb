import { writeDay } from '@contract/dates';
import type { ReactNode } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import { TimeText } from '../TimeText';
import { Names } from './Names';
import type { Field } from './types';
import { valueText } from './valueText';

/** Shows a field's value read-only: with the field's `show` if it has one, otherwise as text. */
export function FieldValue({ field, value }: { readonly field: Field; readonly value: unknown }): ReactNode {
  const t = useT();
  const locale = useLocale();
  const isBlank = value === null || value === undefined || value === '';
  if (!isBlank && field.show) return field.show(value);
  if (!isBlank && field.kind === 'options') return <OptionNames field={field} value={value} />;
  if (!isBlank && field.kind === 'moment') return <TimeText at={String(value)} mode="full" />;
  if (!isBlank && field.kind === 'day') return writeDay(String(value), locale);
  return valueText(field, value, t);
}

/** Shows the names of option ids. The names are loaded from the server's option list. */
function OptionNames({
  field,
  value,
}: {
  readonly field: Extract<Field, { kind: 'options' }>;
  readonly value: unknown;
}) {
  const t = useT();
  const { options, onRetry, loading } = useOptions(field.source, true);
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = ids.map((id) => options.find((option) => option.value === id)?.label);
  const text = names.map((name, at) => name ?? String(ids[at])).join(t('list.separator')) || '—';
  return <Names text={text} onRetry={names.includes(undefined) ? onRetry : undefined} loading={loading} />;
}
