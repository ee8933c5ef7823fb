import { words } from './words';

/** Texts about changes of stations' terms. */
export const terms = {
  propose: '变更条款',
  title: '变更站点条款：{name}',
  hint: '变更由另一人审核后生效。',
  effect: '对上月订单的影响',
  effectMonth: '测算月份',
  effectOrders: '{month}：共 {n} 笔已送达订单，其中 {m} 笔有变化',
  effectStation: '站点变化',
  effectRider: '骑手变化',
  effectPlatform: '平台变化',
  effectNote: '按现行费用规则测算，未计退款。',
  effectHidden: '没有查看金额的权限，不显示影响。',
  noChange: '修改条款后，这里显示对上月订单的影响。',
  reason: words.changeReason,
  effectiveAt: words.takesEffect,
  effectiveAtHelp: '留空则在通过后的下一个 04:00 生效；信用额度通过后立即生效。',
  creditNeedsRule: '需要“设置信用额度”权限。',
  submit: '提交变更',
  pending: '待审核的变更',
  by: '{maker} 提交',
  change: '{before} → {after}',
  startsAt: words.takesEffect,
  setPlan: '变更费用方案',
  setPlanText: '为 {names}（共 {n} 个站点）各提交一份费用方案变更，由另一人逐一审核。',
};
