import { lifecycle } from './lifecycle';
import { text } from './text';

/** An identity (身份), DOMAIN §3.11. A disabled one counts no more, for anybody. */
export const identityLifecycle = lifecycle({
  entity: 'identity',
  states: {
    on: { text: text('启用', 'Enabled', 'Ativada', '啟用'), tone: 'good' },
    off: { text: text('停用', 'Disabled', 'Desativada', '停用'), tone: 'neutral' },
    deleted: { text: text('已删除', 'Deleted', 'Excluída', '已刪除'), tone: 'neutral' },
  },
  transitions: [
    {
      action: 'disable',
      from: ['on'],
      to: 'off',
      by: 'staff',
      rule: 8102,
      risk: 'confirm',
      text: text('停用', 'Disable', 'Desativar', '停用'),
    },
    {
      action: 'enable',
      from: ['off'],
      to: 'on',
      by: 'staff',
      rule: 8102,
      risk: 'confirm',
      text: text('启用', 'Enable', 'Ativar', '啟用'),
    },
    {
      action: 'remove',
      from: ['on', 'off'],
      to: 'deleted',
      by: 'staff',
      rule: 8103,
      risk: 'confirm',
      text: text('删除', 'Delete', 'Excluir', '刪除'),
    },
  ],
});

/** Kinds of identities: whose accounts may have them. */
export const IDENTITY_TYPE_TEXT = {
  hq: text('总部', 'Head office', 'Matriz', '總部'),
  station: text('站点', 'Station', 'Estação', '站點'),
  franchisee: text('加盟商', 'Franchisee', 'Franqueado', '加盟商'),
} as const;

/**
 * Permissions that two people should share (DOMAIN §3.11 "separate duties"): a person with both could approve their own work. A
 * warning, never a refusal.
 */
export const SEPARATE_DUTIES = [
  [3601, 3602],
  [3306, 3307],
  [6506, 6507],
  [3809, 3810],
] as const;
