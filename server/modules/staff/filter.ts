import { LIST_LIMITS } from '../../../contract/limits';
import { padRegionCode } from '../../../contract/region-codes';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { withBelow } from '../../../contract/staff.departments';
import type { PEOPLE } from '../../../contract/staff.fields';
import { seesPhones } from '../../core/access/phones';
import { isInScope } from '../../core/access/scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { dayRange } from '../../core/money/days';
import { readSetting } from '../site';
import { assertTeamInScope } from '../team';
import { UNMASK_RULE } from './rules';
import { peopleCondition } from './scope';
import { departments, headOfficeIdentities, type StaffFilter } from './store';

/** Finds identities whose scope includes one of these stations. Refuses stations out of the caller's own scope. */
async function reachingIdentities(ctx: ActorContext, teamIds: readonly number[]) {
  const teams = await Promise.all(teamIds.map((id) => assertTeamInScope(ctx, id)));
  const identities = await headOfficeIdentities(ctx.db);
  return identities.flatMap(({ id, scope: { kind, ids } }) => {
    const scope = kind === 'regions' ? { kind, codes: ids.map(padRegionCode) } : { kind, ids };
    return teams.some((team) => isInScope(scope, team)) ? [id] : [];
  });
}

export type StaffInput = ResourceFilter<typeof PEOPLE>;
/** Days that replace a missing start or end of a sign-in range. */
const ALL_DAYS = { from: '2000-01-01', to: '9999-01-01' };

/**
 * Builds the list's filter, including the data scope.
 *
 * @throws Refusal 40006 (end before start), 40302 (station out of scope), 40401 (unknown station)
 */
export async function filterOf(ctx: ActorContext, input: StaffInput): Promise<StaffFilter> {
  const { lastLoginFrom: from, lastLoginTo: to, departmentId, teamId } = input;
  if (from && to && from > to) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  const { timeZone } = await readSetting(ctx.db, 'locale');
  return {
    ...input,
    seesPhones: seesPhones(ctx.actor, UNMASK_RULE),
    departmentId: departmentId && withBelow(await departments(ctx.db), departmentId),
    reaching: teamId ? await reachingIdentities(ctx, teamId) : [],
    lastLogin: from || to ? dayRange(from ?? ALL_DAYS.from, to ?? ALL_DAYS.to, timeZone) : null,
    people: await peopleCondition(ctx.db, ctx),
  };
}
