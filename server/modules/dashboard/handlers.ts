import { dashboardEndpoints } from '../../../contract/dashboard';
import { seesAmounts } from '../../core/access/access';
import { handlers } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { addDays, momentOf } from '../../core/money/days';
import { inboxRows } from '../announcement';
import { lastCheck, lastRelease } from '../ledger';
import {
  dailyFigures,
  dailyMinutes,
  hourlyFigures,
  hourlyMinutes,
  medianMinutes,
  periodFigures,
  periodMinutes,
  unassignedByTeam,
} from '../order';
import { activeUsers, riderTotals } from '../people';
import { firstSteps } from './firstSteps';
import { frameOf, rangeOf, teamsOf } from './frame';
import { asLedger, isLedgerMetric, ledgerPoints, moneyAnswer, requireAmounts } from './money';
import { rankRiders, rankTeams, rankTeamsByLedger } from './ranking';
import { compared, daysBefore, kpi, METRIC_UNITS, metricOf, openPaths, type RankMetric, refundRateBp } from './rules';
import { quickLinksOf, teamNames, writeQuickLinks } from './store';
import { NO_SUCH_PAGE, NO_SUCH_RANKING, SOURCE_TEXT } from './texts';
import { todoList } from './todos';

const HEAT_ROWS = 20;
const ANNOUNCEMENTS = 5;

