import { isCreditCode } from '@contract/credit-code';
import { E164, LANDLINE, MOBILE, TEAM } from '@contract/limits';
import { TEAM_FIELDS, TEAM_TYPE_TEXT } from '@contract/team.fields';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { PointPicker } from '@/features/areaEditor/PointPicker';
import { HolidaysEditor, HoursEditor } from '@/features/hoursEditor';
import type { DayHours, Holiday } from '@/features/hoursEditor/hours';
import { holidaysText, hoursText } from '@/features/hoursEditor/text';
import { areaKm2 } from '@/features/mapBase/geometry';
import { termFields } from '@/features/terms/fields';
import type { Fault, Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { formatFigure } from '@/ui/Money/format';
import { RegionPicker } from '@/ui/RegionPicker';
import { RegionName } from '@/ui/RegionPicker/RegionName';
import {
  AreaField,
  CodeInput,
  centreMoved,
  codesOf,
  LicenceInput,
  ServiceTypes,
  servicesText,
  useValues,
  type WizardForm,
} from './controls';
import { isMasked, type Step, type TeamDetail, type WizardValues } from './values';

/** What the fields need to know of the wizard around them. */
export interface FieldContext {
  /** The form that the fields belong to; it exists once they are drawn. */
  readonly form: () => WizardForm;
  readonly t: Translate;
  readonly teamId: number | null;
  readonly detail: TeamDetail | null;
  readonly policy: 'warn' | 'forbid' | 'allow';
  /** The platform's day, `yyyy-MM-dd`. */
  readonly today: string;
  /** The credit limit of a draft is the owner's to fill in. */
  readonly maySetCredit: boolean;
}

type WizardField = Field<WizardValues>;

const PATTERN: Fault = { rule: 'pattern' };
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The centre, drawn again when the city changes: the search prefers it. */
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

/** An area in words: its corners and its size. */
function areaText(polygon: WizardValues['polygon'], t: Translate): string {
  if (polygon.length === 0) return '—';
  return t('area.summary', { n: polygon.length, km2: formatFigure(areaKm2(polygon), 'km2', getLocale()) });
}

/** The fields of each step, with their rules (DOMAIN §3.3). The server repeats every one. */
export function wizardFields(context: FieldContext): Readonly<Record<Step, readonly WizardField[]>> {
  const { t, teamId, detail, policy, today, maySetCredit, form } = context;
  const isNew = detail === null || detail.status === 'draft';
  const hasOpened = detail?.openedAt != null;
  const needsLicence = (values: WizardValues) => values.teamType !== 'partner';
  /** A phone that came masked and was not touched stays what it is. */
  const phone = (name: 'contactTel' | 'emergencyTel' | 'adminTel', patterns: readonly RegExp[]) => (value: unknown) => {
    const tel = String(value ?? '').trim();
    if (tel === '' || (isMasked(tel) && tel === form().store.initial()[name])) return null;
    return patterns.some((pattern) => pattern.test(tel)) ? null : PATTERN;
  };
  return {
    1: [
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
    ],
    2: [
      {
        name: 'polygon',
        label: TEAM_FIELDS.polygon,
        kind: 'custom',
        required: true,
        carries: ['areaMode', 'hexSizeKm'],
        read: (value) => areaText(value as WizardValues['polygon'], t),
        render: (control) => (
          <AreaField control={control} form={form()} teamId={teamId} detail={detail} policy={policy} />
        ),
      },
    ],
    3: [
      {
        name: 'weekHours',
        label: TEAM_FIELDS.weekHours,
        kind: 'custom',
        required: true,
        select: true,
        read: (value) => hoursText(value as readonly DayHours[], getLocale()),
        render: (control) => (
          <HoursEditor
            id={control.id}
            label={t(TEAM_FIELDS.weekHours)}
            value={control.value as readonly DayHours[]}
            disabled={control.disabled}
            describedBy={control.describedBy}
            onChange={control.onChange}
          />
        ),
      },
      {
        name: 'holidays',
        label: TEAM_FIELDS.holidays,
        kind: 'custom',
        read: (value) => holidaysText(value as readonly Holiday[], getLocale()),
        render: (control) => (
          <HolidaysEditor
            id={control.id}
            label={t(TEAM_FIELDS.holidays)}
            value={control.value as readonly Holiday[]}
            today={today}
            known={detail?.holidays ?? []}
            disabled={control.disabled}
            describedBy={control.describedBy}
            onChange={control.onChange}
          />
        ),
      },
      {
        name: 'bookDays',
        label: TEAM_FIELDS.bookDays,
        kind: 'number',
        required: true,
        ...TEAM.bookDays,
        unit: 'wizard.bookDays',
        help: 'wizard.bookDaysHelp',
      },
      {
        name: 'slotMin',
        label: TEAM_FIELDS.slotMin,
        kind: 'radio',
        required: true,
        options: TEAM.slotMin.map((value) => ({ value, text: t('wizard.slot', { n: value }) })),
      },
      {
        name: 'promiseMin',
        label: TEAM_FIELDS.promiseMin,
        kind: 'number',
        required: true,
        ...TEAM.promiseMin,
        unit: 'wizard.minutes',
      },
      {
        name: 'maxDistanceM',
        label: TEAM_FIELDS.maxDistanceM,
        kind: 'number',
        required: true,
        ...TEAM.maxDistanceM,
        unit: 'wizard.metres',
      },
      {
        name: 'maxWeightG',
        label: TEAM_FIELDS.maxWeightG,
        kind: 'number',
        required: true,
        ...TEAM.maxWeightG,
        unit: 'wizard.grams',
      },
    ],
    // Terms of a station that exists change by a proposal (DOMAIN §9, decision 30).
    4: termFields<WizardValues>(t, maySetCredit).map((field) =>
      isNew ? field : { ...field, disabled: true, disabledReason: 'wizard.termsFixed' },
    ),
    5: [
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
        check: phone('contactTel', [MOBILE, LANDLINE, E164]),
      },
      {
        name: 'emergencyTel',
        label: TEAM_FIELDS.emergencyTel,
        kind: 'text',
        inputMode: 'tel',
        help: detail?.emergencyTel && isMasked(detail.emergencyTel) ? 'wizard.telMasked' : 'wizard.telHelp',
        check: phone('emergencyTel', [MOBILE, LANDLINE, E164]),
      },
      {
        name: 'email',
        label: TEAM_FIELDS.email,
        kind: 'text',
        inputMode: 'email',
        max: TEAM.email.max,
        check: (value) => (String(value ?? '').trim() === '' || EMAIL.test(String(value).trim()) ? null : PATTERN),
      },
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
    ],
    6: [
      {
        name: 'adminAccount',
        label: TEAM_FIELDS.adminAccount,
        kind: 'text',
        required: isNew,
        disabled: !isNew,
        disabledReason: 'wizard.adminFixed',
        pattern: TEAM.adminAccount,
        help: 'wizard.accountHelp',
      },
      {
        name: 'adminName',
        label: TEAM_FIELDS.adminName,
        kind: 'text',
        required: isNew,
        disabled: !isNew,
        disabledReason: 'wizard.adminFixed',
        min: TEAM.adminName.min,
        max: TEAM.adminName.max,
      },
      {
        name: 'adminTel',
        label: TEAM_FIELDS.adminTel,
        kind: 'text',
        required: isNew,
        disabled: !isNew,
        disabledReason: 'wizard.adminFixed',
        inputMode: 'tel',
        check: phone('adminTel', [MOBILE]),
      },
      {
        name: 'adminIdentityId',
        label: TEAM_FIELDS.adminIdentityId,
        kind: 'options',
        source: 'stationIdentities',
        required: isNew,
        disabled: !isNew,
        disabledReason: 'wizard.adminFixed',
      },
      {
        name: 'notifyBySms',
        label: TEAM_FIELDS.notifyBySms,
        kind: 'switch',
        disabled: !isNew,
        disabledReason: 'wizard.adminFixed',
        help: 'wizard.smsHelp',
      },
    ],
  };
}
