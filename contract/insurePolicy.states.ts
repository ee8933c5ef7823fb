import { caseType } from './case';
import { INSURE } from './insure.states';
import { text } from './text';
import { WORD } from './words';

/** This file declares states and steps of riders' policies (保单, DOMAIN §3.8). It imports no library, because the browser loads it. */

const EDIT = 5102;
const address = (action: string): string => `safety.Insure/${action}`;
const reason = { name: 'reason', ...INSURE.reason } as const;
const bySystem = { by: 'system', risk: 'none' } as const;

/** A rider's cover for a day or a month (保单). Our policy number never changes. The insurer's policy number is stored separately. */
export const policyCase = caseType({
  key: 'insurePolicy',
  module: 'safety.insure',
  number: 'IP',
  title: WORD.policy,
  money: true,
  states: {
    pending: { text: WORD.coverPending, tone: 'working' },
    insured: { text: text('已承保', 'Insured', 'Segurada', '已承保'), tone: 'info' },
    inForce: { text: text('保障中', 'In force', 'Em vigor', '保障中'), tone: 'good' },
    ended: { text: text('已终止', 'Ended', 'Encerrada', '已終止'), tone: 'neutral' },
    failed: { text: WORD.coverFailed, tone: 'bad' },
    surrendered: { text: WORD.surrendered, tone: 'neutral' },
  },
  steps: {
    retryPolicy: {
      address: address('retryPolicy'),
      from: ['failed'],
      to: 'pending',
      by: 'staff',
      rule: EDIT,
      risk: 'confirm',
      bulk: { address: address('bulkRetry') },
      text: text('重新投保', 'Retry', 'Tentar de novo', '重新投保'),
      happened: text('已重新投保', 'Requested again', 'Pedido de novo', '已重新投保'),
      recordText: text('重新投保', 'Retry policy', 'Tentar apólice de novo', '重新投保'),
      consequence: text(
        '以同一保单号再次向保险公司投保。',
        'The insurer is asked again under the same policy number.',
        'A seguradora é consultada de novo com o mesmo número.',
        '以同一保單號再次向保險公司投保。',
      ),
    },
    surrender: {
      address: address('surrender'),
      from: ['insured'],
      to: 'surrendered',
      by: 'staff',
      rule: EDIT,
      risk: 'second',
      reason,
      errors: [42246],
      text: text('退保', 'Surrender', 'Cancelar', '退保'),
      happened: text('已申请退保', 'Surrender requested', 'Cancelamento pedido', '已申請退保'),
      recordText: text('退保', 'Surrender policy', 'Cancelar apólice', '退保'),
      consequence: text(
        '保险公司确认后退还保费，骑手当日不再有保障。',
        'The premium is refunded once the insurer confirms; the rider then has no cover on that day.',
        'O prêmio é devolvido após a confirmação; o entregador fica sem cobertura nesse dia.',
        '保險公司確認後退還保費，騎手當日不再有保障。',
      ),
    },
    confirm: {
      ...bySystem,
      from: ['pending', 'failed'],
      to: 'insured',
      text: text('保险公司已承保', 'Insured by the insurer', 'Aceita pela seguradora', '保險公司已承保'),
    },
    fail: {
      ...bySystem,
      from: ['pending'],
      to: 'failed',
      text: text('保险公司拒保', 'Refused by the insurer', 'Recusada pela seguradora', '保險公司拒保'),
    },
    begin: {
      ...bySystem,
      from: ['insured'],
      to: 'inForce',
      text: text('保障开始', 'Cover began', 'Cobertura iniciada', '保障開始'),
    },
    end: {
      ...bySystem,
      from: ['inForce'],
      to: 'ended',
      text: text('保障结束', 'Cover ended', 'Cobertura encerrada', '保障結束'),
    },
    cancelled: {
      ...bySystem,
      from: ['insured'],
      to: 'surrendered',
      text: text('保险公司已退保', 'Cancelled by the insurer', 'Cancelada pela seguradora', '保險公司已退保'),
    },
    keep: {
      ...bySystem,
      from: ['insured'],
      to: 'insured',
      text: text('保险公司不同意退保', 'Surrender refused', 'Cancelamento recusado', '保險公司不同意退保'),
    },
  },
});
export type PolicyState = keyof typeof policyCase.states;
export type PolicyStep = keyof typeof policyCase.steps;
