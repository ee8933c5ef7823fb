import type { Text } from './text';
import { WORD } from './words';

/**
 * This file declares the web vitals that pages measure, and limits of the problem reports that users send. It imports no library, because
 * the browser loads it at run time.
 */

/** Web vitals: largest contentful paint, interaction to next paint, cumulative layout shift, time to first byte. */
export const VITALS = ['LCP', 'INP', 'CLS', 'TTFB'] as const;

export const PROBLEM = {
  content: { min: 5, max: 1_000 },
  note: 500,
  page: 500,
  /** Maximum number of recent calls in a report. */
  calls: 20,
} as const;

export const PROBLEM_STATES = ['new', 'handled'] as const;
export const PROBLEM_STATE_TEXT: Readonly<Record<(typeof PROBLEM_STATES)[number], Text>> = {
  new: WORD.openProblem,
  handled: WORD.handledMasculine,
};
