import type { Texts } from '../types';
import type { date as source } from '../zh-CN/date';
import { words } from './words';

export const date: Texts<typeof source> = {
  today: words.today,
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  presets: 'Common dates',
  hint_day: 'yyyy-mm-dd',
  hint_moment: 'yyyy-mm-dd hh:mm',
  hint_time: 'hh:mm',
  unreadable: 'Use the format {example}',
  early: 'Not before {day}',
  late: 'Not after {day}',
  missing: 'Choose a start date and an end date',
  order: 'The end must not be before the start',
  long: 'At most {n} days',
};
