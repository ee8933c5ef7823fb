import type { Texts } from '../types';
import type { figures as source } from '../zh-CN/figures';
import { words } from './words';

export const figures: Texts<typeof source> = {
  showTable: words.showAsTable,
  showChart: 'Show as chart',
  unfinished: '{label} is not over; as of {time}',
  share: 'Share',
  up: 'up {n}',
  down: 'down {n}',
  same: 'unchanged',
  noComparison: 'no earlier data to compare',
};
