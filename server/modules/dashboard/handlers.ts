import { dashboardEndpoints } from '../../../contract/dashboard';
import { LIST_LIMITS } from '../../../contract/limits';
import { DEFAULT_LOCALE, type Locale } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/context';
import { addDays, momentOf, wallTime } from '../../core/days';
import { invalid, refuse } from '../../core/refusal';
import {
  dailyFigures,
  dailyMinutes,
  hourlyFigures,
  hourlyMinutes,
  medianMinutes,
  ordersInNeed,
  periodFigures,
  periodMinutes,
  riderSums,
  rollUpState,
  shareBp,
  type TeamFilter,
  teamSums,
  unassignedByTeam,
} from '../order';
import { activeUsers, riderNames, ridersByRating, riderTotals, teamsWithRiders } from '../people';
import { readSetting } from '../site';
import {
  audiencesOf,
  compared,
  type Days,
  daysAsked,
  daysBefore,
  kpi,
  METRIC_UNITS,
  metricOf,
  openPaths,
  type RankMetric,
  ranked,
  rankValue,
  refundRateBp,
} from './rules';
import {
  announcementsFor,
  operatingTeams,
  quickLinksOf,
  teamIdsInScope,
  teamNames,
  teamsWaiting,
  writeQuickLinks,
} from './store';
import { NO_SUCH_PAGE, NO_SUCH_RANKING, SOURCE_TEXT, TODOS, type TodoCode } from './texts';

const HEAT_ROWS = 20;
const ANNOUNCEMENTS = 5;

/**
 * The stations to add up: those asked for, else all in scope; null = all there are.
 *
 * @throws Refusal 40302 when one asked for is out of scope or does not exist: the answer does not tell which
 */
async function teamsOf(ctx: ActorContext, asked: readonly number[] | undefined): Promise<TeamFilter> {
  if (ctx.actor.scope.kind === 'all' && !asked?.length) return null;
  const own = await teamIdsInScope(ctx.db, ctx.actor);
  if (!asked?.length) return own;
  const inScope = new Set(own);
  if (!asked.every((id) => inScope.has(id))) throw refuse(40302);
  return [...new Set(asked)];
}

interface Frame {
  /** The figures are complete up to here. */
  readonly asOf: Date;
  readonly timeZone: string;
  readonly today: string;
}

async function frameOf(ctx: ActorContext): Promise<Frame> {
  const now = ctx.clock.now();
  const state = await rollUpState(ctx.db);
  const timeZone = state?.timeZone ?? (await readSetting(ctx.db, 'locale')).timeZone;
  return { asOf: state?.asOf ?? now, timeZone, today: wallTime(now, timeZone).day };
}

/** @throws Refusal 40006 */
function rangeOf(input: { from?: string | undefined; to?: string | undefined }, frame: Frame): Days {
  const days = daysAsked(input.from, input.to, frame.today);
  if (!days) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  return days;
}

