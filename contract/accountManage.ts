import { z } from 'zod';
import { ACCOUNT_DEEDS, type accountLifecycle } from './account.states';
import {
  actionData,
  bulkData,
  bulkTarget,
  id,
  listData,
  listInput,
  queryBool,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  time,
  words,
  write,
} from './endpoint';
import { E164, MANAGED_ACCOUNT, MOBILE } from './limits';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for the tenant's accounts and their security state (DOMAIN §3.2 accountManage, §6.3). */

const STATES = [
  'invited',
  'active',
  'locked',
  'disabled',
  'deleted',
] as const satisfies readonly (keyof typeof accountLifecycle.states)[];
const ACTIONS = ['lock', 'unlock', 'disable', 'enable', 'remove', ...ACCOUNT_DEEDS] as const;
const accountType = z.enum(['owner', 'staff', 'station', 'franchisee']);
const state = z.enum(STATES);
const tel = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || E164.test(value));
const day = z.iso.date();
const reason = words(MANAGED_ACCOUNT.reason);
const personName = words(MANAGED_ACCOUNT.name);

/** Input fields of an account: its stations or franchisee, its identity, and the last day on which the account can be used. */
const belonging = {
  teamIds: z.array(id()).max(MANAGED_ACCOUNT.teams).default([]),
  franchiseeId: id().nullable().default(null),
  identityId: id(),
  /** Last day on which the account can be used. `null` means that the account does not expire. */
  expireAt: day.nullable().default(null),
};

const row = z.object({
  id: id(),
  version: z.int(),
  account: z.string(),
  name: z.string(),
  maskedTel: z.string(),
  accountType,
  accountTypeText: z.string(),
  /** Names of the account's stations, or of its franchisee. For staff: names of the additional stations. The list can be empty. */
  belongsTo: z.array(z.string()),
  identityNames: z.array(z.string()),
  /**
   * `true` if sign-in needs a second verification: the user chose it, the account is an owner's account, or one of its enabled identities
   * needs it (by its own setting, by the security settings, or because it grants a money permission).
   */
  twoFactor: z.boolean(),
  state,
  stateText: z.string(),
  /** End of a temporary lock. `null` means that no temporary lock is in force. */
  lockedUntil: time().nullable(),
  failedTries: z.int(),
  lastLoginAt: time().nullable(),
  lastLoginIp: z.string().nullable(),
  passwordAt: time().nullable(),
  /** Days since the password was set. `null` means that the account has no password. */
  passwordDays: z.int().nullable(),
  expireAt: day.nullable(),
  createdAt: time(),
  actions: z.array(z.enum(ACTIONS)),
});
const session = z.object({
  id: id(),
  device: z.string(),
  ip: z.string(),
  createdAt: time(),
  lastSeenAt: time(),
});
const logLine = z.object({
  id: id(),
  at: time(),
  ok: z.boolean(),
  methodText: z.string(),
  reasonText: z.string().nullable(),
  ip: z.string(),
  device: z.string(),
});

/** Names of the actions, as the operation records show them. */
const ACTION_TEXT = {
  create: WORD.newSubAccount,
  update: text('修改账号', 'Edit account', 'Editar conta', '修改帳號'),
  lock: text('锁定账号', 'Lock account', 'Bloquear conta', '鎖定帳號'),
  unlock: text('解锁账号', 'Unlock account', 'Desbloquear conta', '解鎖帳號'),
  disable: text('停用账号', 'Disable account', 'Desativar conta', '停用帳號'),
  enable: text('启用账号', 'Enable account', 'Ativar conta', '啟用帳號'),
  remove: text('删除账号', 'Delete account', 'Excluir conta', '刪除帳號'),
  resetPassword: text('发送重设链接', 'Send reset link', 'Enviar link de nova senha', '傳送重設連結'),
  changeTel: text('修改手机号', 'Change phone', 'Alterar telefone', '修改手機號碼'),
  forceLogout: WORD.forceSignOut,
  bulk: text('批量操作账号', 'Bulk action on accounts', 'Ação em lote', '批次操作帳號'),
} as const;
const audit = (action: keyof typeof ACTION_TEXT) =>
  ({ module: 'accountManage', action, object: 'account', text: ACTION_TEXT[action] }) as const;
const COMMON = [40302, 40304, 40305, 40401, 42201] as const;

const filters = {
  keyword: queryText(),
  type: queryList(accountType),
  teamIds: queryIds(),
  /** `deleted` is not a filter value, because the list has no deleted accounts. */
  state: queryList(state.exclude(['deleted'])),
  twoFactor: queryBool().optional(),
  lastLoginFrom: day.optional(),
  lastLoginTo: day.optional(),
};

