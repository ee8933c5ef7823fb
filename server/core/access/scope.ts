import type { DataScopeKind } from '../../../contract/identity.builtin';
import { padRegionCode } from '../../../contract/region-codes';
import type { DataScope } from '../actor';

/** A scope as an identity stores it: region codes and ids alike are numbers. */
export interface StoredScope {
  readonly kind: DataScopeKind;
  readonly ids: readonly number[];
}

/** Where a station lies, for the question whether a scope covers it. */
export interface TeamPlace {
  readonly id: number;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly franchiseeId: number | null;
}

/**
 * Does a station lie in a scope? The same rule as `scopeTeams` of the stations, for one that is at hand.
 *
 * @param team without an id while it is being created
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

/** From narrow to wide. */
const ORDER: readonly DataScopeKind[] = ['teams', 'franchisees', 'regions', 'all'];

/**
 * The rows that a person with several identities sees: the widest kind wins, equal kinds add up (DOMAIN §1, §3.11).
 * `teams` and `franchisees` without ids mean the person's own (contract/permissions); a person's own stations come on top of
 * whatever the identities give.
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
