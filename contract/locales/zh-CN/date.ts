import { words } from './words';

/** Texts of the input fields for days, times and ranges. */
export const date = {
  today: words.today,
  yesterday: '昨天',
  last7: '近 7 天',
  last30: '近 30 天',
  last90: '近 90 天',
  thisMonth: '本月',
  lastMonth: '上月',
  presets: '常用日期',
  hint_day: '年-月-日',
  hint_moment: '年-月-日 时:分',
  hint_time: '时:分',
  unreadable: '请按“{example}”的格式输入',
  early: '不能早于 {day}',
  late: '不能晚于 {day}',
  missing: '请选择开始和结束日期',
  order: '结束日期不能早于开始日期',
  long: '时间范围最多 {n} 天',
};
