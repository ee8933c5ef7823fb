import { MINUTE_MS } from '@contract/units';

/** Time before the idle limit at which the page asks whether the user is present. Milliseconds. */
const IDLE_WARNING_MS = 2 * MINUTE_MS;
/** Time before the absolute end from which the user can renew the session by signing in again over the page. Milliseconds. */
const END_WARNING_MS = 5 * MINUTE_MS;
/** Interval at which work without calls to the server is reported: typing counts as presence. Milliseconds. */
export const KEEP_ALIVE_MS = 4 * MINUTE_MS;

export interface SessionTimes {
  /** Milliseconds without activity after which the server ends the session. */
  readonly idleMs: number;
  /** Absolute end of the session, milliseconds since 1970. */
  readonly endsAt: number;
  /** Time of the last call in any tab that the server answered. */
  readonly heardAt: number;
  /** Time of the user's last key or press on this page. */
  readonly actedAt: number;
}

/**
 * `calm`: nothing to do · `report`: the user works without calls, so presence is reported · `idle`: no input for long · `ending`:
 * the absolute end is near · `ended`: the server has ended this session.
 */
export interface SessionPhase {
  readonly kind: 'calm' | 'report' | 'idle' | 'ending' | 'ended';
  /** Milliseconds until the end; 0 when it has ended. */
  readonly left: number;
}

export function phaseOf({ idleMs, endsAt, heardAt, actedAt }: SessionTimes, now: number): SessionPhase {
  const untilIdle = heardAt + idleMs - now;
  const untilEnd = endsAt - now;
  const left = Math.max(0, Math.min(untilIdle, untilEnd));
  if (left === 0) return { kind: 'ended', left };
  const hasActed = actedAt > heardAt;
  if (hasActed && now - heardAt >= KEEP_ALIVE_MS) return { kind: 'report', left };
  if (untilEnd <= END_WARNING_MS) return { kind: 'ending', left };
  return { kind: untilIdle <= IDLE_WARNING_MS ? 'idle' : 'calm', left };
}