/** A text kept by language; missing languages fall back to the default one. */
function inLanguage(texts: Partial<Record<Locale, string>>, locale: Locale): string {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? '';
}

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
    // Within one day each user has one first session, so the roll-ups know; over several days users repeat.
    const active = single
      ? figures.activeUsers
      : await activeUsers(db, teams, { from: period.days.fromDay, to: period.days.toDay }, period.to);
    const activeBefore = single
      ? earlier.activeUsers
      : await activeUsers(db, teams, { from: period.before.fromDay, to: period.before.toDay }, period.prevTo);
    const riders = await riderTotals(db, teams, ctx.clock.now());
    return {
      kpis: {
        orderCount: kpi(figures.orders, earlier.orders),
        gmvFen: kpi(figures.gmvFen, earlier.gmvFen),
        finishRateBp: kpi(metricOf('finishRateBp', figures, []), metricOf('finishRateBp', earlier, [])),
        onTimeRateBp: kpi(metricOf('onTimeRateBp', figures, []), metricOf('onTimeRateBp', earlier, [])),
        avgDeliverMin: kpi(minutes, minutesBefore),
        newUserCount: kpi(figures.newUsers, earlier.newUsers),
        activeUserCount: kpi(active, activeBefore),
        // Riders are counted at this moment; nobody kept count yesterday.
        onlineRiderCount: kpi(riders.online, null),
        riderCount: kpi(riders.total, null),
        refundFen: kpi(figures.refundFen, earlier.refundFen),
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

  'dashboard.Index/getTrend': async (ctx, input) => {
    const { db } = ctx;
    const { metric } = input;
    const teams = await teamsOf(ctx, input.teamIds);
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
    const teams = await teamsOf(ctx, input.teamIds);
    const frame = await frameOf(ctx);
    const days = rangeOf(input, frame);
    const asOf = frame.asOf.toISOString();
    if (input.kind === 'rider') return { rows: await rankRiders(ctx, teams, days, input), asOf };
    if (input.metric === 'rating') {
      throw invalid([{ field: 'metric', rule: 'choice', message: ctx.t(NO_SUCH_RANKING) }]);
    }
    return { rows: await rankTeams(ctx, teams, days, { ...input, metric: input.metric }), asOf };
  },

  'dashboard.Index/getTodo': async (ctx, input) => {
    const { db, actor } = ctx;
    const now = ctx.clock.now();
    const teams = await teamsOf(ctx, input.teamIds);
    const counts = new Map<TodoCode, number>();
    if (ctx.can(13)) {
      const { late, unassigned } = await ordersInNeed(db, teams, now);
      const operating = await operatingTeams(db, teams);
      const staffed = await teamsWithRiders(db, now);
      counts.set('ordersLate', late);
      counts.set('ordersUnassigned', unassigned);
      counts.set('teamsWithoutRider', operating.filter((id) => !staffed.has(id)).length);
    }
    // Whoever sees all stations sees his drafts without a region too; a filter by station leaves those out.
    const waiting = await teamsWaiting(db, actor, input.teamIds?.length ? teams : null, now);
    counts.set('teamsOverdue', waiting.overdue);
    counts.set('teamsFrozen', waiting.frozen);
    counts.set('teamsReady', waiting.ready);
    counts.set('teamsWaiting', waiting.waiting);
    counts.set('teamDrafts', waiting.drafts);
    const list = (Object.keys(TODOS) as TodoCode[]).flatMap((code) => {
      const todo = TODOS[code];
      const count = counts.get(code) ?? 0;
      // Every item leads to a page of the station area, which has a rule of its own.
      if (count === 0 || !ctx.can(todo.rule) || !(ctx.can(11) || todo.rule === 13)) return [];
      const sentence = count === 1 ? { ...todo.text, ...todo.one } : todo.text;
      return [{ code, text: ctx.t(sentence, { n: count }), count, link: todo.link, level: todo.level }];
    });
    return { list, asOf: now.toISOString() };
  },

  'dashboard.Index/getAnnouncements': async (ctx) => {
    const now = ctx.clock.now();
    const rows = await announcementsFor(ctx.db, audiencesOf(ctx.actor.accountType), now, ANNOUNCEMENTS);
    return {
      list: rows.map(({ title, content, publishedAt, ...row }) => ({
        ...row,
        title: inLanguage(title, ctx.locale),
        content: inLanguage(content, ctx.locale),
        publishedAt: publishedAt.toISOString(),
      })),
      asOf: now.toISOString(),
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

interface Ranking<M> {
  readonly metric: M;
  readonly dir: 'top' | 'bottom';
  readonly top: number;
}

/** Stations by one figure. Worst are looked for among the open ones: a closed station sells nothing and says nothing. */
async function rankTeams(ctx: ActorContext, teams: TeamFilter, days: Days, wanted: Ranking<RankMetric>) {
  const sums = new Map((await teamSums(ctx.db, teams, days.fromDay, days.toDay)).map((row) => [row.teamId, row]));
  const nothing = { orders: 0, gmvFen: 0, delivered: 0, onTime: 0 };
  const ids = wanted.dir === 'top' ? [...sums.keys()] : await operatingTeams(ctx.db, teams);
  const rows = ids.flatMap((id) => {
    const row = sums.get(id) ?? nothing;
    const value = rankValue(wanted.metric, row);
    return value === null ? [] : [{ id, value, orderCount: row.orders }];
  });
  const best = ranked(rows, wanted.dir, wanted.top);
  const names = await teamNames(
    ctx.db,
    best.map(({ id }) => id),
  );
  return best.map((row) => ({ ...row, name: names.get(row.id) ?? '' }));
}

/** Riders by what they delivered or by their rating; `orderCount` counts deliveries. */
async function rankRiders(ctx: ActorContext, teams: TeamFilter, days: Days, wanted: Ranking<RankMetric | 'rating'>) {
  const { db } = ctx;
  const { metric, dir, top } = wanted;
  if (metric === 'rating') {
    const riders = await ridersByRating(db, teams, dir, top);
    const ids = riders.map(({ id }) => id);
    const sums = await riderSums(db, null, days, { ids, by: 'delivered', direction: 'top', limit: top });
    const delivered = new Map(sums.map((row) => [row.riderId, row.delivered]));
    const names = await teamNames(
      db,
      riders.map(({ teamId }) => teamId),
    );
    return riders.map(({ id, name, teamId, ratingX100 }, index) => ({
      rank: index + 1,
      id,
      name,
      teamName: names.get(teamId) ?? '',
      value: ratingX100 / 100,
      orderCount: delivered.get(id) ?? 0,
    }));
  }
  const by = { orderCount: 'delivered', gmvFen: 'gmvFen', onTimeRateBp: 'onTimeRate' } as const;
  const sums = await riderSums(db, teams, days, { by: by[metric], direction: dir, limit: top });
  const riders = new Map(
    (
      await riderNames(
        db,
        sums.map(({ riderId }) => riderId),
      )
    ).map((rider) => [rider.id, rider]),
  );
  // A rider may have moved on to a station that the caller does not see: its name stays out of the answer.
  const visible = teams === null ? null : new Set(teams);
  const names = await teamNames(
    db,
    [...riders.values()].map(({ teamId }) => teamId).filter((id) => visible === null || visible.has(id)),
  );
  return sums.map((row, index) => {
    const rider = riders.get(row.riderId);
    const teamName = rider && names.get(rider.teamId);
    const value = {
      orderCount: row.delivered,
      gmvFen: row.gmvFen,
      onTimeRateBp: shareBp(row.onTime, row.delivered) ?? 0,
    };
    return {
      rank: index + 1,
      id: row.riderId,
      name: rider?.name ?? '',
      ...(teamName !== undefined && { teamName }),
      value: value[metric],
      orderCount: row.delivered,
    };
  });
}
