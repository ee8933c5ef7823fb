import { FUND_AUDIT } from '@contract/fundAudit.states';
import { HEXAGON, LANDLINE, MOBILE, PROFILE, SERVICE_TEL, TEAM } from '@contract/limits';
import type { SiteSettingGroup } from '@contract/site';
import { LOCALES } from '@contract/text';
import type { ReactNode } from 'react';
import { getLocale, type Label, type Translate } from '@/app/i18n/i18n';
import { HoursEditor } from '@/features/hoursEditor';
import { type DayHours, weekProblem } from '@/features/hoursEditor/hours';
import { hoursText } from '@/features/hoursEditor/text';
import { LANGUAGE_NAMES } from '@/layouts/languages';
import { AddressList } from '@/ui/AddressList';
import { isAddress } from '@/ui/AddressList/addresses';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { SecretField } from './SecretField';

/** Tabs of the page, in DOMAIN's order; each is one group of the tenant's settings, saved whole. */
export const TABS = [
  'identity',
  'locale',
  'map',
  'teamDefaults',
  'security',
  'business',
  'sms',
] as const satisfies readonly SiteSettingGroup[];

/** Scenes of SMS templates; their names are fields of the form and nested in the stored group. */
const SCENES = ['login', 'second', 'reset', 'bind', 'oldPhone', 'payout', 'notice', 'resetLink'] as const;
const LOGOS = ['logoLight', 'logoDark', 'favicon'] as const;
const CENTRE = /^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?$/;
const TILES = /^https?:\/\/\S+\{z\}\S*$/;
const WEB = /^https?:\/\/[^\s/]+\S*$/;
const HEX32 = /^[0-9a-f]{32}$/i;
const CODE_MAX = 40;
const ADDRESSES = 50;

/** What the fields need to know beyond the values. */
export interface Surroundings {
  readonly t: Translate;
  readonly hasSecret: readonly string[];
  readonly callerIp: string;
  /** Secrets are a right of their own. */
  readonly maySecrets: boolean;
}

type SettingField = Field<FormValues>;

/** The stored values of a group as its form holds them. */
export function toForm(group: SiteSettingGroup, values: FormValues): FormValues {
  if (group !== 'sms') return values;
  const { templates, ...rest } = values;
  // A tenant that saved its templates before links existed has none for them.
  return { ...rest, resetLink: '', ...(templates as FormValues) };
}

/** The form's values as the group is stored. */
export function fromForm(group: SiteSettingGroup, values: FormValues): Record<string, unknown> {
  if (group !== 'sms') return { ...values };
  const { login, second, reset, bind, oldPhone, payout, notice, resetLink, ...rest } = values;
  const templates = { login, second, reset, bind, oldPhone, payout, notice: notice ?? '', resetLink: resetLink ?? '' };
  return { ...rest, templates };
}

/** The declaration of one tab's form: fields, rules and limits of DOMAIN §3.7. */
export function groupsOf(group: SiteSettingGroup, surroundings: Surroundings): readonly FieldGroup<FormValues>[] {
  return DECLARATIONS[group](surroundings);
}

const whole = (name: string, label: Label, min: number, max: number, unit: Label, help?: Label): SettingField => ({
  kind: 'number',
  name,
  label,
  required: true,
  min,
  max,
  unit,
  ...(help ? { help } : {}),
});

function custom(
  name: string,
  label: Label,
  render: (control: Control) => ReactNode,
  more: Partial<SettingField> = {},
): SettingField {
  return { ...more, kind: 'custom', name, label, render } as SettingField;
}

function secret(name: string, label: Label, { t, hasSecret, maySecrets }: Surroundings, help?: Label): SettingField {
  return custom(
    name,
    label,
    (control) => <SecretField control={control} label={t(label)} isSet={hasSecret.includes(name)} />,
    {
      secret: true,
      read: () => '••••••',
      ...(help ? { help } : {}),
      ...(maySecrets ? {} : { disabled: true, disabledReason: 'site.secretForbidden' }),
    },
  );
}

