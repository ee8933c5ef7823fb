import { ACCOUNT_STATES } from './account.states';
import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** The states of a staff account (DOMAIN §3.2 "States", §3.11). Disabling the account ends its sessions immediately. */
export const staffLifecycle = lifecycle({
  entity: 'staff',
  states: ACCOUNT_STATES,
  transitions: [
    {
      action: 'disable',
      from: ['invited', 'active', 'locked'],
      to: 'disabled',
      by: 'staff',
      rule: 8202,
      risk: 'confirm',
      text: text('停用员工', 'Disable', 'Desativar', '停用員工'),
    },
    {
      action: 'enable',
      from: ['disabled'],
      to: 'active',
      by: 'staff',
      rule: 8202,
      risk: 'none',
      text: text('启用员工', 'Enable', 'Ativar', '啟用員工'),
    },
    {
      action: 'remove',
      from: ['disabled'],
      to: 'deleted',
      by: 'staff',
      rule: 8203,
      risk: 'confirm',
      text: text('删除员工', 'Delete', 'Excluir', '刪除員工'),
    },
    {
      action: 'firstSignIn',
      from: ['invited'],
      to: 'active',
      by: 'system',
      risk: 'none',
      text: WORD.firstSignIn,
    },
    {
      action: 'lock',
      from: ['active'],
      to: 'locked',
      by: 'system',
      risk: 'none',
      text: text(
        '多次输错密码，自动锁定',
        'Locked after wrong passwords',
        'Bloqueada por senhas erradas',
        '多次輸錯密碼，自動鎖定',
      ),
    },
    {
      action: 'unlock',
      from: ['locked'],
      to: 'active',
      by: 'system',
      risk: 'none',
      text: text('解除锁定', 'Unlocked', 'Desbloqueada', '解除鎖定'),
    },
  ],
});

export type StaffState = keyof typeof staffLifecycle.states;
export type StaffTransition = 'disable' | 'enable' | 'remove';
