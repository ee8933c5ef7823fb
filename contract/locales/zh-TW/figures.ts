import type { Texts } from '../types';
import type { figures as source } from '../zh-CN/figures';

export const figures: Texts<typeof source> = {
  showTable: '以表格檢視',
  showChart: '以圖表檢視',
  unfinished: '{label} 未結束，截至 {time}',
  share: '占比',
  up: '上升 {n}',
  down: '下降 {n}',
  same: '持平',
  noComparison: '暫無可比資料',
  today: '今天',
  yesterday: '昨天',
  last7: '近 7 天',
  last30: '近 30 天',
  last90: '近 90 天',
  from: '開始日期',
  to: '結束日期',
  apply: '套用',
  problem_missing: '請選擇開始和結束日期',
  problem_order: '結束日期不能早於開始日期',
  problem_future: '結束日期不能晚於今天',
  problem_long: '時間範圍最多 {n} 天',
};
