import { words } from './words';

export const withdraw = {
  tab_team: words.stations,
  tab_rider: words.riders,
  tab_franchisee: words.franchisees,
  calculator: '手续费试算',
  calculatorHelp: '按表单中的当前内容计算，保存前也可试算。',
  amount: '提现金额',
  usedFree: '本月已用免费次数',
  fee: words.handlingFee,
  net: '到账金额',
  free: words.free,
  paidByPlatform: '由平台承担',
  belowMin: '低于单笔最低 {amount}',
  aboveMax: '超过单笔最高 {amount}',
  notMultiple: '必须是 {amount} 的倍数',
  notCovered: '金额不足以支付手续费。最小可提现金额：{amount}',
  neverCovered: '在允许的金额内，手续费始终不低于金额。请调整手续费或限额。',
} as const;
