import { MINUTE_MS } from '@contract/units';

/** Milliseconds before the idle limit at which the page asks whether the user is present. */
const IDLE_WARNING_MS = 2 * MINUTE_MS;
/** Milliseconds before the absolute end. From this time, the user can renew the session in a sign-in dialog over the page. */
const END_WARNING_MS = 5 * MINUTE_MS;
/** Interval in milliseconds at which the page reports a user who is active without making calls. The reports keep the session alive. */
export const KEEP_ALIVE_MS = 4 * MINUTE_MS;

export interface SessionTimes {
  /** Milliseconds without activity after which the server ends the session. */
  readonly idleMs: number;
  /** Time of the session's absolute end, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Time at which the user's last answered call was sent, in any tab. Milliseconds since 1970. */
  readonly heardAt: number;
  /** Time of the user's last key press, pointer press or wheel movement on this page, in milliseconds since 1970. 0 means none yet. */
  readonly actedAt: number;
}

/**
 * Phase of the session.
 * - `calm`: the page does nothing
 * - `idle`: the idle limit is near
 * - `ending`: the absolute end is near
 * - `ended`: the idle limit or the absolute end has passed
 */
export interface SessionPhase {
  readonly kind: 'calm' | 'idle' | 'ending' | 'ended';
  /** Milliseconds until the session ends by the idle limit or the absolute end, whichever is first. It is 0 after that. */
  readonly left: number;
}

/** Checks whether the user works without calls, so that the page must report activity. */
export const isReportDue = ({ heardAt, actedAt }: Pick<SessionTimes, 'heardAt' | 'actedAt'>, now: number): boolean =>
  actedAt > heardAt && now - heardAt >= KEEP_ALIVE_MS;

export function phaseOf(times: SessionTimes, now: number): SessionPhase {
  const { idleMs, endsAt, heardAt } = times;
  const untilIdle = heardAt + idleMs - now;
  const untilEnd = endsAt - now;
  const left = Math.max(0, Math.min(untilIdle, untilEnd));
  if (left === 0) return { kind: 'ended', left };
  // A report cannot move the absolute end, so the warning stays open during the report.
  if (untilEnd <= END_WARNING_MS) return { kind: 'ending', left };
  return { kind: untilIdle <= IDLE_WARNING_MS && !isReportDue(times, now) ? 'idle' : 'calm', left };
}
