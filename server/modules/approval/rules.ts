import type { Actor, DataScope } from '../../core/actor';

/** Who may decide about a proposal, as far as rule and data scope say so. Pure. */

type Reader = Pick<Actor, 'accountType' | 'rules' | 'scopeOf'>;

/** Does a data scope reach the station of a proposal? */
export type Reaches = (scope: DataScope) => boolean;

/**
 * May this person decide a proposal of another person? They need one of its rules, over its station.
 *
 * @param rules of the proposed call; empty: the owner only
 */
export function standing(person: Reader, rules: readonly number[], reaches: Reaches): 'may' | 'outside' | 'lacksRule' {
  if (person.accountType === 'owner') return 'may';
  const held = rules.filter((rule) => person.rules.has(rule));
  if (held.length === 0) return 'lacksRule';
  return held.some((rule) => reaches(person.scopeOf(rule))) ? 'may' : 'outside';
}

/** Rules with the rows that they reach, those with the same rows together. */
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
