import { words } from './words';

/** Texts about amounts that stations owe. */
export const receivable = {
  no: '应收编号',
  createdAt: words.postedAt,
  kind: words.source,
  bizNo: words.sourceNo,
  teamId: words.station,
  amountFen: '应收金额',
  collectedFen: words.collected,
  waivedFen: words.waived,
  reducedFen: words.reversedMasculine,
  leftFen: words.outstanding,
  state: words.state,
  txNo: '入账流水号',
  note: words.reasonForWaiver,
  sum_openFen: words.outstanding,
  sum_collectedFen: words.collected,
  sum_waivedFen: words.waived,
  reason: words.reasonForWaiver,
  waiveText: '减免“{names}”未收回的 {x} 元，损失由平台承担。需要另一人同意。',
  empty: '站点余额不足以承担的费用、退款和餐损会显示在这里，之后的结算收入先用于收回。',
};
