import type { FieldRule } from '../../../contract/field-rules';
import type { IdentityType } from '../../../contract/identity.builtin';
import { moduleOf, ruleById } from '../../../contract/permissions';
import { regionPrefix } from '../../../contract/region-codes';
import type { DataScope } from '../actor';
import { isInScope, type StoredScope, type TeamPlace } from './scope';

/**
 * "A person can only grant permissions they have" (DOMAIN §3.11, 42343): the one comparison, for identities and for people. Pure.
 */

/** What an identity grants. */
export interface Grant {
  readonly type: IdentityType;
  readonly ruleIds: readonly number[];
  readonly scope: StoredScope;
  readonly fields: readonly FieldRule[];
}

/** What a person has, or is about to get: identities, and the stations and franchisee of the account. */
export interface Rights {
  readonly identities: readonly Grant[];
  /** Stations of the account; they widen every module (core/scope). */
  readonly teamIds: readonly number[];
  readonly franchiseeId: number | null;
}

/** What the granter holds (core/access). */
export interface Holder {
  readonly rules: ReadonlySet<number>;
  readonly fields: ReadonlySet<FieldRule>;
  scopeOf(rule: number): DataScope;
}

/**
 * Does one's own scope hold everything that another one would reach, now and later? A franchisee's stations may come to lie
 * anywhere, so regions never cover a franchisee; stations and franchisees never cover a region.
 *
 * @param places the stations that `wanted` names
 */
function scopeCovers(own: DataScope, wanted: StoredScope, places: readonly TeamPlace[]): boolean {
  if (own.kind === 'all') return true;
  switch (wanted.kind) {
    case 'all':
      return false;
    case 'regions':
      return (
        own.kind === 'regions' &&
        wanted.ids.every((code) => own.codes.some((held) => regionPrefix(code).startsWith(regionPrefix(held))))
      );
    case 'franchisees':
      return own.kind === 'franchisees' && wanted.ids.every((id) => own.ids.includes(id));
    case 'teams':
      return wanted.ids.every((id) => places.some((team) => team.id === id && isInScope(own, team)));
  }
}

/** One rule of every module that a grant opens; a stored rule that the product no longer has opens nothing. */
function modulesOf(ruleIds: readonly number[]): number[] {
  const known = ruleIds.filter((rule) => ruleById(rule) !== undefined);
  return [...new Map(known.map((rule) => [moduleOf(rule), rule])).values()];
}

/**
 * Does an identity grant more than a person holds? Every rule must be the person's own, with rows that lie inside the person's
 * own rows of that module, and every field. What a station's or franchisee's identity grants over its own rows depends on the
 * account that gets it: see {@link exceedsWith}.
 *
 * @param places the stations that the scope names
 */
export function exceeds(holder: Holder, grant: Grant, places: readonly TeamPlace[]): boolean {
  if (grant.fields.some((field) => !holder.fields.has(field))) return true;
  if (grant.ruleIds.some((rule) => ruleById(rule) !== undefined && !holder.rules.has(rule))) return true;
  if (grant.type !== 'hq' && grant.scope.ids.length === 0 && grant.scope.kind !== 'all') return false;
  return modulesOf(grant.ruleIds).some((rule) => !scopeCovers(holder.scopeOf(rule), grant.scope, places));
}

/**
 * Do an account's rights exceed what a person holds? Besides each identity, the stations of the account must lie in the person's
 * rows of every module that the identities open, and so must its franchisee where an identity means the franchisee's stations.
 *
 * @param places the stations that scopes and accounts name
 */
export function exceedsWith(holder: Holder, rights: Rights, places: readonly TeamPlace[]): boolean {
  const { identities, teamIds, franchiseeId } = rights;
  if (identities.some((grant) => exceeds(holder, grant, places))) return true;
  const stations: StoredScope = { kind: 'teams', ids: teamIds };
  const opened = modulesOf(identities.flatMap(({ ruleIds }) => ruleIds));
  if (opened.some((rule) => !scopeCovers(holder.scopeOf(rule), stations, places))) return true;
  if (franchiseeId === null) return false;
  const own = identities.filter(({ scope }) => scope.kind === 'franchisees' && scope.ids.length === 0);
  const franchisee: StoredScope = { kind: 'franchisees', ids: [franchiseeId] };
  return modulesOf(own.flatMap(({ ruleIds }) => ruleIds)).some(
    (rule) => !scopeCovers(holder.scopeOf(rule), franchisee, places),
  );
}
