import { WORD } from './words';

/** Units that the form shows after the number of a setting. */
export const MINUTES = WORD.minutes;
export const HOURS = WORD.hours;
export const DAYS = WORD.days;
