import { caseType } from './case';
import { RIDER } from './riderWork.states';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares states and steps of riders' health certificates (健康证, DOMAIN §3.8). It imports no library, because the browser
 * loads it.
 */

/** A submitted health certificate. The person who decides must not be the submitter. */
export const certificateCase = caseType({
  key: 'riderCertificate',
  module: 'safety.rider',
  number: 'HC',
  title: WORD.healthCertificate,
  waiting: ['reviewing'],
  states: {
    reviewing: { text: WORD.pendingReview, tone: 'attention' },
    valid: { text: WORD.valid, tone: 'good' },
    rejected: { text: WORD.rejectedMasculine, tone: 'bad' },
    expired: { text: WORD.validityOver, tone: 'bad' },
  },
  steps: {
    approve: {
      address: 'safety.Rider/approveCertificate',
      from: ['reviewing'],
      to: 'valid',
      by: 'notMaker',
      rule: 5406,
      risk: 'confirm',
      form: true,
      errors: [42291, 40903],
      text: text('通过健康证', 'Approve certificate', 'Aprovar atestado', '通過健康證'),
      happened: text('健康证已通过', 'Certificate approved', 'Atestado aprovado', '健康證已通過'),
    },
    reject: {
      address: 'safety.Rider/rejectCertificate',
      from: ['reviewing'],
      to: 'rejected',
      by: 'notMaker',
      rule: 5406,
      risk: 'confirm',
      reason: { name: 'reason', ...RIDER.reason },
      text: text('驳回健康证', 'Reject certificate', 'Recusar atestado', '駁回健康證'),
      happened: text('健康证已驳回', 'Certificate rejected', 'Atestado recusado', '健康證已駁回'),
      consequence: text(
        '骑手须重新提交；原有的有效健康证不受影响。',
        'The rider has to submit a new certificate; a certificate that is still valid is not affected.',
        'O entregador envia outro; um atestado ainda válido permanece.',
        '騎手須重新提交；原有的有效健康證不受影響。',
      ),
    },
    lapse: {
      from: ['valid'],
      to: 'expired',
      by: 'system',
      risk: 'none',
      text: text('到期', 'Expired', 'Venceu', '到期'),
    },
  },
});
export type CertificateState = keyof typeof certificateCase.states;
