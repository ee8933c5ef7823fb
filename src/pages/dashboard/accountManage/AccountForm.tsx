import type { Data } from '@contract/index';
import { E164, MANAGED_ACCOUNT, MOBILE } from '@contract/limits';
import { DAY_MS } from '@contract/units';
import { useEffect, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { onlyFresh, readData, useData, useOptions } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Field, FieldGroup } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Select } from '@/ui/Select';
import { dayIn } from '@/ui/TimeText/format';

type Detail = Data<'dashboard.AccountManage/getDetail'>;
type SubType = 'station' | 'franchisee';

interface AccountFormProps {
  /** null: a new one. */
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
const text = (values: FormValues, name: string) => String(values[name] ?? '').trim();
const typeOf = (values: FormValues): SubType => (values.accountType === 'franchisee' ? 'franchisee' : 'station');
const toForm = (account: Detail): FormValues => ({
  accountType: account.accountType,
  name: account.name,
  teamIds: account.teamIds,
  franchiseeId: account.franchiseeId,
  identityId: account.identityId,
  expireAt: account.expireAt,
});
const belonging = (values: FormValues) => ({
  name: text(values, 'name'),
  teamIds: typeOf(values) === 'station' ? ((values.teamIds as number[] | null) ?? []) : [],
  franchiseeId: typeOf(values) === 'franchisee' ? Number(values.franchiseeId) : null,
  identityId: Number(values.identityId),
  expireAt: (values.expireAt as string | null) || null,
});

/** The form of a station's or franchisee's account (DOMAIN §3.2); people of head office are made in Staff. */
export function AccountForm({ id, onClose, onDone }: AccountFormProps) {
  const t = useT();
  const query = useData('dashboard.AccountManage/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = onlyFresh(query);
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
  const groups = useGroups(true);
  return (
    <EntityForm<'dashboard.AccountManage/create', FormValues>
      formKey="accounts.create"
      title={t('accounts.create')}
      initial={EMPTY}
      groups={groups}
      address="dashboard.AccountManage/create"
      toInput={({ values }) => ({
        accountType: typeOf(values),
        account: text(values, 'account'),
        tel: text(values, 'tel'),
        ...belonging(values),
      })}
      submit="accounts.create"
      onDone={onDone}
    />
  );
}

function Edit({ opened, onDone }: { readonly opened: Detail; readonly onDone: () => void }) {
  const t = useT();
  // Another read of the account must not change what is being edited.
  const [account] = useState(opened);
  const groups = useGroups(false);
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

/** @param isNew type, account name and phone are chosen once; later the phone has an action of its own */
function useGroups(isNew: boolean): readonly FieldGroup<FormValues>[] {
  const { now, timeZone } = usePlatform();
  return useMemo(() => {
    const first: readonly Field[] = [
      {
        kind: 'radio',
        name: 'accountType',
        label: 'accounts.type',
        required: true,
        options: [
          { value: 'station', label: 'accounts.typeStation' },
          { value: 'franchisee', label: 'accounts.typeFranchisee' },
        ],
      },
      {
        kind: 'text',
        name: 'account',
        label: 'accounts.account',
        required: true,
        pattern: MANAGED_ACCOUNT.account,
        max: 32,
        help: 'accounts.accountHelp',
        autoComplete: 'off',
      },
    ];
    const tel: Field = {
      kind: 'text',
      name: 'tel',
      label: 'accounts.tel',
      required: true,
      inputMode: 'tel',
      max: 16,
      help: 'accounts.telHelp',
      check: (value) =>
        MOBILE.test(String(value ?? '').trim()) || E164.test(String(value ?? '').trim()) ? null : { rule: 'pattern' },
    };
    return [
      {
        key: 'account',
        fields: [
          ...(isNew ? first : []),
          { kind: 'text', name: 'name', label: 'accounts.name', required: true, ...MANAGED_ACCOUNT.name },
          ...(isNew ? [tel] : []),
          {
            kind: 'options',
            name: 'teamIds',
            label: 'accounts.stations',
            source: 'teams',
            multiple: true,
            max: MANAGED_ACCOUNT.teams,
            required: true,
            when: (values) => typeOf(values) === 'station',
          },
          {
            kind: 'options',
            name: 'franchiseeId',
            label: 'accounts.typeFranchisee',
            source: 'franchisees',
            required: true,
            when: (values) => typeOf(values) === 'franchisee',
          },
          {
            kind: 'custom',
            name: 'identityId',
            label: 'accounts.identity',
            required: true,
            select: true,
            help: 'accounts.identityHelp',
            follows: ['accountType'],
            show: (value) => <IdentityName id={Number(value)} />,
            render: (control, values) => <IdentityChoice control={control} accountType={typeOf(values)} />,
          },
          {
            kind: 'day',
            name: 'expireAt',
            label: 'accounts.expireAt',
            help: 'accounts.expireAtHelp',
            min: dayIn(now() + DAY_MS, timeZone),
          },
        ],
      },
    ];
  }, [isNew, now, timeZone]);
}

/** Identities of the chosen type that the person may give. */
function IdentityChoice({ control, accountType }: { readonly control: Control; readonly accountType: SubType }) {
  const t = useT();
  const query = useData('dashboard.AccountManage/getIdentities', { accountType });
  const options = useMemo(
    () => (query.data?.list ?? []).map((identity) => ({ value: identity.id, label: identity.name })),
    [query.data],
  );
  const { value, onChange } = control;
  const isStrange = query.data !== undefined && value !== null && !options.some((option) => option.value === value);
  useEffect(() => {
    // An identity of the other type, or one that the person may not give, is no choice here.
    if (isStrange) onChange(null);
  }, [isStrange, onChange]);
  return (
    <Select
      id={control.id}
      label={t('accounts.identity')}
      placeholder={t('form.choose')}
      value={(control.value as number | null) ?? null}
      options={options}
      onChange={control.onChange}
      loading={query.isPending}
      disabled={control.disabled}
      invalid={control.invalid}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
    />
  );
}

/** An identity by its name, whatever its type. */
function IdentityName({ id }: { readonly id: number }) {
  const { options } = useOptions('identities', true);
  const others = useOptions('stationIdentities', true).options;
  return [...options, ...others].find((option) => option.value === id)?.label ?? String(id);
}
