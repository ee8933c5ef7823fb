import type { Texts } from '../types';
import type { terms as source } from '../zh-CN/terms';
import { words } from './words';

export const terms: Texts<typeof source> = {
  propose: '變更條款',
  title: '變更站點條款：{name}',
  hint: '變更由另一人審核後生效。',
  effect: '對上月訂單的影響',
  effectMonth: '測算月份',
  effectOrders: '{month}：共 {n} 筆已送達訂單，其中 {m} 筆有變化',
  effectStation: '站點變化',
  effectRider: '騎手變化',
  effectPlatform: '平台變化',
  effectNote: '按現行費用規則測算，未計退款。',
  effectHidden: '沒有檢視金額的權限，不顯示影響。',
  noChange: '修改條款後，這裡顯示對上月訂單的影響。',
  reason: words.changeReason,
  effectiveAt: words.takesEffect,
  effectiveAtHelp: '留空則在通過後的下一個 04:00 生效；信用額度通過後立即生效。',
  creditNeedsRule: '需要「設定信用額度」權限。',
  submit: '提交變更',
  pending: '待審核的變更',
  by: '{maker} 提交',
  change: '{before} → {after}',
  startsAt: words.takesEffect,
  setPlan: '變更費用方案',
  setPlanText: '為 {names}（共 {n} 個站點）各提交一份費用方案變更，由另一人逐一審核。',
};
