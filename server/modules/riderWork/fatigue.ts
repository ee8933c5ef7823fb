import { type FatiguePrompt, RIDER } from '../../../contract/riderWork.states';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';

/** Computes working time without a break and per day from the app's reports (DOMAIN §3.8). Pure. */

/** The present period of work without a rest. */
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
}

/**
 * Adds a report. Time between two reports of an online app counts, unless they are too far apart: then the rider was offline.
 * A pause as long as a rest begins a new stretch. A full stretch prompts the rider and stops dispatch for a rest.
 *
 * @param known the stretch so far; null: the first report
 * @param day the day of the report
 * @returns the unchanged stretch if the report is older than the last one
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
  const hasRested = !isWork && gapMs >= limits.restMinutes * MINUTE_MS;
  const before = hasRested ? 0 : (known?.continuousSec ?? 0);
  const continuousSec = before + addedSec;
  const limitMs = limits.fatigueHours * HOUR_MS;
  const isFull = before * 1_000 < limitMs && continuousSec * 1_000 >= limitMs;
  const onlineSec = day.onlineSec + addedSec;
  const dailyMs = limits.dailyHours * HOUR_MS;
  const isLongDay = day.onlineSec * 1_000 < dailyMs && onlineSec * 1_000 >= dailyMs;
  const prompted = (kind: FatiguePrompt) => ({ kind, at: at.toISOString() });
  const restUntil = isFull ? new Date(at.getTime() + limits.restMinutes * MINUTE_MS) : (known?.restUntil ?? null);
  return {
    stretch: {
      isOn: event !== 'offline',
      lastAt: at,
      continuousSec,
      restUntil: hasRested && !isFull ? null : restUntil,
    },
    day: {
      ...day,
      onlineSec,
      maxContinuousSec: Math.max(day.maxContinuousSec, continuousSec),
      prompts: [...day.prompts, ...(isFull ? [prompted('rest')] : []), ...(isLongDay ? [prompted('daily')] : [])],
    },
  };
}
