import { type FormValues, same } from './store';
import type { Field } from './types';

/** One field in which my values and theirs differ. */
export interface Difference {
  readonly field: Field;
  /**
   * Who changed it since the form was opened. `mine`, `theirs`: one side, whose value is the default; `both`: the person has to
   * choose.
   */
  readonly changedBy: 'mine' | 'theirs' | 'both';
  /** As the form was opened. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Mine, with what this field carries along. */
  readonly patch: FormValues;
}

export type Side = 'mine' | 'theirs';
/** Chosen sides by the names of the fields. */
export type Choices = Readonly<Record<string, Side>>;

/** What differs between mine and theirs, and who changed it. Pure. */
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
      // The values of different forms meet in one table; what they are is their field's business.
      const patch = Object.fromEntries([field.name, ...(field.carries ?? [])].map((name) => [name, mine[name]]));
      return { field: field as unknown as Field, changedBy, ...values, patch };
    });
}

/** Which side a field takes; null while it waits for a choice. */
export function sideOf({ field, changedBy }: Difference, choices: Choices): Side | null {
  return choices[field.name] ?? (changedBy === 'both' ? null : changedBy);
}

/** Every field takes one side. */
export function allOf(differences: readonly Difference[], side: Side): Choices {
  return Object.fromEntries(differences.map(({ field }) => [field.name, side]));
}

/** Mine where it was chosen or only I changed it, by the names of the fields; null while a field waits for a choice. */
export function mineOf(differences: readonly Difference[], choices: Choices): FormValues | null {
  if (differences.some((difference) => sideOf(difference, choices) === null)) return null;
  const chosen = differences.filter((difference) => sideOf(difference, choices) === 'mine');
  return Object.assign({}, ...chosen.map(({ patch }) => patch));
}
