import type { Texts } from '../types';
import type { feeTrial as source } from '../zh-CN/feeTrial';
import { words } from './words';

export const feeTrial: Texts<typeof source> = {
  team: words.station,
  type: '服務類型',
  goods: words.goods,
  delivery: words.deliveryFee,
  paid: words.amountPaid,
  distance: words.distance,
  hasMerchant: '有商家',
  at: words.paidAt,
  atHelp: words.emptyMeansNow,
  submit: words.calculate,
  intro: '按真實收費的同一算法計算一筆訂單，不產生任何扣費。',
  result: '試算結果',
  items: '費用',
  fee: words.feeType,
  chargedTo: '向{target}收取',
  rule: words.rule,
  formula: words.calculation,
  amount: words.amount,
  shares: '分帳',
  station: words.station,
  merchant: words.merchant,
  rider: words.rider,
  platform: words.platform,
  total: words.total,
  noFees: '沒有費用。',
};
