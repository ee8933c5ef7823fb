import { useEffect } from 'react';
import { getLocale } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { loadWords } from '../library/words';
import type { CalendarProps } from './Calendar';

/**
 * `AFTER_MS` is the minimum wait between the first rendering of a field and the download in the background, `WITHIN_MS` the maximum wait
 * for an idle moment after that. Milliseconds. The download starts earlier if the pointer or the focus enters the field.
 */
const AFTER_MS = 3_000;
const WITHIN_MS = 5_000;

async function fetchCalendar() {
  // The first rendering of the calendar needs the texts of the current language.
  const code = import('./Calendar').then((module) => module.Calendar);
  const [Calendar] = await Promise.all([code, loadWords(getLocale())]);
  return Calendar;
}

/** The calendar. Its code is loaded when the pointer or the focus enters a field, or when the browser is idle. */
export const CalendarSlot = lazyWithRetry<CalendarProps>(fetchCalendar);

/** Downloads the calendar's code in advance. If that fails, the error is shown when the user opens the calendar. */
export const prepareCalendar = (): void => void fetchCalendar().catch(() => undefined);

/** Loads the calendar's code when the browser is idle, at least {@link AFTER_MS} after the first rendering of the field. */
export function usePreparedCalendar(): void {
  useEffect(() => whenIdle(prepareCalendar, { after: AFTER_MS, within: WITHIN_MS }), []);
}
