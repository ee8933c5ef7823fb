import type { Texts } from '../types';
import type { feeTrial as source } from '../zh-CN/feeTrial';
import { words } from './words';

export const feeTrial: Texts<typeof source> = {
  team: words.station,
  type: 'Serviço',
  goods: words.goods,
  delivery: words.deliveryFee,
  paid: words.amountPaid,
  distance: words.distance,
  hasMerchant: 'Tem comerciante',
  at: words.paidAt,
  atHelp: words.emptyMeansNow,
  submit: words.calculate,
  intro: 'Calcula um pedido como os pedidos reais são cobrados. Nada é cobrado.',
  result: 'Resultado',
  items: 'Tarifas',
  fee: words.feeType,
  chargedTo: 'Cobrada de: {target}',
  rule: words.rule,
  formula: words.calculation,
  amount: words.amount,
  shares: 'Divisão',
  station: words.station,
  merchant: words.merchant,
  rider: words.rider,
  platform: words.platform,
  total: words.total,
  noFees: 'Sem tarifas.',
};
