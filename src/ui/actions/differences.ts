import type { Translate } from '@/app/i18n/i18n';
import type { Changed } from '../ConflictNotice';
import { same } from '../EntityForm/store';

/** Matches the names of fields that contain readable texts from the server. Only these fields are compared. */
const TOLD = /Text$|Name$|^name$|Reason$|^code$/;

/** Lists the differences between the shown row and its current values, as texts from the server. */
export function differencesOfRow(mine: object, current: unknown, t: Translate): readonly Changed[] {
  if (typeof current !== 'object' || current === null) return [];
  const before = mine as Record<string, unknown>;
  const text = (value: unknown) => (value === null || value === undefined || value === '' ? '—' : String(value));
  return Object.entries(current)
    .filter(
      ([name, value]) => TOLD.test(name) && name in before && typeof value !== 'object' && !same(before[name], value),
    )
    .map(([name, value]) => ({
      name,
      label: t(name === 'statusText' ? 'list.state' : name === 'name' ? 'list.name' : 'list.value'),
      before: text(before[name]),
      now: text(value),
    }));
}
