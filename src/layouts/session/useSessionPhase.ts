import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { now } from '@/app/clock';
import { api } from '@/app/request/api';
import { lastActivity, noteActivity } from '@/app/session/activity';
import { recomputeRoles } from '@/app/session/authority';
import { phaseOf, type SessionPhase } from '@/app/session/clock';
import { announceSignIn, watchSession } from '@/app/session/expiry';
import { getToken, isTokenLost, onCookieChange } from '@/app/session/token';

interface SessionTimes {
  /** Milliseconds without activity until the session ends. */
  idleMs: number;
  endsAt: number;
  actedAt: number;
}

const TICK_MS = 1_000;
/** Shortest interval between two calls, so that an offline page does not call the server every second. */
const RETRY_MS = 30_000;
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const;
const CALM: SessionPhase = { kind: 'calm', left: 0 };
const OVER: SessionPhase = { kind: 'ended', left: 0 };

/** The limits of the session, from the server. `ask` reads them, one call at a time. */
function useSessionTimes(): {
  readonly times: RefObject<SessionTimes>;
  readonly ask: () => Promise<void>;
  /** Time of the last call. */
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

/** Records the user's activity, and checks the session each second and after related events. */
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
 * Follows the session of this browser, across all tabs.
 *
 * @returns its phase, which changes only when the display does, and `restart`, to be called after the user signed in again
 */
export function useSessionPhase(): { readonly phase: SessionPhase; readonly restart: () => void } {
  const [phase, setPhase] = useState<SessionPhase>(CALM);
  const { times, ask, askedAt } = useSessionTimes();
  /** Session that `endsAt` belongs to, and the last session whose start was announced. */
  const token = useRef(getToken());
  const known = useRef(token.current);

  useEffect(() => {
    void ask();
    /** Another token is another session, of this tab or of another one: its end must be read from the server. */
    const phaseNow = () => {
      const current = getToken();
      if (current !== null && current !== token.current) {
        token.current = current;
        times.current.endsAt = Number.POSITIVE_INFINITY;
      }
      if (current === null && isTokenLost()) return OVER;
      return phaseOf({ ...times.current, heardAt: lastActivity() || now() }, now());
    };
    const look = () => {
      const next = phaseNow();
      if (next.kind !== 'ended' && getToken() === null) {
        // Another tab signed out: this page has no user now.
        recomputeRoles();
        return;
      }
      if (known.current !== token.current) {
        // The user signed in again in another tab, so waiting work of this page continues as well.
        announceSignIn();
        void ask();
      }
      if (next.kind === 'report' && now() - askedAt.current >= RETRY_MS) void ask();
      // Changes the state only when the display changes: an invisible clock causes no rendering.
      setPhase((before) =>
        next.kind === 'calm' || next.kind === 'report' ? (before.kind === 'calm' ? before : CALM) : next,
      );
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
