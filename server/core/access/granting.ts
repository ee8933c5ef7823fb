import type { FieldRule } from '../../../contract/field-rules';
import type { IdentityType } from '../../../contract/identity.builtin';
import { moduleOf, ruleById } from '../../../contract/permissions';
import { regionPrefix } from '../../../contract/region-codes';
import type { DataScope } from '../actor';
import { isInScope, type StoredScope, type TeamPlace } from './scope';

/**
 * Checks that a user gives to identities and accounts only permissions that this user has (DOMAIN §3.11, refusal 42343).
 * Pure functions: no database, no clock.
 */

/** The content of an identity that a user grants: permissions, data scope and fields. */
export interface Grant {
  readonly type: IdentityType;
  readonly ruleIds: readonly number[];
  readonly scope: StoredScope;
  readonly fields: readonly FieldRule[];
}

/** The current or planned permissions of an account: its identities, stations and franchisee. */
export interface Rights {
  readonly identities: readonly Grant[];
  /** The account's own stations. They extend the scope of every module (core/access/scope). */
  readonly teamIds: readonly number[];
  readonly franchiseeId: number | null;
}

/** Permissions of the user who grants (core/access/access). */
export interface Holder {
  readonly rules: ReadonlySet<number>;
  readonly fields: ReadonlySet<FieldRule>;
  scopeOf(rule: number): DataScope;
}

/**
 * Checks whether the granter's scope covers the scope `wanted`, now and in future. A franchisee may open stations in any region, so
 * regions never cover a franchisee. Stations and franchisees never cover a region.
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

/** Returns one granted permission id per module. Stored permission ids that no longer exist are ignored. */
function modulesOf(ruleIds: readonly number[]): number[] {
  const known = ruleIds.filter((rule) => ruleById(rule) !== undefined);
  return [...new Map(known.map((rule) => [moduleOf(rule), rule])).values()];
}

/**
 * Checks whether an identity grants more than the granter has. The granter needs every field and permission of the identity. In each
 * module of these permissions, the granter's data scope must cover the identity's data scope. {@link exceedsWith} also checks
 * identities whose scope is the account's own stations or franchisee.
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
 * Checks whether an account's permissions exceed the granter's. It checks each identity and the account's stations. In every module of
 * the identities' permissions, the granter's data scope must cover the stations. The same applies to the franchisee when an identity
 * covers the franchisee's stations.
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
