import { type AccountAction, accountLifecycle } from '@contract/account.states';
import { E164, MANAGED_ACCOUNT, MOBILE } from '@contract/limits';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import type { AccountRow } from './columns';

const label = (action: AccountAction) => accountLifecycle.transition(action).text;
const ids = (rows: readonly AccountRow[]) => rows.map((row) => row.id);
const of = (row: AccountRow) => ({ id: row.id });

const reason: Field = {
  kind: 'text',
  name: 'reason',
  label: 'accounts.reason',
  required: true,
  ...MANAGED_ACCOUNT.reason,
};
const withReason = () => [reason];
const telField = (): readonly Field[] => [
  {
    kind: 'text',
    name: 'tel',
    label: 'accounts.newTel',
    required: true,
    inputMode: 'tel',
    max: 16,
    check: (value) =>
      MOBILE.test(String(value ?? '').trim()) || E164.test(String(value ?? '').trim()) ? null : { rule: 'pattern' },
  },
];

/** Actions that change how a user signs in, restore the sign-in, or end the sessions. */
const SIGN_IN_ACTIONS: readonly Action<AccountRow>[] = [
  {
    key: 'resetPassword',
    label: 'accounts.resetPassword',
    confirm: {
      text: (_names, [row], t) => t('accounts.resetPasswordText', { tel: row?.maskedTel ?? '' }),
    },
    call: post('dashboard.AccountManage/resetPassword', of),
  },
  {
    key: 'unlock',
    label: label('unlock'),
    confirm: { text: (names, _rows, t) => t('accounts.unlockText', { names }) },
    call: post('dashboard.AccountManage/unlock', of),
    bulk: post('dashboard.AccountManage/bulk', (rows: readonly AccountRow[]) => ({
      ids: ids(rows),
      action: 'unlock',
    })),
  },
  {
    key: 'enable',
    label: label('enable'),
    confirm: { text: (names, _rows, t) => t('accounts.enableText', { names }) },
    call: post('dashboard.AccountManage/enable', of),
  },
  {
    key: 'forceLogout',
    label: 'accounts.forceLogout',
    confirm: { text: (names, _rows, t) => t('accounts.forceLogoutText', { names }) },
    call: post('dashboard.AccountManage/forceLogout', of),
    bulk: post('dashboard.AccountManage/bulk', (rows: readonly AccountRow[]) => ({
      ids: ids(rows),
      action: 'forceLogout',
    })),
  },
  {
    key: 'requirePasswordChange',
    label: 'accounts.requirePassword',
    confirm: { text: (names, _rows, t) => t('accounts.requirePasswordText', { names }) },
    bulk: post('dashboard.AccountManage/bulk', (rows: readonly AccountRow[]) => ({
      ids: ids(rows),
      action: 'requirePasswordChange',
    })),
  },
  {
    key: 'changeTel',
    label: 'accounts.changeTel',
    confirm: { text: (names, _rows, t) => t('accounts.changeTelText', { names }) },
    fields: telField,
    call: post('dashboard.AccountManage/changeTel', (row: AccountRow, values) => ({
      id: row.id,
      tel: trimmed(values, 'tel'),
    })),
  },
];

/** Actions that prevent a user from signing in: lock, disable and remove. */
const BARRING_ACTIONS: readonly Action<AccountRow>[] = [
  {
    key: 'lock',
    label: label('lock'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('accounts.lockText', { names }) },
    fields: withReason,
    call: post('dashboard.AccountManage/lock', (row: AccountRow, values) => ({
      id: row.id,
      reason: trimmed(values, 'reason'),
    })),
    bulk: post('dashboard.AccountManage/bulk', (rows: readonly AccountRow[], values) => ({
      ids: ids(rows),
      action: 'lock',
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'disable',
    label: label('disable'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('accounts.disableText', { names }) },
    fields: withReason,
    call: post('dashboard.AccountManage/disable', (row: AccountRow, values) => ({
      id: row.id,
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'remove',
    label: label('remove'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('accounts.removeText', { names }), typeName: true },
    call: post('dashboard.AccountManage/remove', of),
  },
];

/** Returns all actions on an account (DOMAIN §3.2). The row's `actions` determine which of them are available. */
export function actionsWith(edit: (row: AccountRow) => void): readonly Action<AccountRow>[] {
  return [{ key: 'edit', label: 'accounts.edit', hotkey: 'e', run: edit }, ...SIGN_IN_ACTIONS, ...BARRING_ACTIONS];
}
