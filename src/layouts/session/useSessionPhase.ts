import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { now } from '@/app/clock';
import { api } from '@/app/request/api';
import { lastActivity, noteActivity } from '@/app/session/activity';
import { recomputeRoles } from '@/app/session/authority';
import { isReportDue, phaseOf, type SessionPhase } from '@/app/session/clock';
import { announceSignIn, watchSession } from '@/app/session/expiry';
import { getToken, isTokenLost, onCookieChange } from '@/app/session/token';

interface SessionTimes {
  /** Milliseconds without activity after which the session ends. */
  idleMs: number;
  endsAt: number;
  actedAt: number;
}

const TICK_MS = 1_000;
/** Minimum interval in milliseconds between two reports of activity. Without it, an offline page would call the server every second. */
const RETRY_MS = 30_000;
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const;
const CALM: SessionPhase = { kind: 'calm', left: 0 };
const OVER: SessionPhase = { kind: 'ended', left: 0 };

/**
 * Stores the limits of the session and the time of the user's last activity. `ask` loads the limits from the server; calls do not overlap.
 */
function useSessionTimes(): {
  readonly times: RefObject<SessionTimes>;
  readonly ask: () => Promise<void>;
  /** Time at which `ask` last called the server, in milliseconds since 1970. */
  readonly askedAt: RefObject<number>;
} {
  const times = useRef<SessionTimes>({
    idleMs: Number.POSITIVE_INFINITY,
    endsAt: Number.POSITIVE_INFINITY,
    actedAt: 0,
  });
  const asking = useRef(false);
  const askedAt = useRef(0);
  const ask = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    askedAt.current = now();
    const outcome = await api.askGet('Login/getSession', {}, { silent: true }).catch(() => null);
    asking.current = false;
    if (!outcome?.ok) return;
    times.current.endsAt = Date.parse(outcome.data.endsAt);
    times.current.idleMs = outcome.data.idleMinutes * 60_000;
  }, []);
  return { times, ask, askedAt };
}

/** Records the user's activity, and calls `look` each second and whenever the cookie or the visibility changes. */
function watchUse(times: SessionTimes, look: () => void): () => void {
  const act = () => {
    times.actedAt = now();
  };
  const timer = setInterval(look, TICK_MS);
  for (const name of ACTS) document.addEventListener(name, act, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  const unlisten = onCookieChange(look);
  return () => {
    unlisten();
    clearInterval(timer);
    for (const name of ACTS) document.removeEventListener(name, act, { capture: true });
    document.removeEventListener('visibilitychange', look);
  };
}

/**
 * Computes the phase of the session, which all tabs of this browser share.
 *
 * @returns the phase, which changes only when the display must change; the caller must call `restart` after a new sign-in
 */
export function useSessionPhase(): { readonly phase: SessionPhase; readonly restart: () => void } {
  const [phase, setPhase] = useState<SessionPhase>(CALM);
  const { times, ask, askedAt } = useSessionTimes();
  /** `token` is the token of the session that `endsAt` belongs to. `known` is the token of the last session whose start was announced. */
  const token = useRef(getToken());
  const known = useRef(token.current);

  useEffect(() => {
    void ask();
    const timesNow = () => ({ ...times.current, heardAt: lastActivity() || now() });
    /** Computes the phase. A changed token means a new session, possibly of another tab, so its end must be loaded from the server. */
    const phaseNow = () => {
      const current = getToken();
      if (current !== null && current !== token.current) {
        token.current = current;
        times.current.endsAt = Number.POSITIVE_INFINITY;
      }
      if (current === null && isTokenLost()) return OVER;
      return phaseOf(timesNow(), now());
    };
    const look = () => {
      const next = phaseNow();
      if (next.kind !== 'ended' && getToken() === null) {
        // Another tab has signed out, so this page has no user.
        recomputeRoles();
        return;
      }
      if (known.current !== token.current) {
        // The user has signed in again in another tab. Waiting calls of this page can continue.
        announceSignIn();
        void ask();
      }
      if (next.kind !== 'ended' && isReportDue(timesNow(), now()) && now() - askedAt.current >= RETRY_MS) void ask();
      // Change the state only when the display changes, so that a hidden countdown causes no rendering.
      setPhase((before) => (next.kind !== 'calm' ? next : before.kind === 'calm' ? before : CALM));
    };
    const unwatch = watchSession({
      look,
      isOver: () => phaseNow().kind === 'ended',
      begun: () => {
        noteActivity(now());
        phaseNow();
        known.current = token.current;
      },
    });
    const unwatchUse = watchUse(times.current, look);
    return () => {
      unwatch();
      unwatchUse();
    };
  }, [ask, times, askedAt]);

  const restart = () => {
    setPhase(CALM);
    void ask();
  };
  return { phase, restart };
}
