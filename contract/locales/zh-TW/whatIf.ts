import type { Texts } from '../types';
import type { whatIf as source } from '../zh-CN/whatIf';
import { words } from './words';

export const whatIf: Texts<typeof source> = {
  title: '歷史試算',
  help: '按過去的真實訂單計算本版本會帶來的變化，不產生任何扣費。',
  from: '開始日期',
  to: '結束日期',
  start: words.calculate,
  cancel: words.cancelWhatIf,
  progress: '已計算 {done} / {total} 單',
  range: '{from} 至 {to}',
  orders: words.orders,
  changed: '有變化',
  before: '原費用',
  after: '新費用',
  party: '對象',
  change: '變化',
  platform: words.platform,
  stations: words.stations,
  merchants: words.merchants,
  riders: words.riders,
  byStation: words.byStation,
  byRider: '按騎手',
  noOrders: '這段時間沒有訂單。',
  noChange: '沒有訂單會改變。',
  rest: '另有 {n} 個站點',
  onlyRiders: '只顯示前 {n} 名騎手',
};
