import type { Texts } from '../types';
import type { receivable as source } from '../zh-CN/receivable';

export const receivable: Texts<typeof source> = {
  no: '應收編號',
  createdAt: '記帳時間',
  kind: '來源',
  bizNo: '來源單號',
  teamId: '站點',
  amountFen: '應收金額',
  collectedFen: '已收回',
  waivedFen: '已減免',
  reducedFen: '已沖正',
  leftFen: '未收回',
  state: '狀態',
  txNo: '入帳流水號',
  note: '減免原因',
  sum_openFen: '未收回',
  sum_collectedFen: '已收回',
  sum_waivedFen: '已減免',
  reason: '減免原因',
  waiveText: '減免「{names}」未收回的 {x} 元，損失由平台承擔。需要另一人同意。',
  empty: '站點餘額不足以承擔的費用、退款和餐損會顯示在這裡，之後的結算收入先用於收回。',
};
