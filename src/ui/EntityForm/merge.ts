import { type FormValues, same } from './store';
import type { Field } from './types';

/** A field in which this user's value (`mine`) differs from the other user's value (`theirs`). */
export interface Difference {
  readonly field: Field;
  /**
   * Who changed the field after the form was opened. With `mine` or `theirs`, that side's value is preselected. With `both`, the
   * user must choose.
   */
  readonly changedBy: 'mine' | 'theirs' | 'both';
  /** Value when the form was opened, or when the draft was begun. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** My values of this field and of the fields in `carries`. */
  readonly patch: FormValues;
}

export type Side = 'mine' | 'theirs';
/** Chosen sides by field name. */
export type Choices = Readonly<Record<string, Side>>;

/** Lists the fields in which mine differs from theirs, and which side changed them. */
export function differencesOf<V extends FormValues>(
  fields: readonly Field<V>[],
  base: V,
  mine: V,
  theirs: V,
): readonly Difference[] {
  return fields
    .filter((field) => field.name in theirs && !same(mine[field.name], theirs[field.name]))
    .map((field) => {
      const values = { base: base[field.name], mine: mine[field.name], theirs: theirs[field.name] };
      const changedBy = same(values.base, values.theirs) ? 'mine' : same(values.base, values.mine) ? 'theirs' : 'both';
      // The list contains fields of different value types, so the cast drops the exact type of the field.
      const patch = Object.fromEntries([field.name, ...(field.carries ?? [])].map((name) => [name, mine[name]]));
      return { field: field as unknown as Field, changedBy, ...values, patch };
    });
}

/** Returns the chosen or preselected side of a field, or `null` until the user chooses. */
export function sideOf({ field, changedBy }: Difference, choices: Choices): Side | null {
  return choices[field.name] ?? (changedBy === 'both' ? null : changedBy);
}

/** Chooses one side for every field. */
export function allOf(differences: readonly Difference[], side: Side): Choices {
  return Object.fromEntries(differences.map(({ field }) => [field.name, side]));
}

/** Returns the values of the fields whose side is `mine`. Returns `null` until every field has a side. */
export function mineOf(differences: readonly Difference[], choices: Choices): FormValues | null {
  if (differences.some((difference) => sideOf(difference, choices) === null)) return null;
  const chosen = differences.filter((difference) => sideOf(difference, choices) === 'mine');
  return Object.assign({}, ...chosen.map(({ patch }) => patch));
}
