import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the states of hour-to-reach (抖音小时达, DOMAIN §3.10): shops, delivery reports and platform messages. It imports
 * no library, because the browser loads it.
 */

/** Id of the permission to authorise shops. */
export const AUTHORISE_RULE = 10706;
/** Days before the end of a shop's authorisation in which the shop counts as expiring. */
export const SHOP_EXPIRY_DAYS = 3;

export const SHOP_STATE = {
  ok: { text: text('已授权', 'Authorised', 'Autorizada', '已授權'), tone: 'good' },
  expiring: { text: WORD.expiring, tone: 'attention' },
  lost: { text: text('授权已失效', 'Authorisation lost', 'Autorização perdida', '授權已失效'), tone: 'bad' },
} as const;
export type ShopState = keyof typeof SHOP_STATE;

/** Delivery states that the server reports to the platform, in the order of a delivery. */
export const REPORT_STATUS = {
  waiting: { text: text('待骑手接单', 'Waiting for a rider', 'Aguardando entregador', '待騎手接單') },
  accepted: { text: text('骑手已接单', 'Accepted', 'Aceito', '騎手已接單') },
  arrived: { text: text('骑手已到店', 'Arrived at the store', 'Na loja', '騎手已到店') },
  picked: { text: text('骑手已取货', 'Picked up', 'Retirado', '騎手已取貨') },
  delivered: { text: WORD.deliveredMasculine },
  cancelled: { text: WORD.cancelledMasculine },
} as const;
export type ReportStatus = keyof typeof REPORT_STATUS;
export const REPORT_STATUSES = Object.keys(REPORT_STATUS) as ReportStatus[];

/** Reasons for cancelling a delivery. Each has a default reason code of the platform (附件 F01), which the settings can replace. */
export const CANCEL_REASONS = {
  noRider: {
    text: text('无骑手接单', 'No rider accepted', 'Nenhum entregador aceitou', '無騎手接單'),
    code: 203,
  },
  orderCancelled: {
    text: WORD.orderCancelled,
    code: 222,
  },
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

export const hourReportLifecycle = lifecycle({
  entity: 'hourReport',
  states: {
    pending: { text: text('待上报', 'Pending', 'Pendente', '待上報'), tone: 'info' },
    sent: { text: text('已上报', 'Sent', 'Enviado', '已上報'), tone: 'good' },
    failed: {
      text: text('上报失败，将重试', 'Failed, will be retried', 'Falhou, será repetido', '上報失敗，將重試'),
      tone: 'attention',
    },
    dead: { text: text('已放弃', 'Given up', 'Desistido', '已放棄'), tone: 'bad' },
  },
  transitions: [
    {
      action: 'replayReport',
      from: ['failed', 'dead'],
      to: 'pending',
      by: 'staff',
      rule: 10702,
      risk: 'none',
      text: text('重新上报', 'Send again', 'Enviar novamente', '重新上報'),
    },
    {
      action: 'send',
      from: ['pending', 'failed'],
      to: 'sent',
      by: 'system',
      risk: 'none',
      text: text('上报', 'Send', 'Enviar', '上報'),
    },
    {
      action: 'fail',
      from: ['pending', 'failed'],
      to: 'failed',
      by: 'system',
      risk: 'none',
      text: text('上报失败', 'Fail', 'Falhar', '上報失敗'),
    },
    {
      action: 'giveUp',
      from: ['pending', 'failed'],
      to: 'dead',
      by: 'system',
      risk: 'none',
      text: text('放弃上报', 'Give up', 'Desistir', '放棄上報'),
    },
  ],
});
export type ReportState = keyof typeof hourReportLifecycle.states;

/** Minutes before each retry of a failed report. If the last retry also fails, the report gets the state `dead`. */
export const REPORT_RETRY_MIN = [1, 5, 15, 60, 240] as const;

/** The lifecycle of a platform message. The server handles it immediately, and retries failures as in `CALLBACK.repeatSeconds`. */
export const hourEventLifecycle = lifecycle({
  entity: 'hourEvent',
  states: {
    received: {
      text: text('处理失败，将重试', 'Failed, will be retried', 'Falhou, será repetida', '處理失敗，將重試'),
      tone: 'attention',
    },
    handled: { text: WORD.handledMasculine, tone: 'good' },
    failed: { text: WORD.givenUp, tone: 'bad' },
  },
  transitions: [
    {
      action: 'repeatEvent',
      from: ['failed'],
      to: 'received',
      by: 'staff',
      rule: 10702,
      risk: 'none',
      text: text('重新处理', 'Handle again', 'Processar novamente', '重新處理'),
    },
    {
      action: 'handle',
      from: ['received'],
      to: 'handled',
      by: 'system',
      risk: 'none',
      text: WORD.handle,
    },
    {
      action: 'giveUp',
      from: ['received'],
      to: 'failed',
      by: 'system',
      risk: 'none',
      text: text('放弃处理', 'Give up', 'Desistir', '放棄處理'),
    },
  ],
});
