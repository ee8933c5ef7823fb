import { writeDay } from '@contract/dates';
import { fieldLabel, nameKey, type Resource, valueLabel } from '@contract/resource';
import type { ReactNode } from 'react';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { CopyText } from '../CopyText';
import { CutText } from '../CutText';
import type { Fact } from '../DetailDrawer';
import { Masked } from '../Masked';
import { Money } from '../Money';
import { formatFigure } from '../Money/format';
import { StatusTag } from '../StatusTag';
import { TimeText } from '../TimeText';

/** Values of a declared record by field (contract/resource.ts). */

type Values = Readonly<Record<string, unknown>>;
/** Function that renders a field instead of the default rendering. */
export type Render<R> = (row: R, t: Translate) => ReactNode;

/** Returns the text of a choice. The server's text has priority over the declared label. */
function choiceText(resource: Resource, key: string, row: Values, t: Translate): string {
  const answered = row[`${key}Text`];
  if (typeof answered === 'string') return answered;
  const value = String(row[key] ?? '');
  const label = valueLabel(resource, key, value);
  return label === null ? value : t(label);
}

const isBelow = (row: Values, when: Readonly<Record<string, string>> = {}) =>
  Object.keys(when).length > 0 && Object.entries(when).every(([key, value]) => row[key] === value);

/**
 * Renders a field of a row by its kind. Returns `null` for an empty value, but a placeholder for a sum that the user may not see.
 *
 * @param inDrawer detailed rendering: codes can be copied, amounts have the currency sign, counts have a unit, times are complete
 */
function shownValue(resource: Resource, key: string, row: Values, t: Translate, inDrawer: boolean): ReactNode {
  const field = resource.fields[key];
  const value = row[key];
  // The server returns `null` for a sum that the user may not see.
  if (field?.kind === 'sum' && value === null) return <Money fen={null} sum />;
  if (!field || value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'code':
      return inDrawer ? <CopyText text={String(value)} /> : <code>{String(value)}</code>;
    case 'moment':
      return <TimeText at={String(value)} mode={inDrawer ? 'full' : 'auto'} />;
    case 'choice':
      return choiceText(resource, key, row, t) || null;
    case 'state':
      return <StatusTag tone={field.tones?.[String(value)] ?? 'neutral'} text={choiceText(resource, key, row, t)} />;
    case 'ref':
      return named(String(row[nameKey(key)] ?? ''), inDrawer);
    case 'refs':
      return (row[nameKey(key)] as readonly string[]).join(t('list.separator')) || null;
    case 'money':
    case 'sum':
      return <Money fen={isBelow(row, field.minusWhen) ? -Number(value) : Number(value)} sign={inDrawer} />;
    case 'count':
      return followedBy(formatFigure(Number(value), 'count', getLocale()), inDrawer && field.unit && t(field.unit));
    case 'bp':
      return formatFigure(Number(value), 'bp', getLocale());
    case 'flag':
      return t(value === true ? 'list.yes' : 'list.no');
    case 'day':
      return writeDay(String(value), getLocale());
    case 'phone':
      return <Masked value={String(value)} />;
    default:
      return String(value);
  }
}

/** Appends the unit to a figure in a drawer. In a list the column head shows the unit. */
const followedBy = (figure: string, unit: string | false | undefined) => (unit ? `${figure} ${unit}` : figure);

/** Cuts a long name in a list, because it would move the amounts out of the visible area. */
function named(name: string, inDrawer: boolean): ReactNode {
  if (name === '') return null;
  return inDrawer ? name : <CutText text={name} most={180} />;
}

/** Renders the cell of a column. An empty value is a dash. */
export const cellOf = (resource: Resource, key: string, row: object, t: Translate): ReactNode =>
  shownValue(resource, key, row as Values, t, false) ?? '—';

/**
 * Builds the lines of a drawer in declared order: every field except search filters and those with `fact: false`.
 * @param own rendered values by field; they replace the default
 * @param only fields to show, in this order; default: all
 */
export function facts<R extends Resource, Row extends object>(
  resource: R,
  row: Row,
  t: Translate,
  own: { readonly [K in keyof R['fields']]?: ReactNode } = {},
  only: readonly (keyof R['fields'] & string)[] = Object.keys(resource.fields),
): readonly Fact[] {
  const replaced: Readonly<Record<string, ReactNode>> = own;
  return only.flatMap((key) => {
    const field = resource.fields[key];
    if (!field || field.kind === 'search' || field.fact === false) return [];
    const value = key in replaced ? replaced[key] : shownValue(resource, key, row as Values, t, true);
    return [{ key, label: t(fieldLabel(resource, key)), value }];
  });
}
