import { isCreditCode } from '@contract/credit-code';
import { E164, LANDLINE, MOBILE, TEAM } from '@contract/limits';
import { TEAM_FIELDS } from '@contract/team.fields';
import { FileUpload } from '@/ui/FileUpload';
import { LicenceInput } from './controls';
import { type FieldContext, PATTERN, phoneCheck, type WizardField } from './fieldContext';
import { isMasked, type WizardValues } from './values';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the fields for the station's contact data. */
function personFields(context: FieldContext): readonly WizardField[] {
  const { detail } = context;
  return [
    {
      name: 'contactName',
      label: TEAM_FIELDS.contactName,
      kind: 'text',
      required: true,
      min: TEAM.contactName.min,
      max: TEAM.contactName.max,
    },
    {
      name: 'contactTel',
      label: TEAM_FIELDS.contactTel,
      kind: 'text',
      required: true,
      inputMode: 'tel',
      help: detail && isMasked(detail.contactTel) ? 'wizard.telMasked' : 'wizard.telHelp',
      check: phoneCheck(context, 'contactTel', [MOBILE, LANDLINE, E164]),
    },
    {
      name: 'emergencyTel',
      label: TEAM_FIELDS.emergencyTel,
      kind: 'text',
      inputMode: 'tel',
      help: detail?.emergencyTel && isMasked(detail.emergencyTel) ? 'wizard.telMasked' : 'wizard.telHelp',
      check: phoneCheck(context, 'emergencyTel', [MOBILE, LANDLINE, E164]),
    },
    {
      name: 'email',
      label: TEAM_FIELDS.email,
      kind: 'text',
      inputMode: 'email',
      max: TEAM.email.max,
      check: (value) => (String(value ?? '').trim() === '' || EMAIL.test(String(value).trim()) ? null : PATTERN),
    },
  ];
}

/** Returns the fields for the business licence. Stations of the type `partner` do not need a licence. */
function licenceFields({ t }: FieldContext): readonly WizardField[] {
  const needsLicence = (values: WizardValues) => values.teamType !== 'partner';
  return [
    {
      name: 'licenceNo',
      label: TEAM_FIELDS.licenceNo,
      kind: 'custom',
      required: needsLicence,
      help: 'wizard.licenceHelp',
      check: (value) => (String(value ?? '') === '' || isCreditCode(String(value)) ? null : PATTERN),
      render: (control) => <LicenceInput control={control} />,
    },
    {
      name: 'licenceFile',
      label: TEAM_FIELDS.licenceFile,
      kind: 'custom',
      read: (value) => t('setting.fileNumber', { id: [value].flat().join(', ') }),
      required: needsLicence,
      render: (control) => (
        <FileUpload
          id={control.id}
          scene="licence"
          label={t(TEAM_FIELDS.licenceFile)}
          value={control.value as number | null}
          disabled={control.disabled}
          describedBy={control.describedBy}
          onChange={control.onChange}
        />
      ),
    },
    {
      name: 'legalName',
      label: TEAM_FIELDS.legalName,
      kind: 'text',
      required: needsLicence,
      min: TEAM.legalName.min,
      max: TEAM.legalName.max,
    },
  ];
}

export const contactFields = (context: FieldContext): readonly WizardField[] => [
  ...personFields(context),
  ...licenceFields(context),
];
