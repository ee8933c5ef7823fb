import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../../contract/endpoint';
import { isNeeded, type SettingGroup, settingLabel } from '../../../contract/settings';
import type { Locale } from '../../../contract/text';
import { fieldMessage } from '../../core/http/validation';

type Values = Readonly<Record<string, unknown>>;

/**
 * Finds empty fields that are required with these values.
 *
 * @param hasSecret names of stored secrets; these fields may be empty
 */
export function missingFields(
  group: SettingGroup,
  values: object,
  { hasSecret, locale }: { readonly hasSecret: readonly string[]; readonly locale: Locale },
): FieldError[] {
  const all = values as Values;
  const missing = (name: string): FieldError => ({
    field: name,
    rule: 'required',
    message: fieldMessage('required', locale, { label: settingLabel({ group }, name)?.[locale] ?? name }),
  });
  return Object.entries(group.fields).flatMap(([name, field]) => {
    if (field.kind === 'record' && field.fields) {
      const inside = (all[name] ?? {}) as Values;
      return Object.entries(field.fields).flatMap(([inner, part]) =>
        isNeeded(part, all) && inside[inner] === '' ? [missing(`${name}.${inner}`)] : [],
      );
    }
    const isKept = field.kind === 'secret' && all[name] === null && hasSecret.includes(name);
    const isEmpty = all[name] === '' || all[name] === null || (Array.isArray(all[name]) && all[name].length === 0);
    return isNeeded(field, all) && isEmpty && !isKept ? [missing(name)] : [];
  });
}

/** Lists the names of the fields in `after` whose values differ from `before`. */
export function changedFields(before: object, after: object): string[] {
  const was = before as Values;
  const is = after as Values;
  return Object.keys(is).filter((key) => !isDeepStrictEqual(was[key], is[key]));
}

/**
 * Returns `now`, or 1 ms after `before` if `now` is not later. Clocks of processes may differ, but each version is valid for at least 1 ms.
 */
export function momentAfter(before: Date | null, now: Date): Date {
  return before !== null && before >= now ? new Date(before.getTime() + 1) : now;
}
