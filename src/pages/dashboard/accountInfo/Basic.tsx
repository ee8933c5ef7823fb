import { COUNTRIES, REGION_COUNTRY } from '@contract/countries';
import type { Data } from '@contract/index';
import { PROFILE } from '@contract/limits';
import { useDispatch } from '@umijs/max';
import { useMemo, useState } from 'react';
import { getLocale, useLocale, useT } from '@/app/i18n/i18n';
import { onlyFresh, readData, useData } from '@/app/request/useData';
import { useUndone } from '@/app/undo';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RegionPicker } from '@/ui/RegionPicker';
import { RegionName } from '@/ui/RegionPicker/RegionName';
import { Select } from '@/ui/Select';
import styles from './index.css';

type Info = Data<'dashboard.Account/getInfo'>;

const toForm = (info: Info): FormValues => ({
  avatarFileId: info.avatarFileId,
  nickname: info.nickname,
  email: info.email,
  profile: info.profile,
  country: info.country || REGION_COUNTRY,
  regionCode: info.regionCode,
  address: info.address,
  tel: info.maskedTel,
});
const text = (values: FormValues, name: string) => String(values[name] ?? '').trim();
const isAtHome = (values: FormValues) => values.country === REGION_COUNTRY;

/** Basic tab: the person's public data and contacts. */
export function Basic() {
  const query = useData('dashboard.Account/getInfo', {}, { staleTime: 0 });
  // A form starts from what is in force now, never from what an earlier visit of the tab saw.
  const fresh = onlyFresh(query);
  const [saves, setSaves] = useState(0);
  const reopen = async () => {
    await query.refetch();
    setSaves((count) => count + 1);
  };
  useUndone(() => void reopen());
  return (
    <div className={styles.panel}>
      <QueryBoundary query={fresh} minHeight={480}>
        {(info) => <BasicForm key={saves} opened={info} onSaved={reopen} />}
      </QueryBoundary>
    </div>
  );
}

function BasicForm({ opened, onSaved }: { readonly opened: Info; readonly onSaved: () => Promise<void> }) {
  const t = useT();
  const dispatch = useDispatch();
  // Another read of the account must not change what is being edited.
  const [info] = useState(opened);
  const initial = useMemo(() => toForm(info), [info]);
  const groups = useMemo<readonly FieldGroup<FormValues>[]>(() => {
    const avatar: Field = {
      kind: 'custom',
      name: 'avatarFileId',
      label: 'account.avatar',
      read: (value) => t('setting.fileNumber', { id: String(value) }),
      render: ({ id, value, onChange, disabled, describedBy }) => (
        <FileUpload
          id={id}
          label={t('account.avatar')}
          scene="avatar"
          value={value as number | null}
          onChange={onChange}
          disabled={disabled}
          describedBy={describedBy}
        />
      ),
    };
    return [
      {
        key: 'person',
        fields: [
          avatar,
          {
            kind: 'text',
            name: 'email',
            label: 'account.email',
            required: true,
            autoComplete: 'email',
            ...PROFILE.email,
          },
          { kind: 'text', name: 'nickname', label: 'account.nickname', required: true, ...PROFILE.nickname },
          { kind: 'textarea', name: 'profile', label: 'account.profile', rows: 3, ...PROFILE.profile },
          {
            kind: 'custom',
            name: 'country',
            label: 'account.country',
            required: true,
            select: true,
            read: (value) =>
              new Intl.DisplayNames([getLocale()], { type: 'region' }).of(String(value)) ?? String(value),
            render: (control) => <Country control={control} />,
          },
          {
            kind: 'custom',
            name: 'regionCode',
            label: 'account.region',
            required: true,
            select: true,
            when: isAtHome,
            show: (value) => <RegionName code={String(value)} />,
            render: ({ id, value, onChange, disabled, invalid, describedBy }) => (
              <RegionPicker
                id={id}
                label={t('account.region')}
                depth={2}
                anyLevel
                value={value as string | null}
                onChange={(code) => onChange(code)}
                disabled={disabled}
                invalid={invalid}
                describedBy={describedBy}
              />
            ),
          },
          { kind: 'text', name: 'address', label: 'account.address', required: true, ...PROFILE.address },
          {
            kind: 'text',
            name: 'tel',
            label: 'account.tel',
            disabled: true,
            disabledReason: 'account.telHelp',
          },
        ],
      },
    ];
  }, [t]);
  return (
    <EntityForm<'dashboard.Account/saveBasic', FormValues>
      formKey="account.basic"
      initial={initial}
      groups={groups}
      address="dashboard.Account/saveBasic"
      version={info.version}
      toInput={({ values, version }) => ({
        version,
        avatarFileId: (values.avatarFileId as number | null | undefined) ?? null,
        email: text(values, 'email'),
        nickname: text(values, 'nickname'),
        profile: text(values, 'profile'),
        country: text(values, 'country'),
        regionCode: isAtHome(values) ? ((values.regionCode as string | null | undefined) ?? null) : null,
        address: text(values, 'address'),
      })}
      submit="account.saveBasic"
      onDone={() => {
        // Name and picture in the header follow.
        dispatch({ type: 'user/fetchCurrent' });
        void onSaved();
      }}
      reload={async () => {
        const latest = await readData('dashboard.Account/getInfo', {});
        return { values: toForm(latest), version: latest.version };
      }}
    />
  );
}

/** Countries and regions by their names in the reader's language; the first ones are the usual ones here. */
function Country({ control }: { readonly control: Control }) {
  const t = useT();
  const locale = useLocale();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
  }, [locale]);
  return (
    <Select
      id={control.id}
      label={t('account.country')}
      placeholder={t('form.choose')}
      value={(control.value as string | null) ?? null}
      options={options}
      onChange={control.onChange}
      disabled={control.disabled}
      invalid={control.invalid}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
    />
  );
}
