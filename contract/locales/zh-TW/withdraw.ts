import type { Texts } from '../types';
import type { withdraw as source } from '../zh-CN/withdraw';
import { words } from './words';

export const withdraw: Texts<typeof source> = {
  tab_team: words.stations,
  tab_rider: words.riders,
  tab_franchisee: words.franchisees,
  calculator: '手續費試算',
  calculatorHelp: '依表單中的目前內容計算，儲存前也可試算。',
  amount: '提現金額',
  usedFree: '本月已用免費次數',
  fee: words.handlingFee,
  net: '到帳金額',
  free: words.free,
  paidByPlatform: '由平台承擔',
  belowMin: '低於單筆最低 {amount}',
  aboveMax: '超過單筆最高 {amount}',
  notMultiple: '必須是 {amount} 的倍數',
  notCovered: '金額不足以支付手續費。最小可提現金額：{amount}',
  neverCovered: '在允許的金額內，手續費始終不低於金額。請調整手續費或限額。',
};
