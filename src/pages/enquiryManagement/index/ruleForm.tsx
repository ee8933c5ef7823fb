import {
  ENQUIRY_RULE,
  INITIAL_TARIFF,
  RULE_SCOPES,
  type RuleScope,
  TARIFF_LIMITS,
  type TariffKey,
} from '@contract/enquiry.states';
import type { Data, Input } from '@contract/index';
import { getLocale } from '@/app/i18n/i18n';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { formatFigure } from '@/ui/Money/format';
import { REGIONS_FIELD } from '@/ui/RegionPicker/field';
import { Periods, periodFault, readPeriods, type TypedPeriod, typedPeriods } from './Periods';
import { TARIFF_GROUPS, tariffField } from './tariffFields';

/** This module contains the values, fields and request of the price rule form. */

type Rule = Pick<
  Data<'enquiry.Enquiry/getRule'>,
  'name' | 'scopeType' | 'scopeIds' | 'priority' | 'effectiveFrom' | 'effectiveTo' | 'remark' | 'tariff'
>;
type Save = Input<'enquiry.Enquiry/saveRule'>;

const TARIFF_KEYS = Object.keys(TARIFF_LIMITS) as TariffKey[];

const NEW: Rule = {
  name: '',
  scopeType: 'all',
  scopeIds: [],
  priority: 100,
  effectiveFrom: null,
  effectiveTo: null,
  remark: '',
  tariff: { ...INITIAL_TARIFF, periods: [] },
};

export function toForm({ tariff, scopeIds, scopeType, ...rest }: Rule = NEW): FormValues {
  const { periods, ...numbers } = tariff;
  const idsOf = (type: RuleScope) => (scopeType === type ? scopeIds : []);
  return {
    ...rest,
    ...numbers,
    scopeType,
    teamIds: idsOf('team').map(Number),
    planIds: idsOf('plan').map(Number),
    regions: idsOf('region'),
    periods: typedPeriods(periods),
  };
}

const momentOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function tariffOf(values: FormValues): Save['tariff'] {
  const numbers = Object.fromEntries(TARIFF_KEYS.map((key) => [key, Number(values[key])])) as Record<TariffKey, number>;
  return {
    ...numbers,
    periods: readPeriods(values.periods as readonly TypedPeriod[]).map((period) => ({ ...period })),
  };
}

export function fromForm(values: FormValues): Save {
  const scopeType = values.scopeType as RuleScope;
  const ids = { team: values.teamIds, plan: values.planIds, region: values.regions, all: [] }[scopeType];
  return {
    name: String(values.name).trim(),
    scopeType,
    scopeIds: (ids as readonly (string | number)[]).map(String),
    priority: Number(values.priority),
    effectiveFrom: momentOf(values.effectiveFrom),
    effectiveTo: momentOf(values.effectiveTo),
    remark: trimmed(values, 'remark'),
    tariff: tariffOf(values),
  };
}

const isScope = (type: RuleScope) => (values: FormValues) => values.scopeType === type;

export const GROUPS: readonly FieldGroup<FormValues>[] = [
  {
    key: 'rule',
    title: 'enquiryRule.groupRule',
    fields: [
      { kind: 'text', name: 'name', label: 'enquiryRule.name', required: true, ...ENQUIRY_RULE.name },
      {
        kind: 'choice',
        name: 'scopeType',
        label: 'enquiryRule.scopeType',
        required: true,
        options: [...RULE_SCOPES]
          .reverse()
          .map((value) => ({ value, label: `enquiryRule.scopeType_${value}` as const })),
      },
      {
        kind: 'options',
        name: 'teamIds',
        label: 'enquiryRule.scopeType_team',
        source: 'teams',
        multiple: true,
        max: ENQUIRY_RULE.scopeIds,
        required: true,
        when: isScope('team'),
      },
      {
        kind: 'options',
        name: 'planIds',
        label: 'enquiryRule.scopeType_plan',
        source: 'feePlans',
        multiple: true,
        max: ENQUIRY_RULE.scopeIds,
        required: true,
        when: isScope('plan'),
      },
      {
        ...REGIONS_FIELD,
        name: 'regions',
        label: 'enquiryRule.scopeType_region',
        required: true,
        when: isScope('region'),
      },
      {
        kind: 'number',
        name: 'priority',
        label: 'enquiryRule.priority',
        help: 'enquiryRule.priorityHelp',
        required: true,
        ...ENQUIRY_RULE.priority,
      },
      {
        kind: 'moment',
        name: 'effectiveFrom',
        label: 'enquiryRule.effectiveFrom',
        help: 'enquiryRule.effectiveFromHelp',
      },
      { kind: 'moment', name: 'effectiveTo', label: 'enquiryRule.effectiveTo' },
      { kind: 'textarea', name: 'remark', label: 'enquiryRule.remark', rows: 2, max: ENQUIRY_RULE.remark },
    ],
  },
  ...(Object.keys(TARIFF_GROUPS) as (keyof typeof TARIFF_GROUPS)[]).map(
    (key): FieldGroup<FormValues> => ({
      key,
      title: `enquiryRule.${key}`,
      fields: [
        ...TARIFF_GROUPS[key].map(tariffField),
        ...(key === 'groupFactors'
          ? [
              {
                kind: 'custom' as const,
                name: 'periods',
                label: 'enquiryRule.periods' as const,
                help: 'enquiryRule.periodsHelp' as const,
                wide: true,
                check: periodFault,
                render: (control: Parameters<typeof Periods>[0]['control']) => <Periods control={control} />,
                read: (value: unknown) =>
                  readPeriods(value as readonly TypedPeriod[])
                    .map(({ from, to, factorBp }) => `${from}–${to} ${formatFigure(factorBp, 'bp', getLocale())}`)
                    .join(', ') || '—',
              },
            ]
          : []),
      ],
    }),
  ),
];
