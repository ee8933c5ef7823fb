import type { Texts } from '../types';
import type { siteScore as source } from '../zh-CN/siteScore';
import { words } from './words';

export const siteScore: Texts<typeof source> = {
  teamId: words.ownStation,
  grade: 'Grade',
  grade_A: 'A',
  grade_B: 'B',
  grade_C: 'C',
  grade_D: 'D',
  grade_none: 'Not rated',
  score: words.score,
  inspectedOn: 'Last inspected',
  openRectify: 'Open rectifications',
  incidents: 'Incidents, 90 days',
  ratedAt: 'Rated',
  createdAt: words.time,
  cause: words.reason,
  refNo: 'Reference',
  sum_A: 'Grade A',
  sum_B: 'Grade B',
  sum_C: 'Grade C',
  sum_D: 'Grade D',
  sum_none: 'Not rated',
  empty: 'Stations get a score with their first inspection.',
  history: 'Score history',
  noHistory: 'No score yet.',
  rule: 'Weighted mean of the last three inspections (3:2:1), less points for incidents in the last 90 days: minor 1, normal 3, serious 10, major 25.',
  trend: 'Incidents per 10,000 orders',
  month: words.month,
};
