import type { Texts } from '../types';
import type { figures as source } from '../zh-CN/figures';

export const figures: Texts<typeof source> = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  unfinished: '{label} is not over: until {time}',
  share: 'Share',
  up: 'up {n}',
  down: 'down {n}',
  same: 'unchanged',
  noComparison: 'no earlier data to compare',
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  from: 'From',
  to: 'To',
  apply: 'Apply',
  problem_missing: 'Choose both dates',
  problem_order: 'The end must not be before the start',
  problem_future: 'The end must not be after today',
  problem_long: 'At most {n} days',
};
