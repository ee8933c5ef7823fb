import { type RiderReport, riderReportEndpoints } from '../../../contract/riderReport';
import { RIDER, riderCase } from '../../../contract/riderWork.states';
import { type CallContext, handlers } from '../../core/http/context';
import { pushedAnswer, refusedReport, requireNotAhead } from '../../core/http/pushed';
import { Refusal, refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { failuresOf, riderGate } from '../riderGate';
import { readSetting } from '../site';
import { applyAsRider, changeProfile } from './apply';
import { saveDevice } from './devices';
import { advance, EMPTY_DAY, type FatigueLimits } from './fatigue';
import { suspendBySystem } from './kind';
import {
  changeRider,
  dayOf,
  finishTraining,
  lockRider,
  noteReport,
  type RiderRow,
  runningOrders,
  saveDay,
  saveWork,
  workOf,
} from './store';

/** Reports of the riders' app: applications, profiles, sign-in, online and offline, face checks, exams (signed, docs/orders.md). */

type State = 'done' | 'repeated';
interface Site {
  readonly timeZone: string;
  readonly limits: FatigueLimits;
}

/** States of riders without an account in the app. */
const UNKNOWN_TO_APP: readonly RiderRow['status'][] = ['refused', 'offboarded'];

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

/** Records a face check. The third consecutive failure suspends. */
async function faceChecked(ctx: CallContext, row: RiderRow, at: Date, passed: boolean): Promise<void> {
  const fails = passed ? 0 : row.face_fails + 1;
  const state = passed ? 'passed' : 'failed';
  const set = { face_state: state, face_fails: fails, face_at: at, updated_at: ctx.clock.now() } as const;
  await changeRider(ctx.db, row, set);
  if (fails >= RIDER.faceFails) await suspendBySystem(ctx, row, 'face');
}

/** The content of a report that counts once, to distinguish a repetition from a conflict. */
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

/** @throws Refusal 40006 · 40401 · 40902 · 40903 · 42201 · 42292 · 42293 · 42294 */
async function take(ctx: CallContext, report: RiderReport, site: Site): Promise<State> {
  const now = ctx.clock.now();
  const at = new Date(report.at);
  requireNotAhead(at, now);
  if (report.event === 'applied') return applyAsRider(ctx, report);
  const row = await lockRider(ctx.db, report.riderId);
  if (!row) throw refuse(40401);
  if (UNKNOWN_TO_APP.includes(row.status)) throw refuse(42201, { state: riderCase.states[row.status].text });
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
    await changeRider(ctx.db, row, { train_score: score, updated_at: now });
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
        // A refusal is thrown before any write, or its writes were rolled back.
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
