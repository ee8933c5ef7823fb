import { useEffect } from 'react';
import { watchFocus } from '@/app/focus';
import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';
import { useCurrentUser } from '@/models/useCurrentUser';

/** The debug monitor exists in production builds only (SPEC §5). */
const Monitor =
  process.env.NODE_ENV === 'production'
    ? lazyWithRetry(() => import('@/monitor').then((module) => module.default), { quiet: true })
    : null;

const SessionGuard = lazyWithRetry(() => import('./session/SessionGuard').then((module) => module.default), {
  quiet: true,
});

/** Delay until the first page is shown. Milliseconds. */
const START_MS = 1_500;

/** Background parts of every page of a signed-in user; they are visible only when they have a message. */
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
