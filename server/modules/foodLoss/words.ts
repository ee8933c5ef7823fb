import { text } from '../../../contract/text';

/** Texts about food losses: answers, notices and error messages. */
export const WORDS = {
  created: text(
    '餐损 {no} 已上报，订单结算已暂缓',
    'Food loss {no} reported; the settlement is held',
    'Perda {no} registrada; a liquidação está retida',
    '餐損 {no} 已上報，訂單結算已暫緩',
  ),
  createdHeldBefore: text(
    '餐损 {no} 已上报，订单结算此前已暂缓',
    'Food loss {no} reported; the settlement was already held',
    'Perda {no} registrada; a liquidação já estava retida',
    '餐損 {no} 已上報，訂單結算此前已暫緩',
  ),
  createdAvailable: text(
    '餐损 {no} 已上报，订单款项已入账，未能暂缓',
    'Food loss {no} reported; the order’s money is already available and is not held',
    'Perda {no} registrada; o dinheiro do pedido já está disponível e não foi retido',
    '餐損 {no} 已上報，訂單款項已入帳，未能暫緩',
  ),
  accepted: text('餐损 {no} 已受理', 'Food loss {no} accepted', 'Perda {no} acolhida', '餐損 {no} 已受理'),
  asked: text('已要求{party}补证', 'Evidence asked of the {party}', 'Provas pedidas: {party}', '已要求{party}補證'),
  evidence: text(
    '餐损 {no} 的证据已补充',
    'Evidence added to {no}',
    'Provas adicionadas a {no}',
    '餐損 {no} 的證據已補充',
  ),
  decided: text(
    '餐损 {no} 已判责，赔付 {x} 元',
    'Food loss {no} decided, ¥{x}',
    'Perda {no} decidida, ¥{x}',
    '餐損 {no} 已判責，賠付 {x} 元',
  ),
  advanced: text(
    '餐损 {no} 已由平台垫付 {x} 元',
    'The platform advanced ¥{x} for {no}',
    'A plataforma adiantou ¥{x} por {no}',
    '餐損 {no} 已由平台墊付 {x} 元',
  ),
  appealed: text(
    '餐损 {no} 的申诉已登记',
    'Appeal of {no} recorded',
    'Recurso de {no} registrado',
    '餐損 {no} 的申訴已登記',
  ),
  appealDecided: text(
    '餐损 {no} 的申诉已判定',
    'Appeal of {no} decided',
    'Recurso de {no} decidido',
    '餐損 {no} 的申訴已判定',
  ),
  refunded: text(
    '餐损 {no} 已登记原路退款 {x} 元',
    'Refund of ¥{x} recorded for {no}',
    'Reembolso de ¥{x} registrado para {no}',
    '餐損 {no} 已登記原路退款 {x} 元',
  ),
  insurerCollected: text(
    '餐损 {no} 的保险公司承担部分 {x} 元已收回',
    'The insurer’s share of ¥{x} for {no} was recorded as collected',
    'Os ¥{x} da seguradora por {no} foram registrados como recebidos',
    '餐損 {no} 的保險公司承擔部分 {x} 元已收回',
  ),
  refundFailed: text(
    '餐损 {no} 的退款失败已登记',
    'Failed refund of {no} recorded',
    'Falha do reembolso de {no} registrada',
    '餐損 {no} 的退款失敗已登記',
  ),
  retried: text(
    '餐损 {no} 已重新赔付',
    'Payment of {no} started again',
    'Pagamento de {no} reiniciado',
    '餐損 {no} 已重新賠付',
  ),
  closed: text(
    '餐损 {no} 已结案，未赔付',
    'Food loss {no} closed without payment',
    'Perda {no} encerrada sem pagamento',
    '餐損 {no} 已結案，未賠付',
  ),
  rejected: text('餐损 {no} 已驳回', 'Food loss {no} rejected', 'Perda {no} recusada', '餐損 {no} 已駁回'),
  cancelled: text('餐损 {no} 已取消', 'Food loss {no} cancelled', 'Perda {no} cancelada', '餐損 {no} 已取消'),
  noticeTitle: text('餐损{state}：{no}', 'Food loss {state}: {no}', 'Perda {state}: {no}', '餐損{state}：{no}'),
  noticeText: text(
    '{no} 由 {checker} 处理。{note}',
    '{no}, handled by {checker}. {note}',
    '{no}, tratada por {checker}. {note}',
    '{no} 由 {checker} 處理。{note}',
  ),
  newTitle: text('新的餐损：{no}', 'New food loss: {no}', 'Nova perda: {no}', '新的餐損：{no}'),
  newText: text(
    '订单 {order}：{reason}，损失 {x} 元，请在 2 小时内受理。',
    'Order {order}: {reason}, ¥{x}. Accept it within 2 hours.',
    'Pedido {order}: {reason}, ¥{x}. Acolha em 2 horas.',
    '訂單 {order}：{reason}，損失 {x} 元，請在 2 小時內受理。',
  ),
  appealTitle: text('餐损申诉：{no}', 'Appeal of a food loss: {no}', 'Recurso de uma perda: {no}', '餐損申訴：{no}'),
  appealText: text(
    '{party}对 {no} 的判责提出申诉',
    'The {party} appeals against {no}',
    '{party} recorre de {no}',
    '{party}對 {no} 的判責提出申訴',
  ),
  remindTitle: text('请处理餐损 {no}', 'Please handle food loss {no}', 'Trate a perda {no}', '請處理餐損 {no}'),
  remindText: text(
    '{by} 提醒您处理餐损 {no}（{state}）。',
    '{by} reminds you of food loss {no} ({state}).',
    '{by} lembra da perda {no} ({state}).',
    '{by} 提醒您處理餐損 {no}（{state}）。',
  ),
  assignedTitle: text(
    '餐损 {no} 已分配给您',
    'Food loss {no} was assigned to you',
    'A perda {no} é sua',
    '餐損 {no} 已分派給您',
  ),
  noHandler: text('还没有处理人', 'There is no handler yet', 'Sem responsável', '還沒有處理人'),
  files: text(
    '请上传与类型相符的文件',
    'Upload files of the chosen type',
    'Envie arquivos do tipo escolhido',
    '請上傳與類型相符的檔案',
  ),
  noParty: text(
    '订单没有这一责任方',
    'The order has no such party',
    'O pedido não tem essa parte',
    '訂單沒有這一責任方',
  ),
  twice: text(
    '同一责任方只能出现一次',
    'Each liable party can appear only once',
    'Cada parte uma só vez',
    '同一責任方只能出現一次',
  ),
  way: text(
    '商家和骑手只能赔付到余额',
    'Merchants and riders are paid into their balance',
    'Comerciantes e entregadores recebem no saldo',
    '商家和騎手只能賠付到餘額',
  ),
  urgent: text(
    '原路退回不能提前赔付',
    'A refund by the original route cannot be paid early',
    'O reembolso pela via de origem não pode ser antecipado',
    '原路退回不能提前賠付',
  ),
  coupon: text(
    '优惠券的面值须等于赔付金额',
    'The coupon’s face value must equal the compensation',
    'O valor do cupom deve ser o da indenização',
    '優惠券的面值須等於賠付金額',
  ),
  advancedCoupon: text(
    '平台已垫付，优惠券只能与原判的模板和金额一致',
    'The platform has already paid: a coupon must keep its template and amount',
    'A plataforma já pagou: o cupom deve manter o modelo e o valor',
    '平台已墊付，優惠券只能與原判的範本和金額一致',
  ),
  givenCoupon: text(
    '平台已垫付优惠券，改判须保留该优惠券；可调整责任方',
    'The platform has already given the coupon, so the compensation stays that coupon; you can change who is liable',
    'A plataforma já deu o cupom: a indenização continua sendo o cupom; você pode mudar os responsáveis',
    '平台已墊付優惠券，改判須保留該優惠券；可調整責任方',
  ),
  notLiable: text(
    '只有责任方可以申诉',
    'Only a liable party may appeal',
    'Só uma parte responsável pode recorrer',
    '只有責任方可以申訴',
  ),
  said: text(
    '请上传文件或填写说明',
    'Upload a file or write a statement',
    'Envie um arquivo ou escreva um relato',
    '請上傳檔案或填寫說明',
  ),
  decision: text('请填写新的判责', 'Enter the new decision', 'Informe a nova decisão', '請填寫新的判責'),
  items: text(
    '损失合计 {x} 元，超过订单的 {y} 元',
    'The losses sum to ¥{x}, more than the order’s ¥{y}',
    'As perdas somam ¥{x}, mais que os ¥{y} do pedido',
    '損失合計 {x} 元，超過訂單的 {y} 元',
  ),
} as const;

/** Texts for the reasons why a payment was not possible. */
export const FAIL_TEXT = {
  running: text('订单还在进行中', 'The order is still running', 'O pedido ainda está em andamento', '訂單還在進行中'),
  held: text(
    '订单的结算被财务暂缓',
    'Finance holds the settlement of the order',
    'O financeiro retém a liquidação do pedido',
    '訂單的結算被財務暫緩',
  ),
  coupon: text(
    '优惠券已停用或库存不足',
    'The coupon is disabled or out of stock',
    'O cupom está desativado ou esgotado',
    '優惠券已停用或庫存不足',
  ),
  day: text('记账日已关账', 'The accounting day is closed', 'O dia contábil está fechado', '記帳日已關帳'),
  refused: text(
    '支付渠道未退款',
    'The payment platform did not refund',
    'A plataforma de pagamento não reembolsou',
    '支付管道未退款',
  ),
  money: text(
    '余额在赔付时发生变化',
    'Balances changed while paying',
    'Saldos mudaram durante o pagamento',
    '餘額在賠付時發生變化',
  ),
} as const;
export type FailReason = keyof typeof FAIL_TEXT;
export const isFailReason = (value: string | null): value is FailReason => value !== null && value in FAIL_TEXT;
