import type { ParsedOf } from '../../../contract/endpoint';
import { LIST_LIMITS } from '../../../contract/limits';
import { padRegionCode } from '../../../contract/region-codes';
import type { staffEndpoints } from '../../../contract/staff';
import { seesPhones } from '../../core/access/phones';
import { isInScope } from '../../core/access/scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { dayRange } from '../../core/money/days';
import { readSetting } from '../site';
import { assertTeamInScope } from '../team';
import { UNMASK_RULE, withBelow } from './rules';
import { peopleCondition } from './scope';
import { departments, headOfficeIdentities, type StaffFilter } from './store';

/** Identities that reach one of these stations; the stations must lie in the caller's own scope. */
async function stationsInReach(ctx: ActorContext, teamIds: readonly number[]) {
  const teams = await Promise.all(teamIds.map((id) => assertTeamInScope(ctx, id)));
  const identities = await headOfficeIdentities(ctx.db);
  const reaching = identities.filter(({ scope: { kind, ids } }) => {
    if (kind === 'regions') {
      const codes = ids.map(padRegionCode);
      return teams.some((team) => isInScope({ kind, codes }, team));
    }
    return teams.some((team) => isInScope({ kind, ids }, team));
  });
  return { identityIds: reaching.map(({ id }) => id), teamIds };
}

/** The filter of the list, its data scope included. @throws Refusal 40006 · 40302 · 40401 */
export async function filterOf(
  ctx: ActorContext,
  wanted: Omit<ParsedOf<(typeof staffEndpoints)['rights.Staff/getList']>, 'page' | 'limit'>,
): Promise<StaffFilter> {
  const { lastLoginFrom, lastLoginTo } = wanted;
  if (lastLoginFrom && lastLoginTo && lastLoginFrom > lastLoginTo) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  const { timeZone } = await readSetting(ctx.db, 'locale');
  return {
    keyword: wanted.keyword,
    seesPhones: seesPhones(ctx.actor, UNMASK_RULE),
    departmentIds: wanted.departmentId && withBelow(await departments(ctx.db), wanted.departmentId),
    identityIds: wanted.identityId,
    reach: wanted.teamId?.length ? await stationsInReach(ctx, wanted.teamId) : undefined,
    status: wanted.status,
    neverSignedIn: wanted.neverSignedIn,
    lastLoginFrom: lastLoginFrom ? dayRange(lastLoginFrom, lastLoginFrom, timeZone).from : undefined,
    lastLoginTo: lastLoginTo ? dayRange(lastLoginTo, lastLoginTo, timeZone).to : undefined,
    people: await peopleCondition(ctx.db, ctx),
  };
}
