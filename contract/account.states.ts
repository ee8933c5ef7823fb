import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** The account states that lists show (all but deleted). */
export const LIVING_ACCOUNT_STATES = {
  invited: { text: text('待首次登录', 'Invited', 'Convidada', '待首次登入'), tone: 'info' },
  active: { text: WORD.activeFeminine, tone: 'good' },
  locked: { text: text('已锁定', 'Locked', 'Bloqueada', '已鎖定'), tone: 'bad' },
  disabled: { text: WORD.disabledFeminine, tone: 'neutral' },
} as const;
/** Every account state, for accounts of headquarters and of stations. */
export const ACCOUNT_STATES = {
  ...LIVING_ACCOUNT_STATES,
  deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
} as const;

/**
 * An account that signs in (账号), DOMAIN §3.2. Five wrong passwords lock the account for a while; its state does not change.
 * The third such lock, and every manual lock, last until a person unlocks the account.
 */
export const accountLifecycle = lifecycle({
  entity: 'account',
  states: ACCOUNT_STATES,
  transitions: [
    {
      action: 'lock',
      from: ['invited', 'active'],
      to: 'locked',
      by: 'staff',
      rule: 406,
      risk: 'confirm',
      text: text('锁定', 'Lock', 'Bloquear', '鎖定'),
    },
    {
      action: 'unlock',
      // Back to `invited` if the account has never signed in.
      from: ['locked'],
      to: 'active',
      by: 'staff',
      rule: 406,
      risk: 'confirm',
      text: text('解锁', 'Unlock', 'Desbloquear', '解除鎖定'),
    },
    {
      action: 'disable',
      from: ['invited', 'active', 'locked'],
      to: 'disabled',
      by: 'staff',
      rule: 402,
      risk: 'confirm',
      text: WORD.disable,
    },
    {
      action: 'enable',
      // Back to `invited` if the account has never signed in.
      from: ['disabled'],
      to: 'active',
      by: 'staff',
      rule: 402,
      risk: 'confirm',
      text: WORD.enable,
    },
    {
      action: 'remove',
      // Only an account that has never been used can be deleted.
      from: ['disabled'],
      to: 'deleted',
      by: 'staff',
      rule: 403,
      risk: 'confirm',
      text: WORD.delete,
    },
  ],
});

export type AccountState = keyof typeof accountLifecycle.states;
export type AccountAction = (typeof accountLifecycle.transitions)[number]['action'];
/** Actions on an account that do not change its state. */
export const ACCOUNT_DEEDS = ['edit', 'forceLogout', 'resetPassword', 'changeTel', 'requirePasswordChange'] as const;
export type AccountDeed = (typeof ACCOUNT_DEEDS)[number];
