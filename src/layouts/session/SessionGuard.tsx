import { history } from '@umijs/max';
import { useCallback, useEffect, useRef, useState } from 'react';
import { now } from '@/app/clock';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { api } from '@/app/request/api';
import { lastActivity, noteActivity } from '@/app/session/activity';
import { recomputeRoles } from '@/app/session/authority';
import { phaseOf, type SessionPhase } from '@/app/session/clock';
import { announceSignIn, watchSession } from '@/app/session/expiry';
import { rememberLeftOff } from '@/app/session/leftOff';
import { flushForms } from '@/app/session/openForms';
import { loginAddress } from '@/app/session/redirect';
import { getToken, isTokenLost, onCookieChange, removeToken } from '@/app/session/token';
import { PromptHost } from '@/ui/calls/PromptHost';

/** Loaded when there is something to say. */
const SessionDialog = lazyWithRetry(() => import('./SessionDialog').then((module) => module.SessionDialog));

const TICK_MS = 1_000;
/** Without a network the server is not called every second. */
const RETRY_MS = 30_000;
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const;
const CALM: SessionPhase = { kind: 'calm', left: 0 };
const OVER: SessionPhase = { kind: 'ended', left: 0 };

/**
 * Keeps a session that is used, and says before it ends: signing in again happens over the page, so that nothing on it is
 * lost. The sign-in page of SPEC §8 is for sessions that end without warning (docs/decisions/0015).
 */
export default function SessionGuard({ userId }: { readonly userId: number }) {
  const [phase, setPhase] = useState<SessionPhase>(CALM);
  const [put, setPut] = useState<SessionPhase['kind'] | null>(null);
  const times = useRef({ idleMs: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY, actedAt: 0 });
  /** Whose session `endsAt` is; and the one whose beginning was told. */
  const token = useRef(getToken());
  const known = useRef(token.current);
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

  useEffect(() => {
    void ask();
    /** Another token is another session, of this tab or of another one: when it ends has to be asked. */
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
        // Another tab signed out: this page has no user any more.
        recomputeRoles();
        return;
      }
      if (known.current !== token.current) {
        // A person signed in again in another tab: work that waits here continues as well.
        announceSignIn();
        void ask();
      }
      if (next.kind === 'report' && now() - askedAt.current >= RETRY_MS) void ask();
      // Drawn again only for what is shown: an invisible clock causes no rendering.
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
    const act = () => {
      times.current.actedAt = now();
    };
    const timer = setInterval(look, TICK_MS);
    for (const name of ACTS) document.addEventListener(name, act, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    const unlisten = onCookieChange(look);
    return () => {
      unwatch();
      unlisten();
      clearInterval(timer);
      for (const name of ACTS) document.removeEventListener(name, act, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [ask]);

  // Another kind of end asks again, though the former one was put off.
  const { kind, left } = phase;
  // Taking something back may ask for a code on a page that has no calls of its own.
  if (kind === 'calm' || kind === 'report' || kind === put) return <PromptHost />;

  const done = () => {
    setPut(null);
    setPhase(CALM);
    void ask();
  };
  const leave = () => {
    const { slots, to } = flushForms();
    const { pathname, search, hash } = history.location;
    const address = to ?? `${pathname}${search}${hash}`;
    rememberLeftOff(address, userId, slots);
    removeToken();
    history.replace(loginAddress(`${window.location.origin}${address}`));
    recomputeRoles();
  };
  return <SessionDialog kind={kind} left={left} onDone={done} onLater={() => setPut('ending')} onLeave={leave} />;
}
