import { type RiderReport, riderReportEndpoints } from '../../../contract/riderReport';
import { RIDER, riderCase } from '../../../contract/riderWork.states';
import { type CallContext, handlers } from '../../core/http/context';
import { pushedAnswer, refusedReport, requireNotAhead } from '../../core/http/pushed';
import { Refusal, refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { LEFT_STATES } from '../people';
import { failuresOf, riderGate } from '../riderGate';
import { readSetting } from '../site';
import { applyAsRider, changeProfile } from './apply';
import { saveDevice } from './devices';
import { advance, EMPTY_DAY, type FatigueLimits } from './fatigue';
import { suspendBySystem } from './kind';
import {
  changeRider,
  dayOf,
  failedFaceChecks,
  finishTraining,
  hasLaterReport,
  lockRider,
  noteReport,
  type RiderRow,
  runningOrders,
  saveDay,
  saveWork,
  workOf,
} from './store';

/**
 * Reports of the riders' app: applications, profiles, sign-in, working time, confirmations of a long day, face checks and exams. The
 * server of the riders' app signs the requests (docs/orders.md).
 */

type State = 'done' | 'repeated';
interface Site {
  readonly timeZone: string;
  readonly limits: FatigueLimits;
}

async function siteOf({ db }: CallContext): Promise<Site> {
  const { timeZone } = await readSetting(db, 'locale');
  const business = await readSetting(db, 'business');
  return {
    timeZone,
    limits: {
      fatigueHours: business.riderFatigueHours,
      restMinutes: business.riderRestMinutes,
      dailyHours: business.riderDailyHours,
    },
  };
}

async function work(
  { db }: CallContext,
  row: RiderRow,
  report: Extract<RiderReport, { event: 'online' | 'working' | 'offline' }>,
  { timeZone, limits }: Site,
): Promise<State> {
  const at = new Date(report.at);
  const { day } = wallTime(at, timeZone);
  const [known, knownDay] = [await workOf(db, row.id), await dayOf(db, row.id, day)];
  if (known && at <= known.last_at) return 'repeated';
  const before = known && {
    isOn: known.is_on,
    lastAt: known.last_at,
    continuousSec: known.continuous_sec,
    restUntil: known.rest_until,
  };
  const today = knownDay && {
    onlineSec: knownDay.online_sec,
    maxContinuousSec: knownDay.max_continuous_sec,
    prompts: knownDay.prompts,
    confirmedAt: knownDay.confirmed_at,
  };
  const isCarrying = known?.rest_until != null && (await runningOrders(db, row.id)) > 0;
  const told = { event: report.event, at, isCarrying };
  const { stretch, day: after } = advance(before ?? null, today ?? EMPTY_DAY, told, limits);
  await saveWork(db, {
    rider_id: row.id,
    is_on: stretch.isOn,
    last_at: stretch.lastAt,
    continuous_sec: stretch.continuousSec,
    rest_until: stretch.restUntil,
  });
  await saveDay(db, {
    rider_id: row.id,
    day,
    team_id: row.team_id,
    online_sec: after.onlineSec,
    max_continuous_sec: after.maxContinuousSec,
    prompts: JSON.stringify(after.prompts),
    confirmed_at: after.confirmedAt,
  });
  await db
    .updateTable('rider')
    .set({ heartbeat_at: stretch.isOn ? at : null })
    .where('id', '=', row.id)
    .execute();
  return 'done';
}

async function confirmDay({ db }: CallContext, row: RiderRow, at: Date, { timeZone }: Site): Promise<void> {
  const { day } = wallTime(at, timeZone);
  const known = await dayOf(db, row.id, day);
  await saveDay(db, {
    rider_id: row.id,
    day,
    team_id: row.team_id,
    online_sec: known?.online_sec ?? 0,
    max_continuous_sec: known?.max_continuous_sec ?? 0,
    prompts: JSON.stringify(known?.prompts ?? []),
    confirmed_at: at,
  });
}

/** Records a face check. The third consecutive failure suspends the rider. A report that arrives late never replaces a newer check. */
async function faceChecked(ctx: CallContext, row: RiderRow, at: Date, passed: boolean): Promise<void> {
  const isLate = row.face_at !== null && at < row.face_at;
  const counted = row.face_fails + (passed ? 0 : 1);
  // A late report belongs before newer checks, so only the stored reports show which failures are consecutive.
  const fails = isLate ? Math.min(counted, await failedFaceChecks(ctx.db, row.id)) : passed ? 0 : counted;
  const state = passed ? 'passed' : 'failed';
  const newest = isLate ? {} : ({ face_state: state, face_at: at } as const);
  await changeRider(ctx.db, row, { ...newest, face_fails: fails, updated_at: ctx.clock.now() });
  if (!passed && fails >= RIDER.faceFails) await suspendBySystem(ctx, row, 'face');
}

/**
 * Returns the content of a report. With the content, a repeated report is distinguished from a conflicting report of the same rider, event
 * and time.
 */
function contentOf(report: RiderReport): string {
  switch (report.event) {
    case 'faceChecked':
      return String(report.passed);
    case 'examTaken':
      return `${report.course} ${report.score}${report.expireAt ? ` ${new Date(report.expireAt).toISOString()}` : ''}`;
    case 'signedIn':
      return report.deviceKey;
    default:
      return '';
  }
}

/**
 * Processes one report.
 *
 * @throws Refusal 40006 (time in the future), 40401 (unknown rider or station), 40902 (a report of the same rider, event and time has other
 *   content), 40903 (phone or number taken), 42201 (rider left or was refused, or station closed), 42292 (invalid card), 42293 (too young),
 *   42294 (card taken)
 */
async function take(ctx: CallContext, report: RiderReport, site: Site): Promise<State> {
  const now = ctx.clock.now();
  const at = new Date(report.at);
  requireNotAhead(at, now);
  if (report.event === 'applied') return applyAsRider(ctx, report);
  const row = await lockRider(ctx.db, report.riderId);
  if (!row) throw refuse(40401);
  if (LEFT_STATES.includes(row.status)) throw refuse(42201, { state: riderCase.states[row.status].text });
  if (report.event === 'online' || report.event === 'working' || report.event === 'offline') {
    return work(ctx, row, report, site);
  }
  if (report.event === 'changed') return changeProfile(ctx, row, report);
  const content = contentOf(report);
  const before = await noteReport(ctx.db, {
    rider_id: row.id,
    event: report.event,
    at,
    content,
    received_at: now,
  });
  if (before !== null && before !== content) throw refuse(40902);
  if (before !== null) return 'repeated';
  if (report.event === 'longDayConfirmed') await confirmDay(ctx, row, at, site);
  if (report.event === 'faceChecked') await faceChecked(ctx, row, at, report.passed);
  if (report.event === 'signedIn') await saveDevice(ctx, report, at);
  if (report.event === 'examTaken') {
    const { course, score } = report;
    const expireAt = report.expireAt ? new Date(report.expireAt) : null;
    await finishTraining(ctx.db, { riderId: row.id, course, score, at, expireAt });
    const isLate = await hasLaterReport(ctx.db, row.id, 'examTaken', at);
    if (!isLate) await changeRider(ctx.db, row, { train_score: score, updated_at: now });
  }
  return 'done';
}

export const riderReportHandlers = handlers(riderReportEndpoints, {
  'safety.RiderReport/push': async (ctx, { reports }) => {
    const site = await siteOf(ctx);
    const taken: (State | Refusal)[] = [];
    for (const report of reports) {
      try {
        taken.push(await take(ctx, report, site));
      } catch (error) {
        // A refusal leaves no writes: it is thrown before any write, or its writes were rolled back.
        if (!(error instanceof Refusal)) throw error;
        taken.push(error);
      }
    }
    const gate = await riderGate(ctx, [...new Set(reports.map(({ riderId }) => riderId))]);
    const rows = reports.map(({ riderId, event }, index) => {
      const result = taken[index] ?? refuse(40401);
      const row = { index, riderId, event };
      if (result instanceof Refusal) return { ...row, ...refusedReport(result, ctx.locale) };
      const verdict = gate.verdictOf(riderId);
      const why = verdict ? failuresOf(verdict) : [];
      return {
        ...row,
        state: result,
        mayWork: verdict?.mayWork ?? false,
        why: why.map((words) => words[ctx.locale]).join(messageText('list.separator')[ctx.locale]),
      };
    });
    return pushedAnswer(ctx, rows);
  },
});
