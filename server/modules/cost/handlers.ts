import { costEndpoints } from '../../../contract/cost';
import { handlers } from '../../core/http/context';
import { calculate } from './calculate';
import { chargeList } from './charges';
import { feeRules } from './decide';
import { planForm, planList, removePlan, savePlan } from './plans';
import { ruleDetail, ruleList } from './rule-answers';
import { removeDraft, saveRule } from './save-rule';
import { collectCharge, waiveCharge } from './settle-charge';
import { cancelWhatIf, startWhatIf, whatIfAnswer, whatIfList } from './what-if-answers';

/** Fee management (费用管理, DOMAIN §3.5, §6.6). */
export const costHandlers = handlers(costEndpoints, {
  'finance.Cost/getRules': (ctx, input) => ruleList(ctx, input),
  'finance.Cost/getRule': (ctx, input) => ruleDetail(ctx, input),
  'finance.Cost/saveRule': (ctx, input) => saveRule(ctx, input),
  'finance.Cost/submitRule': (ctx, input) => feeRules.run(ctx, 'submitRule', input),
  'finance.Cost/publish': (ctx, input) => feeRules.run(ctx, 'publish', input),
  'finance.Cost/reject': (ctx, input) => feeRules.run(ctx, 'reject', input),
  'finance.Cost/recall': (ctx, input) => feeRules.run(ctx, 'recall', input),
  'finance.Cost/disable': (ctx, input) => feeRules.run(ctx, 'disable', input),
  'finance.Cost/removeDraft': (ctx, input) => removeDraft(ctx, input),
  'finance.Cost/getPlans': (ctx, input) => planList(ctx, input),
  'finance.Cost/getPlan': (ctx, input) => planForm(ctx, input),
  'finance.Cost/savePlan': (ctx, input) => savePlan(ctx, input),
  'finance.Cost/removePlan': (ctx, input) => removePlan(ctx, input),
  'finance.Cost/getCharges': (ctx, input) => chargeList(ctx, input),
  'finance.Cost/waive': (ctx, input) => waiveCharge(ctx, input),
  'finance.Cost/collect': (ctx, input) => collectCharge(ctx, input),
  'finance.Cost/calculate': (ctx, input) => calculate(ctx, input),
  'finance.Cost/getWhatIf': (ctx, input) => whatIfAnswer(ctx, input),
  'finance.Cost/getWhatIfs': (ctx, input) => whatIfList(ctx, input),
  'finance.Cost/startWhatIf': (ctx, input) => startWhatIf(ctx, input),
  'finance.Cost/cancelWhatIf': (ctx, input) => cancelWhatIf(ctx, input),
});
