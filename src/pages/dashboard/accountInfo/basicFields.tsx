import { COUNTRIES, REGION_COUNTRY } from '@contract/countries';
import { PROFILE } from '@contract/limits';
import { useMemo } from 'react';
import { getLocale, type Translate, useLocale, useT } from '@/app/i18n/i18n';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { RegionPicker } from '@/ui/RegionPicker';
import { RegionName } from '@/ui/RegionPicker/RegionName';
import { Select } from '@/ui/Select';

/** Returns whether the chosen country is the country of the region tree. The form requires a region only for that country. */
export const isAtHome = (values: FormValues) => values.country === REGION_COUNTRY;

const avatarField = (t: Translate): Field => ({
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
});

const regionField = (t: Translate): Field => ({
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
});

/** Returns the fields of the Basic tab. */
export function basicFields(t: Translate): readonly FieldGroup<FormValues>[] {
  return [
    {
      key: 'person',
      fields: [
        avatarField(t),
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
          read: (value) => new Intl.DisplayNames([getLocale()], { type: 'region' }).of(String(value)) ?? String(value),
          render: (control) => <Country control={control} />,
        },
        regionField(t),
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
}

/** Selects a country. The names are in the user's language. Mainland China, Hong Kong, Macao and Taiwan come first. */
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
