import type { Actor, DataScope } from '../../core/actor';

/** Determines by rule and data scope who may decide a proposal. Pure. */

type Reader = Pick<Actor, 'accountType' | 'rules' | 'scopeOf'>;

/** Whether a data scope contains the station of a proposal. */
export type Reaches = (scope: DataScope) => boolean;

/**
 * Checks whether a person may decide another person's proposal. They need one of its rules for its station.
 *
 * @param rules rules of the proposed call; empty: the owner only
 */
export function standing(person: Reader, rules: readonly number[], reaches: Reaches): 'may' | 'outside' | 'lacksRule' {
  if (person.accountType === 'owner') return 'may';
  const held = rules.filter((rule) => person.rules.has(rule));
  if (held.length === 0) return 'lacksRule';
  return held.some((rule) => reaches(person.scopeOf(rule))) ? 'may' : 'outside';
}

/** Groups rules by data scope. */
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
