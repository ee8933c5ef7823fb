import type { DataOf, WithSums } from '../../../contract/endpoint';
import { teamFundEndpoints } from '../../../contract/teamFund';
import { FUND_STATE_TEXT } from '../../../contract/teamFund.states';
import { assertSeesAmounts } from '../../core/access/access';
import { visibleAmounts } from '../../core/access/hidden-amounts';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { assertAmounts } from '../../core/money/amounts';
import { viewerOf } from '../case';
import { dueOf, stationTotals } from '../ledger';
import { merchantNumbers } from '../reference';
import { assertTeamInScope } from '../team';
import { fundActions } from './rules';
import { fundPage, lastChange } from './store';

export type FundRow = WithSums<DataOf<(typeof teamFundEndpoints)['finance.TeamFund/getList']>['list'][number]>;
type Stored = Awaited<ReturnType<typeof fundPage>>[number];

/** Converts stored rows to list rows with balances, totals and possible actions. */
export async function rowsOf(ctx: ActorContext, stored: readonly Stored[]): Promise<FundRow[]> {
  const ids = stored.map(({ id }) => id);
  const [totals, due, numbers] = await Promise.all([
    stationTotals(ctx.db, ids),
    dueOf(ctx.db, ids, ctx.clock.now()),
    ctx.can(3306) ? merchantNumbers(ctx.db) : [],
  ]);
  const hasChannels = numbers.some(({ enabled }) => enabled);
  return stored.map(({ isFrozen, ...row }) => {
    const total = totals.get(row.id);
    const state = isFrozen ? ('frozen' as const) : ('normal' as const);
    const dueFen = due.get(row.id)?.fen ?? 0;
    return {
      ...row,
      incomeTotalFen: total?.incomeTotalFen ?? 0,
      withdrawnTotalFen: total?.withdrawnTotalFen ?? 0,
      feesTotalFen: total?.feesTotalFen ?? 0,
      lastSettledAt: total?.lastSettledAt?.toISOString() ?? null,
      lastWithdrawnAt: total?.lastWithdrawnAt?.toISOString() ?? null,
      dueFen,
      state,
      stateText: ctx.t(FUND_STATE_TEXT[state]),
      actions: fundActions({ ...row, state, dueFen }, viewerOf(ctx), hasChannels),
    };
  });
}

/**
 * Loads one station with its balances and totals, and checks that the station is in scope.
 *
 * @throws Refusal 40401 (unknown station, or a draft, because drafts have no money), 40302 (out of scope)
 */
export async function stationOf(ctx: ActorContext, teamId: number): Promise<FundRow> {
  const team = await assertTeamInScope(ctx, teamId);
  if (team.status === 'draft') throw refuse(40401);
  const one = { sortField: 'createdAt', sortOrder: 'desc', offset: 0, limit: 1 } as const;
  const [row] = await rowsOf(ctx, await fundPage(ctx.db, ctx.actor.scope, { teamIds: [teamId] }, one));
  if (!row) throw refuse(40401);
  return row;
}

/**
 * Checks that the filter and sort order do not reveal hidden balances.
 * @throws Refusal 40001 (the smallest balance is above the largest) · 40301 (the caller may not see amounts)
 */
export function assertMayAsk(
  ctx: Pick<ActorContext, 'actor' | 'locale' | 't'>,
  asked: {
    readonly availableFenMin?: number | undefined;
    readonly availableFenMax?: number | undefined;
    readonly sortField?: string | undefined;
  },
): void {
  const { availableFenMin, availableFenMax, sortField = 'name' } = asked;
  const isByBalance = sortField !== 'name' && sortField !== 'createdAt';
  if (isByBalance || availableFenMin !== undefined || availableFenMax !== undefined) assertSeesAmounts(ctx);
  assertAmounts(ctx, asked, 'availableFen');
}

/**
 * Refuses a call that is based on an old version.
 * @throws Refusal 40901 with the present row, and the author and time of the last change
 */
export async function refuseConflict(ctx: ActorContext, teamId: number): Promise<never> {
  const change = await lastChange(ctx.db, teamId);
  const row = await stationOf(ctx, teamId);
  const current = visibleAmounts(ctx, teamFundEndpoints['finance.TeamFund/getDetail'].data, row);
  throw refuse(40901, {}, { current, changedBy: change?.byName ?? null, changedAt: change?.at.toISOString() });
}
