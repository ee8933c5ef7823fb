import type { Texts } from '../types';
import type { receivable as source } from '../zh-CN/receivable';

export const receivable: Texts<typeof source> = {
  no: 'Receivable no.',
  createdAt: 'Posted',
  kind: 'Source',
  bizNo: 'Source no.',
  teamId: 'Station',
  amountFen: 'Amount',
  collectedFen: 'Collected',
  waivedFen: 'Waived',
  reducedFen: 'Reversed',
  leftFen: 'Left',
  state: 'State',
  txNo: 'Transaction no.',
  note: 'Reason for waiver',
  sum_openFen: 'Owed now',
  sum_collectedFen: 'Collected',
  sum_waivedFen: 'Waived',
  reason: 'Reason for waiver',
  waiveText: 'Waive ¥{x} that is left of {names}. The platform bears the loss; another person must agree.',
  empty:
    'Fees, refunds and food losses that the station’s balance could not bear appear here. Later settlements pay them first.',
};
