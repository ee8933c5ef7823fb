import { words } from './words';

/** Texts of the what-if, which calculates how a fee rule would have changed the fees of past orders. */
export const whatIf = {
  title: '历史试算',
  help: '按过去的真实订单计算本版本会带来的变化，不产生任何扣费。',
  from: '开始日期',
  to: '结束日期',
  start: words.calculate,
  cancel: words.cancelWhatIf,
  progress: '已计算 {done} / {total} 单',
  range: '{from} 至 {to}',
  orders: words.orders,
  changed: '有变化',
  before: '原费用',
  after: '新费用',
  party: '对象',
  change: '变化',
  platform: words.platform,
  stations: words.stations,
  merchants: words.merchants,
  riders: words.riders,
  byStation: words.byStation,
  byRider: '按骑手',
  noOrders: '这段时间没有订单。',
  noChange: '没有订单会改变。',
  rest: '另有 {n} 个站点',
  onlyRiders: '只显示前 {n} 名骑手',
};
