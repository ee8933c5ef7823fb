import type { Texts } from '../types';
import type { receivable as source } from '../zh-CN/receivable';
import { words } from './words';

export const receivable: Texts<typeof source> = {
  no: 'Receivable no.',
  createdAt: words.postedAt,
  kind: words.source,
  bizNo: words.sourceNo,
  teamId: words.station,
  amountFen: 'Amount',
  collectedFen: words.collected,
  waivedFen: words.waived,
  reducedFen: words.reversedMasculine,
  leftFen: words.outstanding,
  state: words.state,
  txNo: 'Transaction no.',
  note: words.reasonForWaiver,
  sum_openFen: words.outstanding,
  sum_collectedFen: words.collected,
  sum_waivedFen: words.waived,
  reason: words.reasonForWaiver,
  waiveText: 'Waive the remaining ¥{x} of {names}. The platform bears the loss; another person must agree.',
  empty:
    'Fees, refunds and food losses that the station’s balance could not cover appear here. Later settlements pay them first.',
};
