import type { Texts } from '../types';
import type { terms as source } from '../zh-CN/terms';
import { words } from './words';

export const terms: Texts<typeof source> = {
  propose: 'Change terms',
  title: 'Change terms of {name}',
  hint: 'A change takes effect once another person has reviewed it.',
  effect: 'Effect on last month’s orders',
  effectMonth: 'Compared month',
  effectOrders: '{month}: {n, plural, one {# delivered order} other {# delivered orders}}, {m} would change',
  effectStation: 'Station',
  effectRider: 'Riders',
  effectPlatform: 'Platform',
  effectNote: 'Based on current fee rules, before refunds.',
  effectHidden: 'The effect is hidden because you have no permission to view amounts.',
  noChange: 'Change a term to see its effect on last month’s orders.',
  reason: words.changeReason,
  effectiveAt: words.takesEffect,
  effectiveAtHelp: 'Empty: at the next 04:00 after approval. A credit limit takes effect at once after approval.',
  creditNeedsRule: 'You need the permission “Set credit limit”.',
  submit: 'Submit change',
  pending: 'Changes pending review',
  by: 'Submitted by {maker}',
  change: '{before} → {after}',
  startsAt: words.takesEffect,
  setPlan: 'Change fee plan',
  setPlanText:
    'Submits a fee plan change for {names} ({n, plural, one {# station} other {# stations}}). Another person reviews each change.',
};
