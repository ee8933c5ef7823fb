import { words } from './words';

/** Texts of key figures and charts. */
export const figures = {
  showTable: words.showAsTable,
  showChart: '以图表查看',
  unfinished: '{label} 未结束，截至 {time}',
  share: '占比',
  up: '上升 {n}',
  down: '下降 {n}',
  same: '持平',
  noComparison: '暂无可比数据',
};