export const accountManageEndpoints = {
  'dashboard.AccountManage/getList': read({
    phoneSearch: {
      field: 'keyword',
      kinds: [{ page: RULE['dashboard.accountManage'], unmask: RULE['dashboard.accountManage.unmask'] }],
    },
    summary: 'Accounts in the data scope with their security state.',
    access: { rule: 4 },
    input: listInput(filters, ['account', 'lastLoginAt', 'createdAt']),
    data: listData(
      row,
      z.object({
        total: z.int(),
        active: z.int(),
        locked: z.int(),
        neverSignedIn: z.int(),
        /** Number of accounts whose password is older than 90 days. */
        oldPassword: z.int(),
      }),
    ),
    errors: [40006],
  }),
  'dashboard.AccountManage/getDetail': read({
    summary: 'One account with its open sessions and its last sign-ins.',
    access: { rule: 4 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      email: z.string(),
      teamIds: z.array(id()),
      franchiseeId: id().nullable(),
      identityId: id().nullable(),
      sessions: z.array(session),
      log: z.array(logLine),
      createdByName: z.string(),
    }),
    errors: [40302, 40401],
  }),
  'dashboard.AccountManage/getIdentities': read({
    summary: 'Identities that the caller may give to an account of this type.',
    access: { rule: [401, 402] },
    input: z.object({ accountType: z.enum(['station', 'franchisee']) }),
    data: z.object({ list: z.array(z.object({ id: id(), name: z.string() })) }),
  }),
  'dashboard.AccountManage/create': write({
    summary: 'Makes the account of a station or a franchisee; the person signs in by phone first.',
    access: { rule: 401 },
    risk: 'second',
    idempotent: true,
    audit: { ...audit('create'), personal: ['tel'] },
    input: z.object({
      accountType: z.enum(['station', 'franchisee']),
      account: z.string().trim().regex(MANAGED_ACCOUNT.account),
      name: personName,
      tel,
      ...belonging,
    }),
    data: actionData,
    errors: [40302, 40903, 42343],
  }),
  'dashboard.AccountManage/update': write({
    summary:
      'Changes name, stations or franchisee, identity and last day of a sub-account; another identity needs a second verification.',
    access: { rule: 402 },
    versioned: true,
    audit: audit('update'),
    input: z.object({ id: id(), version: z.int(), name: personName, ...belonging }),
    data: actionData,
    errors: [...COMMON, 40303, 40901, 42343],
  }),
  'dashboard.AccountManage/lock': write({
    summary: 'Locks an account: no sign-in until it is unlocked; its sessions end.',
    access: { rule: 406 },
    risk: 'confirm',
    audit: audit('lock'),
    input: z.object({ id: id(), reason }),
    data: actionData,
    errors: COMMON,
  }),
  'dashboard.AccountManage/unlock': write({
    summary: 'Ends a lock, a temporary one too.',
    access: { rule: 406 },
    risk: 'confirm',
    audit: audit('unlock'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: COMMON,
  }),
  'dashboard.AccountManage/disable': write({
    summary: 'The account cannot be used any more; its sessions end at once.',
    access: { rule: 402 },
    risk: 'confirm',
    audit: audit('disable'),
    input: z.object({ id: id(), reason }),
    data: actionData,
    errors: COMMON,
  }),
  'dashboard.AccountManage/enable': write({
    summary: 'The account can be used again.',
    access: { rule: 402 },
    risk: 'confirm',
    audit: audit('enable'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [...COMMON, 42344],
  }),
  'dashboard.AccountManage/remove': write({
    summary: 'Deletes a disabled account that was never used.',
    access: { rule: 403 },
    risk: 'confirm',
    audit: audit('remove'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [...COMMON, 42202],
  }),
  'dashboard.AccountManage/resetPassword': write({
    summary: 'Sends a one-time link for a new password to the bound phone.',
    access: { rule: 407 },
    risk: 'second',
    audit: audit('resetPassword'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [...COMMON, 42330, 42382, 42386, 42901, 42902],
  }),
  'dashboard.AccountManage/changeTel': write({
    summary: 'Binds another phone; it must be proven at the next sign-in.',
    access: { rule: 402 },
    risk: 'second',
    audit: { ...audit('changeTel'), personal: ['tel'] },
    input: z.object({ id: id(), tel }),
    data: actionData,
    errors: [...COMMON, 40903, 42343],
  }),
  'dashboard.AccountManage/forceLogout': write({
    summary: 'Ends every session of the account.',
    access: { rule: 406 },
    risk: 'confirm',
    audit: audit('forceLogout'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: COMMON,
  }),
  'dashboard.AccountManage/bulk': write({
    summary: 'Locks, unlocks, signs out, or asks for a new password, each account by itself.',
    access: { rule: [406, 407] },
    risk: 'confirm',
    audit: audit('bulk'),
    input: z.object({
      ...bulkTarget(filters),
      action: z.enum(['lock', 'unlock', 'forceLogout', 'requirePasswordChange']),
      reason: reason.optional(),
    }),
    data: bulkData,
    errors: [40006, 40010, 40301, 40905],
  }),
} as const;
