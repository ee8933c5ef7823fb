import type { Texts } from '../types';
import type { receivable as source } from '../zh-CN/receivable';
import { words } from './words';

export const receivable: Texts<typeof source> = {
  no: '應收編號',
  createdAt: words.postedAt,
  kind: words.source,
  bizNo: words.sourceNo,
  teamId: words.station,
  amountFen: '應收金額',
  collectedFen: words.collected,
  waivedFen: words.waived,
  reducedFen: words.reversedMasculine,
  leftFen: words.outstanding,
  state: words.state,
  txNo: '入帳流水號',
  note: words.reasonForWaiver,
  sum_openFen: words.outstanding,
  sum_collectedFen: words.collected,
  sum_waivedFen: words.waived,
  reason: words.reasonForWaiver,
  waiveText: '減免「{names}」未收回的 {x} 元，損失由平台承擔。需要另一人同意。',
  empty: '站點餘額不足以承擔的費用、退款和餐損會顯示在這裡，之後的結算收入先用於收回。',
};
