import { useEffect } from 'react';
import { watchFocus } from '@/app/focus';
import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';
import { useCurrentUser } from '@/models/useCurrentUser';

/** The debug monitor. It exists only in production builds (SPEC §5). */
const Monitor =
  process.env.NODE_ENV === 'production'
    ? lazyWithRetry(() => import('@/monitor').then((module) => module.default), { quiet: true })
    : null;

const SessionGuard = lazyWithRetry(() => import('./session/SessionGuard').then((module) => module.default), {
  quiet: true,
});

/** Delay in milliseconds, so that the background code does not slow down the first page. */
const START_MS = 1_500;

/** Renders background components of a signed-in user. They are visible only when they have a message. */
export function Background() {
  const { id, debugMonitor, tel, login_ip } = useCurrentUser();
  const isTime = useIdle(START_MS);
  useEffect(watchFocus, []);
  if (!isTime) return null;
  return (
    <>
      <SessionGuard key={id} userId={id} />
      {Monitor && debugMonitor ? <Monitor tel={tel} loginIp={login_ip} /> : null}
    </>
  );
}
