import type { ResourceFilter } from '../../../contract/resource.schema';
import { RULE } from '../../../contract/rule-ids';
import { DAY_MS } from '../../../contract/units';
import type { USER_RECORD } from '../../../contract/user.fields';
import { USER } from '../../../contract/user.states';
import { assertSeesAmounts } from '../../core/access/access';
import { seesPhones } from '../../core/access/phones';
import { rareParts } from '../../core/database/like';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { assertAmounts } from '../../core/money/amounts';
import { dayRange, wallTime } from '../../core/money/days';
import { optionalDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import type { FigureDays } from './figures';
import { findUser, isNumber, lockUser, type StoredUser, type UserFilter } from './store';

export type UserInput = ResourceFilter<typeof USER_RECORD>;

/**
 * Builds the list's filter including the data scope. Only readers with the scope "all" see users without a home station.
 *
 * @throws Refusal 40001 (smallest balance above the largest), 40006 (first day after the last), 40301 (filters by hidden balances),
 *   40302 (station out of scope)
 */
export async function filterOf(ctx: ActorContext, input: UserInput): Promise<UserFilter> {
  const { registeredFrom, registeredTo, lastActiveFrom, lastActiveTo, homeTeamId, ...rest } = input;
  if (rest.balanceFenMin !== undefined || rest.balanceFenMax !== undefined) assertSeesAmounts(ctx);
  assertAmounts(ctx, rest, 'balanceFen');
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const { keyword } = rest;
  return {
    ...rest,
    registered: optionalDays(registeredFrom, registeredTo, timeZone),
    lastActive: optionalDays(lastActiveFrom, lastActiveTo, timeZone),
    homeTeamId: await scopedTeamIds(ctx, homeTeamId),
    seesPhones: seesPhones(ctx.actor, RULE['user.list.unmask']),
    nameParts: keyword && !isNumber(keyword) ? await rareParts(ctx.db, 'app_user_nickname', keyword) : [],
  };
}

/** Computes the points in time on which the list's totals depend. */
export async function figureDays({ db, clock }: Pick<ActorContext, 'db' | 'clock'>): Promise<FigureDays> {
  const { timeZone } = await readSetting(db, 'locale');
  const now = clock.now();
  const { day } = wallTime(now, timeZone);
  const { from } = dayRange(day, day, timeZone);
  return { day, dayStart: from, activeSince: new Date(now.getTime() - USER.activeDays * DAY_MS), timeZone };
}

/**
 * Checks that the caller may see a user with this home station. Users without a home station are visible only for the scope "all".
 * @throws Refusal 40302 (out of scope)
 */
async function assertInScope(ctx: ActorContext, homeTeamId: number | null): Promise<void> {
  const { kind } = ctx.actor.scope;
  if (kind === 'all') return;
  if (homeTeamId === null) throw refuse(40302);
  await scopedTeamIds(ctx, [homeTeamId]);
}

/**
 * Loads a user whom the caller may see. For a missing user, callers with a limited scope get the same refusal as for a hidden user.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown user, for the scope "all")
 */
export async function userInScope(ctx: ActorContext, id: number): Promise<StoredUser> {
  return admitted(ctx, await findUser(ctx.db, id));
}

/**
 * Loads a user and locks the row until the transaction ends.
 * @throws Refusal 40302 (out of scope), 40401 (unknown user, for the scope "all")
 */
export async function lockInScope(ctx: ActorContext, id: number): Promise<StoredUser> {
  return admitted(ctx, await lockUser(ctx.db, id));
}

async function admitted(ctx: ActorContext, user: StoredUser | undefined): Promise<StoredUser> {
  if (!user) throw refuse(ctx.actor.scope.kind === 'all' ? 40401 : 40302);
  await assertInScope(ctx, user.home_team_id);
  return user;
}
