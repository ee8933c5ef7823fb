import { useEffect, useRef } from 'react';
import { backgroundRequest } from '@/app/request/backgroundRequest';
import { isSessionOver } from '@/app/session/expiry';

/** Milliseconds between two reloads of all blocks while the page is visible (DOMAIN §3.2). */
const EVERY_MS = 60_000;

/**
 * Calls `reload` each minute while the page is visible and the session is valid. After a skipped call, `reload` is called when the page
 * becomes visible again.
 */
export function useKeepFresh(reload: () => void): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let missed = false;
    const tick = () => {
      missed = document.visibilityState !== 'visible' || isSessionOver();
      if (!missed) backgroundRequest(latest.current);
    };
    const back = () => {
      if (missed) tick();
    };
    const timer = setInterval(tick, EVERY_MS);
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }, []);
}
