import type { Texts } from '../types';
import type { costCharge as source } from '../zh-CN/costCharge';
import { words } from './words';

export const costCharge: Texts<typeof source> = {
  keyword: words.search,
  keywordHint: '扣費單號、訂單號或流水號',
  no: '扣費單號',
  createdAt: words.time,
  state: words.state,
  kind: words.feeType,
  ruleName: words.rule,
  revision: words.version,
  target: words.chargedTo,
  teamId: words.station,
  bizNo: words.relatedNo,
  baseFen: '基數',
  rateBp: words.rate,
  amountFen: words.amount,
  deductedFrom: '扣款帳戶',
  txNo: words.ledgerTransactionNo,
  ruleNo: words.ruleNo,
  note: words.reasonForWaiver,
  sum_chargedFen: '已扣',
  sum_owedFen: '欠費',
  sum_waivedFen: words.waived,
  days: '{from} 至 {to} 的扣費。',
  allTimes: words.allTimes,
  empty: '費用規則產生的扣費顯示在這裡。',
  waiveText: '減免 {names} 的 {x} 元。須由另一位人員覆核；已扣的金額退回被收費方。',
  collectText: '從站點可用餘額扣除 {names} 的 {x} 元。',
};
