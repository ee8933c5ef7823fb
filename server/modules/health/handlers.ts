import { healthEndpoints } from '../../../contract/health';
import { PROBLEM_STATE_TEXT } from '../../../contract/health.limits';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { type ActorContext, handlers } from '../../core/http/context';
import { CONTRACT_VERSION } from '../../core/http/contract-version';
import { deviceOf } from '../../core/http/device';
import { bucketOf, quantile } from '../../core/http/histogram';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { addDays } from '../../core/money/days';
import { fileUrl, usableFiles } from '../file';
import { notify } from '../notice';
import { presentOf } from '../site';
import { addressRows, checksOf, jobRowsOf } from './checks';
import { readFacts } from './facts';
import {
  findProblem,
  insertProblem,
  markProblem,
  openProblems,
  type ProblemState,
  problemPage,
  reportsSince,
} from './problems';
import { levelOf, pageOf, pageText, redactAddress, THRESHOLDS } from './rules';
import {
  backupRuns,
  countPageView,
  countVitals,
  largestTables,
  latenciesSince,
  viewsSince,
  vitalsSince,
} from './store';
import { BACKUP_KIND, HANDLED, PROBLEM_NOTICE, REOPENED, REPORTED } from './texts';

const SHOWN = { addresses: 15, tables: 10, backups: 8, pages: 10 } as const;
/** Maximum number of problem reports by one person within ten minutes. */
const REPORTS = { most: 5, withinMs: 10 * MINUTE_MS } as const;
/** Factor for layout shifts. They are stored in thousandths, so that they can use the same buckets as milliseconds. */
const CLS_SCALE = 1_000;
/** Minimum number of LCP samples that a page needs before its loading times are shown. */
const FEWEST_SAMPLES = 5;
const NOTICE_CONTENT = 80;

async function todayOf(ctx: ActorContext): Promise<string> {
  return (await presentOf(ctx)).day;
}

type ProblemRow = Awaited<ReturnType<typeof problemPage>>['rows'][number];

function problemAnswer(ctx: ActorContext, row: ProblemRow) {
  const { createdAt, handledAt, fileId, ...rest } = row;
  const page = pageText(row.page);
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    hasPicture: fileId !== null,
    pageText: page && ctx.t(page),
    stateText: ctx.t(PROBLEM_STATE_TEXT[row.state]),
    actions: [row.state === 'new' ? 'handle' : 'reopen'],
  };
}

