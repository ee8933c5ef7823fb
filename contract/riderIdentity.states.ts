import { caseType } from './case';
import { RIDER } from './riderWork.states';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares states and steps for new names and identity cards of admitted riders (DOMAIN §3.8). It imports no library,
 * because the browser loads it.
 */

/** A new name or identity card that the riders' app reported. Staff approve it. It has no maker, because riders have no account. */
export const riderIdentityCase = caseType({
  key: 'riderIdentity',
  module: 'safety.rider',
  number: 'RN',
  title: WORD.identityChange,
  waiting: ['reviewing'],
  states: {
    reviewing: { text: WORD.pendingReview, tone: 'attention' },
    approved: { text: WORD.approvedFeminine, tone: 'good' },
    rejected: { text: WORD.rejectedFeminine, tone: 'bad' },
    replaced: { text: text('已失效', 'No longer valid', 'Sem efeito', '已失效'), tone: 'neutral' },
  },
  steps: {
    approve: {
      address: 'safety.Rider/approveIdentity',
      from: ['reviewing'],
      to: 'approved',
      by: 'staff',
      rule: 5406,
      risk: 'confirm',
      errors: [42293, 42294],
      text: text('通过实名变更', 'Approve identity change', 'Aprovar alteração de identidade', '通過實名變更'),
      happened: text(
        '实名变更已通过',
        'Identity change approved',
        'Alteração de identidade aprovada',
        '實名變更已通過',
      ),
      consequence: text(
        '骑手的姓名和身份证号随之更改。',
        'The rider’s name and ID card number are changed.',
        'O nome e o documento do entregador mudam.',
        '騎手的姓名和身份證號隨之更改。',
      ),
    },
    reject: {
      address: 'safety.Rider/rejectIdentity',
      from: ['reviewing'],
      to: 'rejected',
      by: 'staff',
      rule: 5406,
      risk: 'confirm',
      reason: { name: 'reason', ...RIDER.reason },
      text: text('驳回实名变更', 'Reject identity change', 'Recusar alteração de identidade', '駁回實名變更'),
      happened: text(
        '实名变更已驳回',
        'Identity change rejected',
        'Alteração de identidade recusada',
        '實名變更已駁回',
      ),
      consequence: text(
        '骑手保留原姓名和身份证号。',
        'The rider keeps the present name and identity card.',
        'O entregador mantém o nome e o documento atuais.',
        '騎手保留原姓名和身份證號。',
      ),
    },
    replace: {
      from: ['reviewing'],
      to: 'replaced',
      by: 'system',
      risk: 'none',
      text: text(
        '因新的报告或离职失效',
        'No longer valid: a later report or off-boarding',
        'Sem efeito por relato posterior ou desligamento',
        '因新的報告或離職失效',
      ),
    },
  },
});
export type RiderIdentityState = keyof typeof riderIdentityCase.states;
