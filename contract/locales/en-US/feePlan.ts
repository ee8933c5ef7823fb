import type { Texts } from '../types';
import type { feePlan as source } from '../zh-CN/feePlan';
import { words } from './words';

export const feePlan: Texts<typeof source> = {
  keyword: words.search,
  keywordHint: words.planName,
  name: words.planName,
  state: words.state,
  isDefault: 'Default',
  ruleText: 'Rules',
  platformRateBp: 'Basic rate',
  basicHelp: 'Charged where no technical service fee rule applies',
  platformFixedFen: 'Basic amount',
  teamCount: 'Stations',
  effectiveFrom: words.takesEffect,
  effectiveTo: words.inForceUntil,
  updatedAt: words.updatedAtMasculine,
  add: 'Add plan',
  edit: words.edit,
  editTitle: words.editName,
  save: words.save,
  isOn: words.isEnabledMasculine,
  isOnHelp: 'When disabled, its stations use the default plan',
  rulesHelp: 'Only published rules with the scope “Through fee plans”; at most one for each fee, party and service',
  inUse: '{n, plural, one {# station uses} other {# stations use}} this plan; another person must approve a change.',
  remove: words.delete,
  removeText: 'Delete the plan {names}?',
  empty: 'A fee plan is a set of published rules that stations subscribe to.',
};
