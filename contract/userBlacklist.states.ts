import { caseType } from './case';
import { text } from './text';
import { USER, userLifecycle } from './user.states';

/**
 * An entry of the blacklist (黑名单, DOMAIN §3.4). The approvals inbox does not show the entry, because an entry in force needs no decision.
 * In `caseType`, the states before a step `expire` wait for a decision, so the step at the deadline is called `end`. A background job
 * performs this step and changes the user's state.
 */
export const blacklistCase = caseType({
  key: 'userBlacklist',
  module: 'user.list',
  number: null,
  title: text('用户黑名单', 'User blacklist', 'Bloqueio de usuário', '使用者黑名單'),
  states: {
    open: { text: text('拉黑中', 'In force', 'Em vigor', '加入黑名單中'), tone: 'bad' },
    lifted: { text: text('已解除', 'Lifted', 'Liberado', '已解除'), tone: 'good' },
    ended: { text: userLifecycle.transition('expire').text, tone: 'neutral' },
  },
  steps: {
    lift: {
      address: 'user.Blacklist/lift',
      from: ['open'],
      to: 'lifted',
      by: 'staff',
      rule: 2108,
      risk: 'confirm',
      reason: USER.blackReason,
      text: userLifecycle.transition('liftBlacklist').text,
      happened: text('已解除黑名单', 'Blacklist lifted', 'Bloqueio retirado', '已解除黑名單'),
      consequence: text(
        '解除后用户可以下单。',
        'The user can order again.',
        'O usuário pode voltar a pedir.',
        '解除後使用者可以下單。',
      ),
    },
    end: {
      from: ['open'],
      to: 'ended',
      by: 'system',
      risk: 'none',
      text: userLifecycle.transition('expire').text,
    },
  },
});
export type BlacklistState = keyof typeof blacklistCase.states;
