import type { Texts } from '../types';
import type { feePlan as source } from '../zh-CN/feePlan';
import { words } from './words';

export const feePlan: Texts<typeof source> = {
  keyword: words.search,
  keywordHint: words.planName,
  name: words.planName,
  state: words.state,
  isDefault: '預設方案',
  ruleText: '規則',
  platformRateBp: '基礎費率',
  basicHelp: '沒有技術服務費規則時按此收取',
  platformFixedFen: '基礎定額',
  teamCount: '使用站點',
  effectiveFrom: words.takesEffect,
  effectiveTo: words.inForceUntil,
  updatedAt: words.updatedAtMasculine,
  add: '新增方案',
  edit: words.edit,
  editTitle: words.editName,
  save: words.save,
  isOn: words.isEnabledMasculine,
  isOnHelp: '停用後，使用它的站點改用預設方案',
  rulesHelp: '只能選擇適用範圍為「費用方案內」的已發布規則；同一費用、對象和服務最多一條',
  inUse: '{n} 個站點使用此方案，修改須由另一位人員覆核。',
  remove: words.delete,
  removeText: '刪除方案「{names}」？',
  empty: '費用方案是站點訂閱的一組已發布規則。',
};
