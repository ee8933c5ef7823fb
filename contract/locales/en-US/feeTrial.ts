import type { Texts } from '../types';
import type { feeTrial as source } from '../zh-CN/feeTrial';
import { words } from './words';

export const feeTrial: Texts<typeof source> = {
  team: words.station,
  type: 'Service',
  goods: words.goods,
  delivery: words.deliveryFee,
  paid: words.amountPaid,
  distance: words.distance,
  hasMerchant: 'Has a merchant',
  at: words.paidAt,
  atHelp: words.emptyMeansNow,
  submit: words.calculate,
  intro: 'Calculates one order the way real orders are charged. Nothing is charged.',
  result: 'Result',
  items: 'Fees',
  fee: words.feeType,
  chargedTo: 'Charged to: {target}',
  rule: words.rule,
  formula: words.calculation,
  amount: words.amount,
  shares: 'Shares',
  station: words.station,
  merchant: words.merchant,
  rider: words.rider,
  platform: words.platform,
  total: words.total,
  noFees: 'No fees.',
};
