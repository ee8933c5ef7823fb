import type { Texts } from '../types';
import type { feePlan as source } from '../zh-CN/feePlan';

export const feePlan: Texts<typeof source> = {
  keyword: 'Search',
  keywordHint: 'Plan name',
  name: 'Plan name',
  state: 'State',
  isDefault: 'Default',
  ruleText: 'Rules',
  platformRateBp: 'Basic rate',
  basicHelp: 'Charged where no technical service fee rule applies',
  platformFixedFen: 'Basic amount',
  teamCount: 'Stations',
  effectiveFrom: 'Takes effect',
  effectiveTo: 'In force until',
  updatedAt: 'Updated',
  add: 'Add plan',
  edit: 'Edit',
  editTitle: 'Edit {name}',
  save: 'Save',
  isOn: 'Enabled',
  isOnHelp: 'When disabled, its stations use the default plan',
  rulesHelp: 'Published rules whose scope is “through fee plans”; one for each fee, party and service',
  inUse: '{n} stations use this plan; another person must agree to a change.',
  remove: 'Delete',
  removeText: 'Delete the plan {names}?',
  empty: 'A fee plan is a set of published rules that stations subscribe to.',
};
