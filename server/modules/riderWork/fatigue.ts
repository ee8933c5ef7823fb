import { type FatiguePrompt, RIDER } from '../../../contract/riderWork.states';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';

/**
 * Computes a rider's continuous and daily working time from the app's reports (DOMAIN §3.8).
 * Pure functions: no database, no clock.
 */

/** The current period of work without a rest. */
export interface Stretch {
  readonly isOn: boolean;
  /** Time of the last report. */
  readonly lastAt: Date;
  readonly continuousSec: number;
  readonly restUntil: Date | null;
}

export interface WorkDay {
  readonly onlineSec: number;
  readonly maxContinuousSec: number;
  readonly prompts: readonly { readonly kind: FatiguePrompt; readonly at: string }[];
  readonly confirmedAt: Date | null;
}
export const EMPTY_DAY: WorkDay = { onlineSec: 0, maxContinuousSec: 0, prompts: [], confirmedAt: null };

export interface FatigueLimits {
  readonly fatigueHours: number;
  readonly restMinutes: number;
  readonly dailyHours: number;
}

export interface WorkReport {
  readonly event: 'online' | 'working' | 'offline';
  readonly at: Date;
  /** True if the rider carries an order. Time with an order does not count as rest. */
  readonly isCarrying: boolean;
}

/**
 * Adds a report. The time between two reports of an online app counts as work. If the reports are more than `RIDER.reportGapMinutes` apart,
 * the rider counts as offline in between. A pause as long as a rest begins a new stretch. When a stretch reaches the time limit, the rider
 * must rest and gets no orders meanwhile. The end of the rest begins a new stretch, even if the app stayed online. An order carried during
 * the rest is work, and each report with such an order restarts the rest.
 *
 * @param known the stretch so far; `null` for the first report
 * @param day the work that was counted so far on the day of the report
 * @returns the stretch and the work of the day; both unchanged if the report is not newer than the last report
 */
export function advance(
  known: Stretch | null,
  day: WorkDay,
  report: WorkReport,
  limits: FatigueLimits,
): { readonly stretch: Stretch; readonly day: WorkDay } {
  const { at, event } = report;
  if (known !== null && at <= known.lastAt) return { stretch: known, day };
  const gapMs = known === null ? 0 : at.getTime() - known.lastAt.getTime();
  const isWork = known?.isOn === true && gapMs <= RIDER.reportGapMinutes * MINUTE_MS;
  const addedSec = isWork ? Math.floor(gapMs / 1_000) : 0;
  const restMs = limits.restMinutes * MINUTE_MS;
  const until = known?.restUntil ?? null;
  const isResting = known !== null && until !== null && known.lastAt < until;
  // A report after the end of the rest does not interrupt the rest, because the carried order may be new.
  const isBroken = isResting && isWork && at < until && report.isCarrying;
  const hasRested = (!isWork && gapMs >= restMs) || (until !== null && at >= until);
  const before = hasRested ? 0 : (known?.continuousSec ?? 0);
  const sinceRestSec =
    isResting && !isBroken ? Math.max(0, Math.floor((at.getTime() - until.getTime()) / 1_000)) : addedSec;
  const continuousSec = before + Math.min(addedSec, sinceRestSec);
  const limitMs = limits.fatigueHours * HOUR_MS;
  const isFull = before * 1_000 < limitMs && continuousSec * 1_000 >= limitMs;
  const onlineSec = day.onlineSec + addedSec;
  const dailyMs = limits.dailyHours * HOUR_MS;
  const isLongDay = day.onlineSec * 1_000 < dailyMs && onlineSec * 1_000 >= dailyMs;
  const prompted = (kind: FatiguePrompt) => ({ kind, at: at.toISOString() });
  const running = hasRested ? null : until;
  const restUntil = isFull || isBroken ? new Date(at.getTime() + restMs) : running;
  return {
    stretch: {
      isOn: event !== 'offline',
      lastAt: at,
      continuousSec,
      restUntil,
    },
    day: {
      ...day,
      onlineSec,
      maxContinuousSec: Math.max(day.maxContinuousSec, continuousSec),
      prompts: [...day.prompts, ...(isFull ? [prompted('rest')] : []), ...(isLongDay ? [prompted('daily')] : [])],
    },
  };
}
