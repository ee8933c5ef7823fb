import type { DataScopeKind } from '../../../contract/identity.builtin';
import { padRegionCode } from '../../../contract/region-codes';
import type { DataScope } from '../actor';

/** A scope as an identity stores it. Region codes and ids are both stored as numbers. */
export interface StoredScope {
  readonly kind: DataScopeKind;
  readonly ids: readonly number[];
}

/** Facts about a station that decide whether a scope covers the station. */
export interface TeamPlace {
  readonly id: number;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly franchiseeId: number | null;
}

/**
 * Checks whether a scope covers a station. The result equals that of the query `scopeTeams`, but this check needs no query.
 *
 * @param team has no id while the station is being created
 */
export function isInScope(
  scope: DataScope,
  team: Omit<TeamPlace, 'id'> & { readonly id: TeamPlace['id'] | null },
): boolean {
  if ('alsoTeamIds' in scope && team.id !== null && scope.alsoTeamIds?.includes(team.id)) return true;
  switch (scope.kind) {
    case 'all':
      return true;
    case 'regions':
      return [team.provinceCode, team.cityCode, team.districtCode].some((code) => code && scope.codes.includes(code));
    case 'teams':
      return team.id !== null && scope.ids.includes(team.id);
    case 'franchisees':
      return team.franchiseeId !== null && scope.ids.includes(team.franchiseeId);
  }
}

const also = (teamIds: readonly number[]) => (teamIds.length > 0 ? { alsoTeamIds: teamIds } : {});

/** Kinds of scopes, sorted from narrow to wide. */
const ORDER: readonly DataScopeKind[] = ['teams', 'franchisees', 'regions', 'all'];

/**
 * Computes the data scope of an account with several identities. The widest kind applies, and equal kinds are merged (DOMAIN §1, §3.11).
 * `teams` and `franchisees` without ids mean the account's own stations or franchisee (contract/permissions). With at least one
 * identity, the account's own stations are added.
 */
export function widestScope(
  scopes: readonly StoredScope[],
  own: { readonly teamIds: readonly number[]; readonly franchiseeId: number | null },
): DataScope {
  const widest = Math.max(-1, ...scopes.map((scope) => ORDER.indexOf(scope.kind)));
  const kind = ORDER[widest];
  const same = scopes.filter((scope) => scope.kind === kind);
  const ids = new Set(same.flatMap((scope) => scope.ids));
  switch (kind) {
    case 'all':
      return { kind };
    case 'regions':
      return { kind, codes: [...ids].map(padRegionCode), ...also(own.teamIds) };
    case 'franchisees':
      if (same.some((scope) => scope.ids.length === 0) && own.franchiseeId !== null) ids.add(own.franchiseeId);
      return { kind, ids: [...ids], ...also(own.teamIds) };
    default:
      if (kind === 'teams') for (const id of own.teamIds) ids.add(id);
      return { kind: 'teams', ids: [...ids] };
  }
}
