import { WORD } from './words';

/** Units shown after the number of a setting. */
export const MINUTES = WORD.minutes;
export const HOURS = WORD.hours;
export const DAYS = WORD.days;
