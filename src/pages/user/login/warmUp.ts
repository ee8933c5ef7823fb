import { useCallback, useEffect, useRef } from 'react';
import { getLocale, loadTexts } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { preloadPage } from '@/app/preload';

/**
 * Milliseconds until the preload starts if the user does not type earlier. Also the maximum wait for an idle moment before the formatters
 * are created.
 */
const WARM_UP_MS = 4_000;

/** Preloads the code, the texts and the formatters that the page after the sign-in needs. */
function warmUp(): void {
  preloadPage('/dashboard/index');
  loadTexts('console').catch(() => undefined);
  // Creating the first Intl formatters takes as long as rendering a block of the workbench. Create them before they are needed.
  whenIdle(
    () => {
      new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', hour: '2-digit' }).format(0);
      new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2 }).format(0);
    },
    { within: WARM_UP_MS },
  );
}

/** Preloads the workbench after a delay. @returns a function that starts the preload earlier; call it when the user types */
export function useWarmUp(): () => void {
  const warmed = useRef(false);
  const warmOnce = useCallback(() => {
    if (warmed.current) return;
    warmed.current = true;
    warmUp();
  }, []);
  useEffect(() => {
    const timer = setTimeout(warmOnce, WARM_UP_MS);
    return () => clearTimeout(timer);
  }, [warmOnce]);
  return warmOnce;
}
