import { LIST_LIMITS } from '../../../contract/limits';
import { teamFundEndpoints } from '../../../contract/teamFund';
import { FUND, FUND_PARTS, type FundPart } from '../../../contract/teamFund.states';
import { handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { pageOf } from '../../core/list/paged';
import { addDays, momentAt } from '../../core/money/days';
import { countStationTotals, movedByDay, trialBalance } from '../ledger';
import { presentOf } from '../site';
import { assertTeamInScope, eachTeam } from '../team';
import { freeze, hold, moveDeposit, releaseHold, remindOfDeposit, settleEach, settleNow } from './actions';
import { adjustAnswers, adjusts, submitAdjust } from './adjust';
import { adjustPage, waitingAdjusts } from './adjust-store';
import { assertMayAsk, rowsOf, stationOf } from './answers';
import { flow, holdBack, letGo, pendingLines, releaseEarly, transaction } from './flow';
import { openHolds } from './holds';
import { balanceByDay } from './rules';
import { fundPage, fundSums } from './store';

export const teamFundHandlers = handlers(teamFundEndpoints, {
  'finance.TeamFund/getList': async (ctx, input) => {
    const { page, limit, sortField = 'work' as const, sortOrder = 'desc', ...filter } = input;
    assertMayAsk(ctx, input);
    const { db, actor } = ctx;
    const where = { sortField, sortOrder, ...pageOf({ page, limit }) };
    // Stored totals are up to one minute old. Update them before sorting by them.
    if (sortField === 'incomeTotal' || sortField === 'withdrawnTotal') await countStationTotals(db);
    const [stored, { total, totalCapped, summary }] = await Promise.all([
      fundPage(db, actor.scope, filter, where),
      fundSums(db, actor.scope, filter),
    ]);
    const list = await rowsOf(ctx, stored);
    return { list, total, totalCapped, page, limit, summary, asOf: ctx.clock.now().toISOString() };
  },

  'finance.TeamFund/getDetail': async (ctx, { teamId }) => {
    const row = await stationOf(ctx, teamId);
    const { at, day } = await presentOf(ctx);
    const days = Array.from({ length: FUND.trendDays }, (_, index) => addDays(day, index + 1 - FUND.trendDays));
    const moved = await movedByDay(ctx.db, teamId, days[0] ?? day);
    const holds = await openHolds(ctx.db, teamId);
    return {
      ...row,
      trend: balanceByDay(row.availableFen, days, moved),
      holds: holds.map(({ createdAt, expiredAt, ...one }) => ({
        ...one,
        createdAt: createdAt.toISOString(),
        isExpired: expiredAt !== null,
      })),
      asOf: at.toISOString(),
    };
  },

  'finance.TeamFund/getBalances': async (ctx, { teamId, day, time }) => {
    await stationOf(ctx, teamId);
    const { at, timeZone, day: today } = await presentOf(ctx);
    if (day > today) throw refuse(40006, { n: FUND.flowDays });
    const trial = await trialBalance(ctx.db, day, [teamId], momentAt(day, time, timeZone));
    const held = new Map<string, number>(trial.map(({ code, closingFen }) => [code, closingFen]));
    const fen = (part: FundPart) => held.get(FUND_PARTS[part]) ?? 0;
    return {
      availableFen: fen('available'),
      pendingFen: fen('pending'),
      frozenFen: fen('frozen') + fen('held'),
      heldFen: fen('held'),
      depositFen: fen('deposit'),
      owedFen: held.get('RECEIVABLE') ?? 0,
      day,
      time: time ?? null,
      asOf: at.toISOString(),
    };
  },

  'finance.TeamFund/getFlow': (ctx, input) => flow(ctx, input),
  'finance.TeamFund/getTransaction': (ctx, input) => transaction(ctx, input),
  'finance.TeamFund/getPending': (ctx, input) => pendingLines(ctx, input),

  'finance.TeamFund/getAdjusts': async (ctx, input) => {
    const { page, limit, sortField = 'waiting' as const, sortOrder = 'desc', forMe, ...filter } = input;
    const { db, actor } = ctx;
    const { offset } = pageOf({ page, limit });
    if (filter.teamId !== undefined) await assertTeamInScope(ctx, filter.teamId);
    const now = ctx.clock.now();
    const [{ rows, total }, summary] = await Promise.all([
      adjustPage(
        db,
        actor.scope,
        { ...filter, waitsFor: forMe ? actor : undefined },
        { sortField, sortOrder, offset, limit, now },
      ),
      waitingAdjusts(db, actor.scope, actor, now, filter.teamId),
    ]);
    return {
      list: await adjustAnswers(ctx, rows),
      total: Math.min(total, LIST_LIMITS.countCap),
      totalCapped: total > LIST_LIMITS.countCap,
      page,
      limit,
      summary,
      asOf: now.toISOString(),
    };
  },

  'finance.TeamFund/submitAdjust': (ctx, input) => submitAdjust(ctx, input),
  'finance.TeamFund/approveAdjust': (ctx, input) => adjusts.run(ctx, 'approve', input),
  'finance.TeamFund/rejectAdjust': (ctx, input) => adjusts.run(ctx, 'reject', input),
  'finance.TeamFund/cancelAdjust': (ctx, input) => adjusts.run(ctx, 'cancel', input),
  'finance.TeamFund/freeze': (ctx, input) => freeze(ctx, input, true),
  'finance.TeamFund/unfreeze': (ctx, input) => freeze(ctx, input, false),
  'finance.TeamFund/hold': (ctx, input) => hold(ctx, input),
  'finance.TeamFund/releaseHold': (ctx, input) => releaseHold(ctx, input),
  'finance.TeamFund/settleNow': (ctx, input) => settleNow(ctx, input),
  'finance.TeamFund/bulkSettle': (ctx, input) => settleEach(ctx, input),
  'finance.TeamFund/remindDeposit': (ctx, { ids }) => eachTeam(ctx, ids, (id) => remindOfDeposit(ctx, id)),
  'finance.TeamFund/holdLine': (ctx, input) => holdBack(ctx, input),
  'finance.TeamFund/unholdLine': (ctx, input) => letGo(ctx, input),
  'finance.TeamFund/releaseLine': (ctx, input) => releaseEarly(ctx, input),
  'finance.TeamFund/recordDeposit': (ctx, input) => moveDeposit(ctx, input, 'in'),
  'finance.TeamFund/refundDeposit': (ctx, input) => moveDeposit(ctx, input, 'out'),
});
