import { history } from '@umijs/max';
import { useEffect, useState } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { recomputeRoles } from '@/app/session/authority';
import type { SessionPhase } from '@/app/session/clock';
import { onSignedInAgain } from '@/app/session/expiry';
import { rememberLeftOff } from '@/app/session/leftOff';
import { flushForms } from '@/app/session/openForms';
import { loginAddress } from '@/app/session/redirect';
import { removeToken } from '@/app/session/token';
import { PromptHost } from '@/ui/calls/PromptHost';
import { useSessionPhase } from './useSessionPhase';

/** The dialog is loaded lazily, because its code is needed only when it opens. */
const SessionDialog = lazyWithRetry(() => import('./SessionDialog').then((module) => module.SessionDialog));

/**
 * Extends a session that is in use and warns before it ends. The user can sign in again in a dialog, so that no input on the page is lost.
 * The sign-in page of SPEC §8 is used for sessions that end without warning (docs/decisions/0015).
 */
export default function SessionGuard({ userId }: { readonly userId: number }) {
  const { phase, restart } = useSessionPhase();
  const [put, setPut] = useState<SessionPhase['kind'] | null>(null);
  // A new sign-in starts a new session. Its own warning must be shown, even if the warning of the old session was postponed.
  useEffect(() => onSignedInAgain(() => setPut(null)), []);

  // A postponed dialog opens again when the session enters another phase.
  const { kind, left } = phase;
  // `PromptHost` is needed on every page, because an undo may require an SMS code.
  if (kind === 'calm' || kind === put) return <PromptHost />;

  const done = () => {
    setPut(null);
    restart();
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
