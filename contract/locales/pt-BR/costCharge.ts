import type { Texts } from '../types';
import type { costCharge as source } from '../zh-CN/costCharge';
import { words } from './words';

export const costCharge: Texts<typeof source> = {
  keyword: words.search,
  keywordHint: 'Nº da cobrança, do pedido ou da transação',
  no: 'Nº da cobrança',
  createdAt: words.time,
  state: words.state,
  kind: words.feeType,
  ruleName: words.rule,
  revision: words.version,
  target: words.chargedTo,
  teamId: words.station,
  bizNo: words.relatedNo,
  baseFen: 'Base',
  rateBp: words.rate,
  amountFen: words.amount,
  deductedFrom: 'Deduzida de',
  txNo: words.ledgerTransactionNo,
  ruleNo: words.ruleNo,
  note: words.reasonForWaiver,
  sum_chargedFen: 'Cobrado',
  sum_owedFen: 'Devido',
  sum_waivedFen: words.waived,
  days: 'Cobranças de {from} a {to}.',
  allTimes: words.allTimes,
  empty: 'As cobranças geradas pelas regras de tarifas aparecem aqui.',
  waiveText: 'Dispensar ¥{x} de {names}. Outra pessoa precisa aprovar; o valor já cobrado é devolvido à parte cobrada.',
  collectText: 'Deduzir ¥{x} de {names} do saldo disponível da estação.',
};