const DECLARATIONS: Record<SiteSettingGroup, (surroundings: Surroundings) => readonly FieldGroup<FormValues>[]> = {
  identity: ({ t }) => [
    {
      key: 'name',
      title: 'site.groupName',
      fields: [
        {
          kind: 'text',
          name: 'siteName',
          label: 'site.siteName',
          required: true,
          min: 2,
          max: 30,
          help: 'site.siteNameHelp',
        },
        { kind: 'text', name: 'shortName', label: 'site.shortName', max: 10 },
        { kind: 'text', name: 'companyName', label: 'site.companyName', max: 60 },
        { kind: 'text', name: 'icp', label: 'site.icp', max: 40 },
      ],
    },
    {
      key: 'logo',
      title: 'site.groupLogo',
      fields: LOGOS.map((name) =>
        custom(
          name,
          `site.${name}`,
          ({ id, value, onChange, disabled, describedBy }) => (
            <FileUpload
              id={id}
              label={t(`site.${name}`)}
              scene={name === 'favicon' ? 'favicon' : 'siteLogo'}
              value={value as number | null}
              onChange={onChange}
              disabled={disabled}
              describedBy={describedBy}
            />
          ),
          { read: (value) => t('site.fileNumber', { id: String(value) }) },
        ),
      ),
    },
    {
      key: 'service',
      title: 'site.groupService',
      fields: [
        {
          kind: 'text',
          name: 'serviceTel',
          label: 'site.serviceTel',
          required: true,
          inputMode: 'tel',
          help: 'site.serviceTelHelp',
          check: (value) => {
            const tel = String(value ?? '').trim();
            return [MOBILE, LANDLINE, SERVICE_TEL].some((pattern) => pattern.test(tel)) ? null : { rule: 'pattern' };
          },
        },
        {
          kind: 'text',
          name: 'serviceTime',
          label: 'site.serviceTime',
          max: 40,
          placeholder: 'site.serviceTimeExample',
        },
        {
          kind: 'text',
          name: 'supportEmail',
          label: 'site.supportEmail',
          ...PROFILE.email,
          inputMode: 'email',
          placeholder: 'site.supportEmailExample',
          help: 'site.supportEmailHelp',
        },
      ],
    },
  ],
  locale: () => [
    {
      key: 'language',
      title: 'site.groupLanguage',
      fields: [
        {
          kind: 'many',
          name: 'enabledLocales',
          label: 'site.enabledLocales',
          required: true,
          options: LOCALES.map((value) => ({ value, text: LANGUAGE_NAMES[value] })),
        },
        {
          kind: 'choice',
          name: 'defaultLocale',
          label: 'site.defaultLocale',
          required: true,
          help: 'site.defaultLocaleHelp',
          options: LOCALES.map((value) => ({ value, text: LANGUAGE_NAMES[value] })),
        },
      ],
    },
    {
      key: 'region',
      title: 'site.groupRegion',
      fields: [
        {
          kind: 'choice',
          name: 'timeZone',
          label: 'site.timeZone',
          required: true,
          help: 'site.timeZoneHelp',
          search: true,
          options: Intl.supportedValuesOf('timeZone').map((value) => ({ value, text: value })),
        },
        { kind: 'text', name: 'currencyDisplay', label: 'site.currencyDisplay', required: true, min: 1, max: 4 },
        { kind: 'switch', name: 'allowIntlPhone', label: 'site.allowIntlPhone', help: 'site.allowIntlPhoneHelp' },
      ],
    },
  ],
  map: (surroundings) => [
    {
      key: 'keys',
      title: 'site.groupMapKeys',
      fields: [
        { kind: 'text', name: 'mapJsKey', label: 'site.mapJsKey', pattern: HEX32, help: 'site.mapJsKeyHelp' },
        secret('mapSecurityCode', 'site.mapSecurityCode', surroundings),
        secret('mapServerKey', 'site.mapServerKey', surroundings, 'site.mapServerKeyHelp'),
      ],
    },
    {
      key: 'view',
      title: 'site.groupMapView',
      fields: [
        {
          kind: 'text',
          name: 'mapTileUrl',
          label: 'site.mapTileUrl',
          max: 300,
          pattern: TILES,
          help: 'site.mapTileUrlHelp',
        },
        {
          kind: 'text',
          name: 'mapDefaultCenter',
          label: 'site.mapDefaultCenter',
          required: true,
          pattern: CENTRE,
          help: 'site.mapDefaultCenterHelp',
          check: (value) => {
            const [lng = 999, lat = 999] = String(value).split(',').map(Number);
            return Math.abs(lng) <= 180 && Math.abs(lat) <= 85 ? null : { rule: 'pattern' };
          },
        },
        whole('mapZoom', 'site.mapZoom', 3, 18, 'site.unitLevel'),
      ],
    },
  ],
  teamDefaults: ({ t }) => [
    {
      key: 'start',
      help: 'site.teamDefaultsHelp',
      fields: [
        { kind: 'options', name: 'feePlanId', label: 'site.feePlanId', source: 'feePlans' },
        custom(
          'weekHours',
          'site.weekHours',
          ({ id, value, onChange, disabled, describedBy }) => (
            <HoursEditor
              id={id}
              label={t('site.weekHours')}
              value={value as DayHours[]}
              onChange={onChange}
              disabled={disabled}
              describedBy={describedBy}
            />
          ),
          {
            check: (value) => (weekProblem(value as DayHours[]) ? { rule: 'pattern' } : null),
            read: (value) => hoursText(value as DayHours[], getLocale()),
          },
        ),
        whole('promiseMin', 'site.promiseMin', TEAM.promiseMin.min, TEAM.promiseMin.max, 'site.unitMinutes'),
        {
          kind: 'number',
          name: 'hexSizeKm',
          label: 'site.hexSizeKm',
          required: true,
          min: HEXAGON.minKm,
          max: HEXAGON.maxKm,
          step: HEXAGON.stepKm,
          unit: 'site.unitKm',
          help: 'site.hexSizeKmHelp',
        },
        {
          kind: 'radio',
          name: 'overlapPolicy',
          label: 'site.overlapPolicy',
          required: true,
          options: (['warn', 'forbid', 'allow'] as const).map((value) => ({
            value,
            label: `site.overlap_${value}` as const,
          })),
        },
        {
          kind: 'radio',
          name: 'settleCycle',
          label: 'site.settleCycle',
          required: true,
          options: (['T0', 'T1', 'T7', 'month'] as const).map((value) => ({
            value,
            label: `site.settle_${value}` as const,
          })),
        },
        {
          kind: 'text',
          name: 'consoleUrl',
          label: 'site.consoleUrl',
          max: 200,
          pattern: WEB,
          help: 'site.consoleUrlHelp',
        },
      ],
    },
  ],
  business: () => [
    {
      key: 'fundAudit',
      title: 'menu.fundAudit',
      fields: [
        {
          kind: 'money',
          name: 'fundAuditMaxFen',
          label: 'site.fundAuditMaxFen',
          required: true,
          minFen: FUND_AUDIT.singleMaxFen.min,
          maxFen: FUND_AUDIT.singleMaxFen.max,
          help: 'site.fundAuditMaxFenHelp',
        },
        whole(
          'fundAuditExpireDays',
          'site.fundAuditExpireDays',
          FUND_AUDIT.expireDays.min,
          FUND_AUDIT.expireDays.max,
          'site.unitDays',
          'site.fundAuditExpireDaysHelp',
        ),
      ],
    },
  ],
  security: ({ t, callerIp }) => [
    {
      key: 'password',
      title: 'site.groupPassword',
      fields: [
        whole('passwordMinLen', 'site.passwordMinLen', 8, 16, 'site.unitCharacters'),
        whole('passwordDays', 'site.passwordDays', 0, 365, 'site.unitDays', 'site.passwordDaysHelp'),
      ],
    },
    {
      key: 'signIn',
      title: 'site.groupSignIn',
      fields: [
        whole('maxFail', 'site.maxFail', 3, 10, 'site.unitTimes', 'site.maxFailHelp'),
        whole('lockMin', 'site.lockMin', 5, 120, 'site.unitMinutes'),
        whole('sessionPerAccount', 'site.sessionPerAccount', 1, 5, 'site.unitSessions', 'site.sessionPerAccountHelp'),
        {
          kind: 'options',
          name: 'force2v',
          label: 'site.force2v',
          source: 'identities',
          multiple: true,
          max: 50,
          help: 'site.force2vHelp',
        },
        custom(
          'ipAllowList',
          'site.ipAllowList',
          (control) => <AddressList control={control} label={t('site.ipAllowList')} callerIp={callerIp} />,
          {
            help: 'site.ipAllowListHelp',
            read: (value) => (value as readonly string[]).join(', ') || '—',
            check: (value) => {
              const entries = Array.isArray(value) ? value.map(String) : [];
              if (entries.length > ADDRESSES) return { rule: 'arrayMax', params: { max: ADDRESSES } };
              return entries.every(isAddress) ? null : { rule: 'pattern' };
            },
          },
        ),
      ],
    },
    {
      key: 'page',
      title: 'site.groupPage',
      fields: [
        { kind: 'switch', name: 'fourEyes', label: 'site.fourEyes', help: 'site.fourEyesHelp' },
        { kind: 'switch', name: 'watermark', label: 'site.watermark', help: 'site.watermarkHelp' },
      ],
    },
  ],
  sms: (surroundings) => {
    const isReal = (values: FormValues) => values.provider !== 'simulator';
    return [
      {
        key: 'provider',
        title: 'site.groupProvider',
        fields: [
          {
            kind: 'radio',
            name: 'provider',
            label: 'site.provider',
            required: true,
            options: (['simulator', 'aliyun'] as const).map((value) => ({
              value,
              label: `site.provider_${value}` as const,
            })),
          },
          { kind: 'text', name: 'accessKeyId', label: 'site.accessKeyId', max: 64, required: isReal },
          secret('accessKeySecret', 'site.accessKeySecret', surroundings),
          { kind: 'text', name: 'signName', label: 'site.signName', max: 20, required: isReal },
          { kind: 'money', name: 'unitPriceFen', label: 'site.unitPriceFen', required: true, minFen: 0, maxFen: 1_000 },
        ],
      },
      {
        key: 'templates',
        title: 'site.groupTemplates',
        help: 'site.groupTemplatesHelp',
        fields: SCENES.map((name) => ({
          kind: 'text' as const,
          name,
          label: `site.template_${name}` as const,
          max: CODE_MAX,
          // Without the five that carry codes nobody could sign in; the others may be missing.
          required: name === 'payout' || name === 'notice' || name === 'resetLink' ? false : isReal,
          ...(name === 'resetLink' && { help: 'site.template_resetLinkHelp' as const }),
        })),
      },
    ];
  },
};
