import type { Texts } from '../types';
import type { figures as source } from '../zh-CN/figures';
import { words } from './words';

export const figures: Texts<typeof source> = {
  showTable: words.showAsTable,
  showChart: '以圖表檢視',
  unfinished: '{label} 未結束，截至 {time}',
  share: '占比',
  up: '上升 {n}',
  down: '下降 {n}',
  same: '持平',
  noComparison: '暫無可比資料',
};
