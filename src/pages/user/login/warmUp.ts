import { useEffect, useRef } from 'react';
import { getLocale, loadTexts } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { preloadPage } from '@/app/preload';

/** Milliseconds until the workbench's code is preloaded, even without typing. */
const WARM_UP_MS = 4_000;

/** Preloads the page after the sign-in while the user types. */
function warmUp(): void {
  preloadPage('/dashboard/index');
  loadTexts('console').catch(() => undefined);
  // The first Intl formatters for times and numbers are as slow as rendering a block of the workbench. Create them here.
  whenIdle(
    () => {
      new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', hour: '2-digit' }).format(0);
      new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2 }).format(0);
    },
    { within: WARM_UP_MS },
  );
}

/** Preloads the workbench after a delay. @returns a function that preloads it at its first call, for the first key press */
export function useWarmUp(): () => void {
  const warmed = useRef(false);
  useEffect(() => {
    const timer = setTimeout(warmUp, WARM_UP_MS);
    return () => clearTimeout(timer);
  }, []);
  return () => {
    if (warmed.current) return;
    warmed.current = true;
    warmUp();
  };
}
