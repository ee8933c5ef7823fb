import type { Actor, DataScope } from '../../core/actor';

/** Determines by permission and data scope who may decide a proposal. */

type Reader = Pick<Actor, 'accountType' | 'rules' | 'scopeOf'>;

/** Function that checks whether a data scope contains the station of a proposal. */
export type Reaches = (scope: DataScope) => boolean;

/**
 * Determines whether a person may decide another person's proposal. The person needs one of the proposal's permissions for its station.
 * The owner needs no permission.
 *
 * @param rules permission ids of the proposed call; when empty, only the owner may decide
 * @returns `outside` when the person has such a permission but not for the station, `lacksRule` when the person has none
 */
export function standing(person: Reader, rules: readonly number[], reaches: Reaches): 'may' | 'outside' | 'lacksRule' {
  if (person.accountType === 'owner') return 'may';
  const held = rules.filter((rule) => person.rules.has(rule));
  if (held.length === 0) return 'lacksRule';
  return held.some((rule) => reaches(person.scopeOf(rule))) ? 'may' : 'outside';
}

/** Groups a person's permission ids by data scope. */
export function rulesByScope({ rules, scopeOf }: Pick<Actor, 'rules' | 'scopeOf'>) {
  const groups = new Map<string, { readonly scope: DataScope; readonly rules: number[] }>();
  for (const rule of rules) {
    const scope = scopeOf(rule);
    const key = JSON.stringify(scope);
    const known = groups.get(key);
    if (known) known.rules.push(rule);
    else groups.set(key, { scope, rules: [rule] });
  }
  return [...groups.values()];
}
