import type { Texts } from '../types';
import type { siteScore as source } from '../zh-CN/siteScore';
import { words } from './words';

export const siteScore: Texts<typeof source> = {
  teamId: words.ownStation,
  grade: '等級',
  grade_A: 'A 級',
  grade_B: 'B 級',
  grade_C: 'C 級',
  grade_D: 'D 級',
  grade_none: '未評級',
  score: words.score,
  inspectedOn: '最近檢查',
  openRectify: '未完成整改',
  incidents: '90 天事故',
  ratedAt: '評分時間',
  createdAt: words.time,
  cause: words.reason,
  refNo: '相關單號',
  sum_A: 'A 級站點',
  sum_B: 'B 級站點',
  sum_C: 'C 級站點',
  sum_D: 'D 級站點',
  sum_none: '未評級站點',
  empty: '站點檢查後會有得分。',
  history: '得分記錄',
  noHistory: '還沒有得分。',
  rule: '最近三次檢查加權平均（3:2:1），減去 90 天內事故的扣分：輕微 1、一般 3、嚴重 10、重大 25。',
  trend: '每萬單事故數',
  month: words.month,
};
