import { addDays } from '../../core/money/days';

/** This module contains functions for months in the format `yyyy-MM`. */

export const firstDay = (month: string): string => `${month}-01`;

/** Adds a number of months. A negative number subtracts. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const total = year * 12 + number - 1 + months;
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
}

export const lastDay = (month: string): string => addDays(firstDay(addMonths(month, 1)), -1);
export const monthOf = (day: string): string => day.slice(0, 7);

/** Lists the `count` months before the month that contains `day`, oldest first. */
export function monthsBack(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(monthOf(day), index - count));
}