export const healthHandlers = handlers(healthEndpoints, {
  'site.Health/getHealth': async (ctx) => {
    const { db, locale } = ctx;
    const now = ctx.clock.now();
    const facts = await readFacts(db, now, ctx.deployment.dataDir);
    const { jobs, database, disk } = facts;
    const calls = await latenciesSince(db, new Date(now.getTime() - HOUR_MS));
    const checks = checksOf({ ...facts, calls }, locale);
    return {
      checks,
      jobs: jobRowsOf(jobs, now, locale),
      addresses: addressRows(calls).slice(0, SHOWN.addresses),
      tables: await largestTables(db, SHOWN.tables),
      backups: (await backupRuns(db, SHOWN.backups)).map(({ takenAt, endedAt, ...run }) => ({
        ...run,
        kindText: ctx.t(BACKUP_KIND[run.kind]),
        takenAt: takenAt.toISOString(),
        endedAt: endedAt.toISOString(),
      })),
      database,
      disk,
      contract: CONTRACT_VERSION,
      asOf: now.toISOString(),
    };
  },

  'site.Monitor/pageView': async (ctx, { path }) => {
    const page = pageOf(path);
    // Count only known pages. A client could otherwise fill the table with arbitrary paths.
    if (page !== null) await countPageView(ctx.db, await todayOf(ctx), page);
    return {};
  },

  'site.Monitor/pageVitals': async (ctx, { path, values }) => {
    const page = pageOf(path);
    if (page === null) return {};
    const samples = new Map(
      values.map(({ metric, value }) => [metric, bucketOf(metric === 'CLS' ? value * CLS_SCALE : value)]),
    );
    await countVitals(
      ctx.db,
      await todayOf(ctx),
      page,
      [...samples].map(([metric, bucket]) => ({ metric, bucket })),
    );
    return {};
  },

  'site.Monitor/getPageUse': async (ctx, { days }) => {
    const from = addDays(await todayOf(ctx), 1 - Number(days));
    const views = await viewsSince(ctx.db, from);
    const counts = new Map<string, Map<string, Map<number, number>>>();
    for (const { path, metric, bucket, samples } of await vitalsSince(ctx.db, from)) {
      const ofPage = counts.get(path) ?? new Map<string, Map<number, number>>();
      const ofMetric = ofPage.get(metric) ?? new Map<number, number>();
      ofMetric.set(bucket, samples);
      counts.set(path, ofPage.set(metric, ofMetric));
    }
    const named = (path: string) => {
      const text = pageText(path);
      return text ? ctx.t(text) : path;
    };
    const slow = [...counts].flatMap(([path, ofPage]) => {
      const lcp = ofPage.get('LCP') ?? new Map<number, number>();
      const inp = ofPage.get('INP');
      const samples = [...lcp.values()].reduce((sum, count) => sum + count, 0);
      if (samples < FEWEST_SAMPLES) return [];
      const lcpMs = quantile(lcp, 0.75);
      const state = levelOf(lcpMs, THRESHOLDS.lcpMs);
      return [{ path, text: named(path), state, samples, lcpMs, inpMs: inp ? quantile(inp, 0.75) : null }];
    });
    return {
      used: views.slice(0, SHOWN.pages).map(({ path, views: count }) => ({ path, text: named(path), views: count })),
      slow: slow.sort((one, other) => other.lcpMs - one.lcpMs).slice(0, SHOWN.pages),
      views: views.reduce((sum, row) => sum + row.views, 0),
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'site.Monitor/reportProblem': async (ctx, input) => {
    const { db, actor } = ctx;
    const now = ctx.clock.now();
    const recent = await reportsSince(db, actor.accountId, new Date(now.getTime() - REPORTS.withinMs));
    const [first] = recent.slice(-REPORTS.most);
    if (first && recent.length >= REPORTS.most) {
      throw refuse(42901, {}, { retryAfter: Math.ceil((first.getTime() + REPORTS.withinMs - now.getTime()) / 1_000) });
    }
    if (input.fileId !== null) {
      const usable = await usableFiles(ctx, { scene: 'problemReport', ids: [input.fileId] });
      if (usable.size === 0) {
        throw invalid([{ field: 'fileId', rule: 'exists', message: fieldMessage('pattern', ctx.locale) }]);
      }
    }
    const id = ctx.ids.next();
    const page = redactAddress(input.page);
    await insertProblem(db, {
      ...input,
      id,
      at: now,
      accountId: actor.accountId,
      accountName: actor.name,
      page,
      locale: ctx.locale,
    });
    const content = input.content.replaceAll(/\s+/g, ' ').slice(0, NOTICE_CONTENT);
    await notify(ctx, {
      event: 'problemReported',
      ...PROBLEM_NOTICE,
      params: { name: actor.name, page: pageText(page) ?? page, content },
      link: `/site/index?tab=problems&open=${id}`,
    });
    // The audit must not contain the text of the report. It only records that there was a report.
    ctx.audit({ objectId: id, after: { page, contract: input.contract, fileId: input.fileId } });
    return { id, message: ctx.t(REPORTED, { id }) };
  },

  'site.Monitor/getProblems': async (ctx, { state, sortOrder, page, limit }) => {
    const { rows, total } = await problemPage(ctx.db, {
      states: state as ProblemState[] | undefined,
      order: sortOrder ?? 'desc',
      offset: (page - 1) * limit,
      limit,
    });
    return {
      list: rows.map((row) => problemAnswer(ctx, row)),
      total,
      totalCapped: false,
      page,
      limit,
      summary: { open: await openProblems(ctx.db) },
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'site.Monitor/getProblem': async (ctx, { id }) => {
    const row = await findProblem(ctx.db, id);
    if (!row) throw refuse(40401);
    const { contract, browser, screen, locale, calls, ...rest } = row;
    return {
      ...problemAnswer(ctx, rest),
      contract,
      serverContract: CONTRACT_VERSION,
      browser,
      device: deviceOf(browser).label,
      screen,
      locale,
      calls: calls as { address: string; requestId: string; at: string; ending: string }[],
      picture: row.fileId === null ? null : fileUrl(ctx.ports.secrets, ctx.clock, row.fileId),
    };
  },

  'site.Monitor/handleProblem': async (ctx, { id, version, state, note }) => {
    const before = await findProblem(ctx.db, id);
    if (!before) throw refuse(40401);
    const next = await markProblem(ctx.db, {
      id,
      version,
      state,
      note,
      by: ctx.actor.accountId,
      byName: ctx.actor.name,
      at: ctx.clock.now(),
    });
    if (next === null) {
      const { version: current, state: now, note: said, handledByName, handledAt } = before;
      throw refuse(
        40901,
        {},
        {
          current: { state: now, note: said, version: current },
          changedBy: handledByName ?? '',
          changedAt: handledAt?.toISOString() ?? null,
        },
      );
    }
    ctx.audit({ objectId: id, before: { state: before.state, note: before.note }, after: { state, note } });
    return {
      id,
      state,
      stateText: ctx.t(PROBLEM_STATE_TEXT[state]),
      version: next,
      message: ctx.t(state === 'handled' ? HANDLED : REOPENED),
    };
  },
});
