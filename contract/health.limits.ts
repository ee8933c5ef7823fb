import type { Text } from './text';
import { WORD } from './words';

/** Limits of what pages tell about themselves. Free of libraries: the browser imports it at run time. */

/** Measures of a page's speed: largest contentful paint, delay of the first input, layout shift, time to first byte. */
export const VITALS = ['LCP', 'INP', 'CLS', 'TTFB'] as const;

export const PROBLEM = {
  content: { min: 5, max: 1_000 },
  note: 500,
  page: 500,
  /** Newest calls that a report carries. */
  calls: 20,
} as const;

export const PROBLEM_STATES = ['new', 'handled'] as const;
export const PROBLEM_STATE_TEXT: Readonly<Record<(typeof PROBLEM_STATES)[number], Text>> = {
  new: WORD.openProblem,
  handled: WORD.handledMasculine,
};
