import type { Texts } from '../types';
import type { date as source } from '../zh-CN/date';
import { words } from './words';

export const date: Texts<typeof source> = {
  today: words.today,
  yesterday: '昨天',
  last7: '近 7 天',
  last30: '近 30 天',
  last90: '近 90 天',
  thisMonth: '本月',
  lastMonth: '上月',
  presets: '常用日期',
  hint_day: '年-月-日',
  hint_moment: '年-月-日 時:分',
  hint_time: '時:分',
  unreadable: '請依「{example}」的格式輸入',
  early: '不能早於 {day}',
  late: '不能晚於 {day}',
  missing: '請選擇開始和結束日期',
  order: '結束日期不能早於開始日期',
  long: '時間範圍最多 {n} 天',
};
