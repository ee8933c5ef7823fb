import { E164, MANAGED_ACCOUNT, MOBILE } from '@contract/limits';
import { DAY_MS } from '@contract/units';
import { useEffect, useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { choiceState, useData, useOptions } from '@/app/request/useData';
import { Names } from '@/ui/EntityForm/Names';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Field, FieldGroup } from '@/ui/EntityForm/types';
import { Select } from '@/ui/Select';
import { dayIn } from '@/ui/TimeText/format';

type SubType = 'station' | 'franchisee';
/** Returns the account type that is chosen in the form. */
export const typeOf = (values: FormValues): SubType => (values.accountType === 'franchisee' ? 'franchisee' : 'station');

/** Fields that can be set only when the account is created. */
const NEW_FIELDS: readonly Field[] = [
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
/** The phone field of a new account. For existing accounts, the action `changeTel` changes the phone. */
const TEL_FIELD: Field = {
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

/** Fields for the account's stations or franchisee, and for its identity. */
const BELONGING_FIELDS: readonly Field[] = [
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
];

/**
 * Returns the form fields of an account.
 *
 * @param isNew whether to include the fields that can be set only for a new account: type, account name and phone
 */
export function useAccountFields(isNew: boolean): readonly FieldGroup<FormValues>[] {
  const { now, timeZone } = usePlatform();
  return useMemo(
    () => [
      {
        key: 'account',
        fields: [
          ...(isNew ? NEW_FIELDS : []),
          { kind: 'text', name: 'name', label: 'accounts.name', required: true, ...MANAGED_ACCOUNT.name },
          ...(isNew ? [TEL_FIELD] : []),
          ...BELONGING_FIELDS,
          {
            kind: 'day',
            name: 'expireAt',
            label: 'accounts.expireAt',
            help: 'accounts.expireAtHelp',
            min: dayIn(now() + DAY_MS, timeZone),
          },
        ],
      },
    ],
    [isNew, now, timeZone],
  );
}

/** Selects an identity of the chosen type. Only identities that the user may grant are offered. */
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
    // Clear an identity that belongs to the other type or that the user may not grant.
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
      {...choiceState(query)}
      disabled={control.disabled}
      invalid={control.invalid}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
    />
  );
}

/** Shows the name of an identity of stations or franchisees. */
function IdentityName({ id }: { readonly id: number }) {
  const ofStations = useOptions('stationIdentities', true);
  const ofFranchisees = useOptions('franchiseeIdentities', true);
  const name = [...ofStations.options, ...ofFranchisees.options].find((option) => option.value === id)?.label;
  const retry = () => {
    ofStations.onRetry?.();
    ofFranchisees.onRetry?.();
  };
  const isFailed = name === undefined && (ofStations.onRetry ?? ofFranchisees.onRetry) !== undefined;
  const loading = ofStations.loading || ofFranchisees.loading;
  return <Names text={name ?? String(id)} onRetry={isFailed ? retry : undefined} loading={loading} />;
}