export const dashboardHandlers = handlers(dashboardEndpoints, {
  'dashboard.Index/getOverview': async (ctx, input) => {
    const { db } = ctx;
    const teams = await teamsOf(ctx, input.teamIds);
    const frame = await frameOf(ctx);
    const period = compared(rangeOf(input, frame), frame.asOf, frame.timeZone);
    const now = { fromDay: period.days.fromDay, to: period.to };
    const then = { fromDay: period.before.fromDay, to: period.prevTo };
    const figures = await periodFigures(db, teams, now, frame);
    const earlier = await periodFigures(db, teams, then, frame);
    const minutes = medianMinutes(await periodMinutes(db, teams, now, frame));
    const minutesBefore = medianMinutes(await periodMinutes(db, teams, then, frame));
    const single = period.days.fromDay === period.days.toDay;
    // The roll-up counts each user once per day. Over several days the same users repeat, so count the distinct users.
    const active = single
      ? figures.activeUsers
      : await activeUsers(db, teams, { from: period.days.fromDay, to: period.days.toDay }, period.to);
    const activeBefore = single
      ? earlier.activeUsers
      : await activeUsers(db, teams, { from: period.before.fromDay, to: period.before.toDay }, period.prevTo);
    const riders = await riderTotals(db, teams, ctx.clock.now());
    const isMoney = seesAmounts(ctx);
    return {
      kpis: {
        orderCount: kpi(figures.orders, earlier.orders),
        gmvFen: isMoney ? kpi(figures.gmvFen, earlier.gmvFen) : kpi(null, null),
        finishRateBp: kpi(metricOf('finishRateBp', figures, []), metricOf('finishRateBp', earlier, [])),
        onTimeRateBp: kpi(metricOf('onTimeRateBp', figures, []), metricOf('onTimeRateBp', earlier, [])),
        avgDeliverMin: kpi(minutes, minutesBefore),
        newUserCount: kpi(figures.newUsers, earlier.newUsers),
        activeUserCount: kpi(active, activeBefore),
        // The counts of riders are current values. No earlier counts are stored.
        onlineRiderCount: kpi(riders.online, null),
        riderCount: kpi(riders.total, null),
        refundFen: isMoney ? kpi(figures.refundFen, earlier.refundFen) : kpi(null, null),
        refundRateBp: kpi(refundRateBp(figures), refundRateBp(earlier)),
        exceptionCount: kpi(figures.exceptions, earlier.exceptions),
      },
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      prevFrom: period.prevFrom.toISOString(),
      prevTo: period.prevTo.toISOString(),
      asOf: frame.asOf.toISOString(),
    };
  },

  'dashboard.Index/getMoney': moneyAnswer,

  'dashboard.Index/getTrend': async (ctx, input) => {
    const { db } = ctx;
    const { metric } = input;
    if (METRIC_UNITS[metric] === 'fen') requireAmounts(ctx, isLedgerMetric(metric));
    const teams = await teamsOf(isLedgerMetric(metric) ? asLedger(ctx) : ctx, input.teamIds);
    const frame = await frameOf(ctx);
    const { asOf, timeZone, today } = frame;
    const named = input.from !== undefined || input.to !== undefined;
    const days =
      named || input.period === 'today'
        ? rangeOf(input, frame)
        : { fromDay: addDays(today, 1 - Number(input.period)), toDay: today };
    const before = daysBefore(days);
    const needsMinutes = metric === 'avgDeliverMin';
    const unit = METRIC_UNITS[metric];
    if (isLedgerMetric(metric)) {
      const now = ctx.clock.now();
      return { points: await ledgerPoints(ctx, teams, days, metric, timeZone), unit, asOf: now.toISOString() };
    }
    if (days.fromDay === days.toDay) {
      const [day, prevDay] = [days.fromDay, before.fromDay];
      const figures = await hourlyFigures(db, teams, day);
      const earlier = await hourlyFigures(db, teams, prevDay);
      const minutes = needsMinutes ? await hourlyMinutes(db, teams, day) : null;
      const minutesBefore = needsMinutes ? await hourlyMinutes(db, teams, prevDay) : null;
      const points = Array.from({ length: 24 }, (_, hour) => {
        const at = momentOf(day, hour * 60, timeZone);
        return {
          t: at.toISOString(),
          value: at < asOf ? metricOf(metric, figures.get(hour), minutes?.get(hour)) : null,
          prev: metricOf(metric, earlier.get(hour), minutesBefore?.get(hour)),
        };
      });
      return { points, unit, asOf: asOf.toISOString() };
    }
    const figures = await dailyFigures(db, teams, before.fromDay, days.toDay);
    const minutes = needsMinutes ? await dailyMinutes(db, teams, before.fromDay, days.toDay) : null;
    const points = [];
    for (let day = days.fromDay, prevDay = before.fromDay; day <= days.toDay; ) {
      points.push({
        t: momentOf(day, 0, timeZone).toISOString(),
        value: metricOf(metric, figures.get(day), minutes?.get(day)),
        prev: metricOf(metric, figures.get(prevDay), minutes?.get(prevDay)),
      });
      day = addDays(day, 1);
      prevDay = addDays(prevDay, 1);
    }
    return { points, unit, asOf: asOf.toISOString() };
  },

  'dashboard.Index/getDistribution': async (ctx, input) => {
    const teams = await teamsOf(ctx, input.teamIds);
    const frame = await frameOf(ctx);
    const days = rangeOf(input, frame);
    if (input.kind === 'unassigned') {
      const rows = await unassignedByTeam(ctx.db, teams, HEAT_ROWS);
      const names = await teamNames(
        ctx.db,
        rows.map(({ teamId }) => teamId),
      );
      return {
        slices: rows.map(({ teamId, orders }) => ({
          key: String(teamId),
          label: names.get(teamId) ?? '',
          value: orders,
          teamId,
        })),
        asOf: ctx.clock.now().toISOString(),
      };
    }
    const { to } = compared(days, frame.asOf, frame.timeZone);
    const { sources } = await periodFigures(ctx.db, teams, { fromDay: days.fromDay, to }, frame);
    const slices = (Object.keys(SOURCE_TEXT) as (keyof typeof SOURCE_TEXT)[]).map((key) => ({
      key,
      label: ctx.t(SOURCE_TEXT[key]),
      value: sources[key],
    }));
    return { slices, asOf: frame.asOf.toISOString() };
  },

  'dashboard.Index/getRanking': async (ctx, input) => {
    const { metric } = input;
    const teams = await teamsOf(isLedgerMetric(metric) ? asLedger(ctx) : ctx, input.teamIds);
    const frame = await frameOf(ctx);
    const days = rangeOf(input, frame);
    const asOf = frame.asOf.toISOString();
    if (metric.endsWith('Fen')) requireAmounts(ctx, isLedgerMetric(metric));
    if (isLedgerMetric(metric) ? input.kind === 'rider' : input.kind === 'team' && metric === 'rating') {
      throw invalid([{ field: 'metric', rule: 'choice', message: ctx.t(NO_SUCH_RANKING) }]);
    }
    if (isLedgerMetric(metric)) {
      const rows = await rankTeamsByLedger(ctx, teams, days, { ...input, metric });
      return { rows, asOf: ctx.clock.now().toISOString() };
    }
    if (input.kind === 'rider') return { rows: await rankRiders(ctx, teams, days, { ...input, metric }), asOf };
    return { rows: await rankTeams(ctx, teams, days, { ...input, metric: metric as RankMetric }), asOf };
  },

  'dashboard.Index/getTodo': async (ctx, input) => ({
    list: await todoList(ctx, input.teamIds),
    asOf: ctx.clock.now().toISOString(),
  }),

  'dashboard.Index/getFirstSteps': async (ctx) => ({
    list: await firstSteps(ctx),
    asOf: ctx.clock.now().toISOString(),
  }),
  'dashboard.Index/getAnnouncements': async (ctx) => ({
    list: (await inboxRows(ctx, ANNOUNCEMENTS)).map(({ id, title, level, excerpt, publishAt, isRead }) => ({
      ...{ id, title, level, isRead },
      content: excerpt,
      publishedAt: publishAt,
    })),
    asOf: ctx.clock.now().toISOString(),
  }),

  'dashboard.Index/getHealth': async (ctx) => {
    const check = await lastCheck(ctx.db);
    const released = await lastRelease(ctx.db);
    return {
      books: check === null ? ('unchecked' as const) : check.passed ? ('right' as const) : ('wrong' as const),
      checkedAt: check?.at.toISOString() ?? null,
      releasedAt: released?.toISOString() ?? null,
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'dashboard.Index/getQuickLinks': async (ctx) => ({
    paths: openPaths(await quickLinksOf(ctx.db, ctx.actor.accountId), ctx.actor.rules),
  }),

  'dashboard.Index/saveQuickLinks': async (ctx, { paths }) => {
    const { actor } = ctx;
    const open = openPaths(paths, actor.rules);
    if (open.length !== new Set(paths).size) {
      throw invalid([{ field: 'paths', rule: 'choice', message: ctx.t(NO_SUCH_PAGE) }]);
    }
    const before = await quickLinksOf(ctx.db, actor.accountId);
    await writeQuickLinks(ctx.db, actor.accountId, open, ctx.clock.now());
    ctx.audit({
      objectId: actor.accountId,
      objectNo: actor.account,
      before: { paths: before },
      after: { paths: open },
    });
    return {};
  },
});
