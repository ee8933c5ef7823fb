import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { typeOf, useAccountFields } from './accountFields';

type Detail = Data<'dashboard.AccountManage/getDetail'>;

interface AccountFormProps {
  /** Id of the account, or `null` for a new one. */
  readonly id: number | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const EMPTY: FormValues = {
  accountType: 'station',
  account: '',
  name: '',
  tel: '',
  teamIds: [],
  franchiseeId: null,
  identityId: null,
  expireAt: null,
};
const toForm = (account: Detail): FormValues => ({
  accountType: account.accountType,
  name: account.name,
  teamIds: account.teamIds,
  franchiseeId: account.franchiseeId,
  identityId: account.identityId,
  expireAt: account.expireAt,
});
const belonging = (values: FormValues) => ({
  name: trimmed(values, 'name'),
  teamIds: typeOf(values) === 'station' ? ((values.teamIds as number[] | null) ?? []) : [],
  franchiseeId: typeOf(values) === 'franchisee' ? Number(values.franchiseeId) : null,
  identityId: Number(values.identityId),
  expireAt: (values.expireAt as string | null) || null,
});

/** Edits an account of a station or franchisee (DOMAIN §3.2). Accounts of headquarters are created on the Staff page. */
export function AccountForm({ id, onClose, onDone }: AccountFormProps) {
  const t = useT();
  const query = useData('dashboard.AccountManage/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  return (
    <Drawer
      open
      size="min(560px, 100vw)"
      title={t(id === null ? 'accounts.create' : 'accounts.edit')}
      onClose={onClose}
    >
      {id === null ? (
        <Create onDone={onDone} />
      ) : (
        <QueryBoundary query={fresh} minHeight={400}>
          {(account) => <Edit opened={account} onDone={onDone} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

function Create({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const groups = useAccountFields(true);
  return (
    <EntityForm<'dashboard.AccountManage/create', FormValues>
      formKey="accounts.create"
      title={t('accounts.create')}
      initial={EMPTY}
      groups={groups}
      address="dashboard.AccountManage/create"
      toInput={({ values }) => ({
        accountType: typeOf(values),
        account: trimmed(values, 'account'),
        tel: trimmed(values, 'tel'),
        ...belonging(values),
      })}
      submit="accounts.create"
      onDone={onDone}
    />
  );
}

function Edit({ opened, onDone }: { readonly opened: Detail; readonly onDone: () => void }) {
  const t = useT();
  // A refetch of the account must not change the edited values.
  const [account] = useState(opened);
  const groups = useAccountFields(false);
  const initial = useMemo(() => toForm(account), [account]);
  return (
    <EntityForm<'dashboard.AccountManage/update', FormValues>
      formKey={`accounts.edit.${account.id}`}
      title={`${t('accounts.edit')} · ${account.account}`}
      initial={initial}
      groups={groups}
      address="dashboard.AccountManage/update"
      version={account.version}
      toInput={({ values, version }) => ({ id: account.id, version, ...belonging(values) })}
      submit="accounts.save"
      onDone={onDone}
      reload={async () => {
        const latest = await readData('dashboard.AccountManage/getDetail', { id: account.id });
        return { values: toForm(latest), version: latest.version };
      }}
    />
  );
}
