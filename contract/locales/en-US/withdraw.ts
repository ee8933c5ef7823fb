import type { Texts } from '../types';
import type { withdraw as source } from '../zh-CN/withdraw';
import { words } from './words';

export const withdraw: Texts<typeof source> = {
  tab_team: words.stations,
  tab_rider: words.riders,
  tab_franchisee: words.franchisees,
  calculator: 'Fee calculator',
  calculatorHelp: 'Uses the values in the form, saved or not.',
  amount: 'Withdrawal amount',
  usedFree: 'Free applications used this month',
  fee: words.handlingFee,
  net: 'Payee receives',
  free: words.free,
  paidByPlatform: 'Paid by the platform',
  belowMin: 'Below the minimum of {amount}',
  aboveMax: 'Above the maximum of {amount}',
  notMultiple: 'Must be a multiple of {amount}',
  notCovered: 'The amount does not cover the fee. Smallest amount that can be paid out: {amount}',
  neverCovered: 'Within the allowed amounts, the fee is never less than the amount. Change the fee or the limits.',
};
