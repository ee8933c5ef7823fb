import { history } from '@umijs/max';
import { useState } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { recomputeRoles } from '@/app/session/authority';
import type { SessionPhase } from '@/app/session/clock';
import { rememberLeftOff } from '@/app/session/leftOff';
import { flushForms } from '@/app/session/openForms';
import { loginAddress } from '@/app/session/redirect';
import { removeToken } from '@/app/session/token';
import { PromptHost } from '@/ui/calls/PromptHost';
import { useSessionPhase } from './useSessionPhase';

/** Loaded when the dialog opens. */
const SessionDialog = lazyWithRetry(() => import('./SessionDialog').then((module) => module.SessionDialog));

/**
 * Keeps a used session alive and warns before it ends. The user signs in again over the page, so that no input is lost. The sign-in
 * page of SPEC §8 is for sessions that end without warning (docs/decisions/0015).
 */
export default function SessionGuard({ userId }: { readonly userId: number }) {
  const { phase, restart } = useSessionPhase();
  const [put, setPut] = useState<SessionPhase['kind'] | null>(null);

  // A dialog that was put off opens again for another kind of end.
  const { kind, left } = phase;
  // An undo may ask for a code even on a page without calls of its own.
  if (kind === 'calm' || kind === 'report' || kind === put) return <PromptHost />;

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
