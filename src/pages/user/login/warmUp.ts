import { useEffect, useRef } from 'react';
import { getLocale, loadTexts } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { preloadPage } from '@/app/preload';

/** Milliseconds after which the workbench's code is loaded even without typing. */
const WARM_UP_MS = 4_000;

/** Fetches what comes after the sign-in while the person types. */
function warmUp(): void {
  preloadPage('/dashboard/index');
  loadTexts('console').catch(() => undefined);
  // The first clock with a time zone, and the first number, cost as much as drawing a block of the workbench: both are wound up here.
  whenIdle(
    () => {
      new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', hour: '2-digit' }).format(0);
      new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2 }).format(0);
    },
    { within: WARM_UP_MS },
  );
}

/** Loads the workbench after a while. @returns loads it at the first call, for the first key press */
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
