import { useEffect } from 'react';
import { getLocale } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { loadWords } from '../library/words';
import type { CalendarProps } from './Calendar';

/** Delay of the download after the page is shown; a user who opens the calendar earlier only waits for its code. Milliseconds. */
const AFTER_MS = 3_000;
const WITHIN_MS = 5_000;

async function fetchCalendar() {
  // The calendar uses the current language from its first drawing.
  const code = import('./Calendar').then((module) => module.Calendar);
  const [Calendar] = await Promise.all([code, loadWords(getLocale())]);
  return Calendar;
}

/** The calendar; its code is loaded when a field gets the focus, or when the browser is idle. */
export const CalendarSlot = lazyWithRetry<CalendarProps>(fetchCalendar);

/** Downloads the code of the calendar in advance. A failure is shown when the calendar is opened. */
export const prepareCalendar = (): void => void fetchCalendar().catch(() => undefined);

/** Loads the code of the calendar once the page is shown and the browser is idle. */
export function usePreparedCalendar(): void {
  useEffect(() => whenIdle(prepareCalendar, { after: AFTER_MS, within: WITHIN_MS }), []);
}
