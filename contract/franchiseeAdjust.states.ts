import { caseType } from './case';
import { RULE } from './rule-ids';
import { ADJUST_STATE_SPECS, adjustSteps } from './teamFund.states';
import { WORD } from './words';

/** A manual adjustment of a franchisee's share balance (加盟商调账, DOMAIN §3.6). This file imports no library: the browser loads it. */
export const franchiseeAdjustCase = caseType({
  key: 'franchiseeAdjust',
  module: 'franchise.list',
  number: 'AF',
  title: WORD.franchiseeAdjustment,
  money: true,
  states: ADJUST_STATE_SPECS,
  steps: adjustSteps('franchise.Franchisee', {
    decide: RULE['franchise.list.adjustApprove'],
    make: RULE['franchise.list.adjustSubmit'],
  }),
});
export type FranchiseeAdjustState = keyof typeof franchiseeAdjustCase.states;
