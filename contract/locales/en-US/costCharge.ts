import type { Texts } from '../types';
import type { costCharge as source } from '../zh-CN/costCharge';
import { words } from './words';

export const costCharge: Texts<typeof source> = {
  keyword: words.search,
  keywordHint: 'Charge, order or transaction no.',
  no: 'Charge no.',
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
  deductedFrom: 'Deducted from',
  txNo: words.ledgerTransactionNo,
  ruleNo: words.ruleNo,
  note: words.reasonForWaiver,
  sum_chargedFen: 'Charged',
  sum_owedFen: 'Owed',
  sum_waivedFen: words.waived,
  days: 'Charges from {from} to {to}.',
  allTimes: words.allTimes,
  empty: 'Charges created by fee rules appear here.',
  waiveText:
    'Waive ¥{x} of {names}. Another person must approve; the amount already charged is returned to the charged party.',
  collectText: 'Deduct ¥{x} for {names} from the station’s available balance.',
};
