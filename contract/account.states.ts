import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** The states in which an account is listed. */
export const LIVING_ACCOUNT_STATES = {
  invited: { text: text('待首次登录', 'Invited', 'Convidada', '待首次登入'), tone: 'info' },
  active: { text: WORD.activeFeminine, tone: 'good' },
  locked: { text: text('已锁定', 'Locked', 'Bloqueada', '已鎖定'), tone: 'bad' },
  disabled: { text: WORD.disabledFeminine, tone: 'neutral' },
} as const;
/** The states of every account, of headquarters and of stations. */
export const ACCOUNT_STATES = {
  ...LIVING_ACCOUNT_STATES,
  deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
} as const;

/**
 * An account that signs in (账号), DOMAIN §3.2. Five wrong passwords lock for a while without a change of state; the third such
 * lock, and a manual lock, last until a person unlocks the account.
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
      // To `invited` again where the account has never signed in.
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
      // To `invited` again where the account has never signed in.
      from: ['disabled'],
      to: 'active',
      by: 'staff',
      rule: 402,
      risk: 'confirm',
      text: WORD.enable,
    },
    {
      action: 'remove',
      // Only an account that was never used.
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
/** What can be done with an account besides changing its state. */
export const ACCOUNT_DEEDS = ['edit', 'forceLogout', 'resetPassword', 'changeTel', 'requirePasswordChange'] as const;
export type AccountDeed = (typeof ACCOUNT_DEEDS)[number];
