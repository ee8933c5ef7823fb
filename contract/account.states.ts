import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** The account states that the staff list shows. That list has no deleted accounts. */
export const LIVING_ACCOUNT_STATES = {
  invited: { text: text('待首次登录', 'Invited', 'Convidada', '待首次登入'), tone: 'info' },
  active: { text: WORD.activeFeminine, tone: 'good' },
  locked: { text: text('已锁定', 'Locked', 'Bloqueada', '已鎖定'), tone: 'bad' },
  disabled: { text: WORD.disabledFeminine, tone: 'neutral' },
} as const;
/** All account states, for accounts of headquarters and of stations. */
export const ACCOUNT_STATES = {
  ...LIVING_ACCOUNT_STATES,
  deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
} as const;

/**
 * The lifecycle of an account that can sign in (账号, DOMAIN §3.2). After too many wrong passwords the account is locked for the minutes
 * that the security settings define, without a change of the stored state. The third such lock without a sign-in in between, and every
 * manual lock, last until a person unlocks the account.
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
      // An account that has never signed in returns to `invited` instead.
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
      // An account that has never signed in returns to `invited` instead.
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
