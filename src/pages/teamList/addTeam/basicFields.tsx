import { TEAM } from '@contract/limits';
import { TEAM_FIELDS, TEAM_TYPE_TEXT } from '@contract/team.fields';
import { PointPicker } from '@/features/areaEditor/PointPicker';
import { FileUpload } from '@/ui/FileUpload';
import { RegionPicker } from '@/ui/RegionPicker';
import { RegionName } from '@/ui/RegionPicker/RegionName';
import { CodeInput, centreMoved, codesOf, ServiceTypes, servicesText, useValues, type WizardForm } from './controls';
import { type FieldContext, PATTERN, type WizardField } from './fieldContext';

/** Edits the centre. The search prefers places in the chosen city, so the component follows the form's values. */
function Centre({
  control,
  form,
  label,
}: {
  control: Parameters<typeof CodeInput>[0]['control'];
  form: WizardForm;
  label: string;
}) {
  const values = useValues(form);
  const { cityCode, address } = values;
  return (
    <PointPicker
      id={control.id}
      label={label}
      value={String(control.value ?? '')}
      disabled={control.disabled}
      invalid={control.invalid}
      describedBy={control.describedBy}
      cityCode={cityCode ?? undefined}
      regionCodes={codesOf(values)}
      onChange={(center) => form.set(centreMoved(form.values(), center))}
      onAddress={(found) => {
        if (address.trim() === '') form.set({ address: found.slice(0, TEAM.address.max) });
      }}
    />
  );
}

/** Returns the fields for name, ownership, region and code of the station. */
function identityFields({ t, teamId, detail, form }: FieldContext): readonly WizardField[] {
  const hasOpened = detail?.openedAt != null;
  return [
    {
      name: 'name',
      label: TEAM_FIELDS.name,
      kind: 'text',
      required: true,
      min: TEAM.name.min,
      max: TEAM.name.max,
      help: 'wizard.nameHelp',
    },
    {
      name: 'teamType',
      label: TEAM_FIELDS.teamType,
      kind: 'radio',
      required: true,
      options: (['self', 'franchise', 'partner'] as const).map((value) => ({ value, label: TEAM_TYPE_TEXT[value] })),
    },
    {
      name: 'franchiseeId',
      label: TEAM_FIELDS.franchiseeId,
      kind: 'options',
      source: 'franchisees',
      required: true,
      when: (values) => values.teamType === 'franchise',
      help: 'wizard.franchiseeHelp',
    },
    {
      name: 'districtCode',
      label: 'wizard.region',
      kind: 'custom',
      required: true,
      select: true,
      carries: ['provinceCode', 'cityCode'],
      show: (value) => <RegionName code={String(value)} />,
      render: (control) => (
        <RegionPicker
          id={control.id}
          label={t('wizard.region')}
          value={control.value as string | null}
          disabled={control.disabled}
          invalid={control.invalid}
          describedBy={control.describedBy}
          onChange={(_, [provinceCode = null, cityCode = null, districtCode = null]) =>
            form().set({ provinceCode, cityCode, districtCode })
          }
        />
      ),
    },
    {
      name: 'code',
      label: TEAM_FIELDS.code,
      kind: 'custom',
      required: true,
      disabled: hasOpened,
      disabledReason: 'wizard.codeFixed',
      help: 'wizard.codeHelp',
      check: (value) => (TEAM.code.test(String(value ?? '')) ? null : PATTERN),
      render: (control) => <CodeInput control={control} form={form()} teamId={teamId} />,
    },
  ];
}

/** Returns the fields for postal address and position of the station. */
function placeFields({ t, form }: FieldContext): readonly WizardField[] {
  return [
    {
      name: 'address',
      label: TEAM_FIELDS.address,
      kind: 'text',
      required: true,
      min: TEAM.address.min,
      max: TEAM.address.max,
      help: 'wizard.addressHelp',
    },
    { name: 'addressDetail', label: TEAM_FIELDS.addressDetail, kind: 'text', max: TEAM.addressDetail.max },
    {
      name: 'center',
      label: TEAM_FIELDS.center,
      kind: 'custom',
      required: true,
      help: 'wizard.centerHelp',
      render: (control) => <Centre control={control} form={form()} label={t(TEAM_FIELDS.center)} />,
    },
  ];
}

/** Returns the fields for the station's services and pictures. */
function presentationFields({ t }: FieldContext): readonly WizardField[] {
  return [
    {
      name: 'serviceTypes',
      label: TEAM_FIELDS.serviceTypes,
      kind: 'custom',
      required: true,
      select: true,
      read: (value) => servicesText(value as readonly string[], t),
      render: (control) => <ServiceTypes control={control} />,
    },
    {
      name: 'logo',
      label: TEAM_FIELDS.logo,
      kind: 'custom',
      read: (value) => t('setting.fileNumber', { id: [value].flat().join(', ') }),
      render: (control) => (
        <FileUpload
          id={control.id}
          scene="teamLogo"
          label={t(TEAM_FIELDS.logo)}
          value={control.value as number | null}
          disabled={control.disabled}
          describedBy={control.describedBy}
          onChange={control.onChange}
        />
      ),
    },
    {
      name: 'images',
      label: TEAM_FIELDS.images,
      kind: 'custom',
      read: (value) => t('setting.fileNumber', { id: [value].flat().join(', ') }),
      render: (control) => (
        <FileUpload
          id={control.id}
          scene="teamImage"
          max={TEAM.images}
          label={t(TEAM_FIELDS.images)}
          value={control.value as readonly number[]}
          disabled={control.disabled}
          describedBy={control.describedBy}
          onChange={control.onChange}
        />
      ),
    },
  ];
}

export const basicFields = (context: FieldContext): readonly WizardField[] => [
  ...identityFields(context),
  ...placeFields(context),
  ...presentationFields(context),
];
