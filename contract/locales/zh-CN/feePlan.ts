import { words } from './words';

/** Fee plans. */
export const feePlan = {
  keyword: words.search,
  keywordHint: words.planName,
  name: words.planName,
  state: words.state,
  isDefault: '默认方案',
  ruleText: '规则',
  platformRateBp: '基础费率',
  basicHelp: '没有技术服务费规则时按此收取',
  platformFixedFen: '基础定额',
  teamCount: '使用站点',
  effectiveFrom: words.takesEffect,
  effectiveTo: words.inForceUntil,
  updatedAt: words.updatedAtMasculine,
  add: '新建方案',
  edit: words.edit,
  editTitle: words.editName,
  save: words.save,
  isOn: words.isEnabledMasculine,
  isOnHelp: '停用后，使用它的站点改用默认方案',
  rulesHelp: '只能选择适用范围为“费用方案内”的已发布规则；同一费用、对象和服务最多一条',
  inUse: '{n} 个站点使用此方案，修改须由另一位人员复核。',
  remove: words.delete,
  removeText: '删除方案“{names}”？',
  empty: '费用方案是站点订阅的一组已发布规则。',
};
