import { TARIFF_LIMITS, type TariffKey } from '@contract/enquiry.states';
import type { MessageKey } from '@contract/locales/keys';
import type { Field } from '@/ui/EntityForm/types';

/** This module describes the numbers of a tariff, both as form fields and as displayed values. */

type Unit = 'metres' | 'grams' | 'minutes' | 'seconds';
type Shown =
  | { readonly kind: 'money' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'number'; readonly unit: Unit };

const money = { kind: 'money' } as const;
const percent = { kind: 'percent' } as const;
const number = (unit: Unit) => ({ kind: 'number', unit }) as const;

export const TARIFF_KINDS: Readonly<Record<TariffKey, Shown>> = {
  baseM: number('metres'),
  baseFen: money,
  stepM: number('metres'),
  stepFen: money,
  baseG: number('grams'),
  stepG: number('grams'),
  weightStepFen: money,
  insuranceFreeFen: money,
  insuranceBp: percent,
  weatherBp: percent,
  maxDistanceM: number('metres'),
  maxWeightG: number('grams'),
  riderBaseFen: money,
  riderStepFen: money,
  riderWeightStepFen: money,
  minMarginBp: percent,
  etaBaseMin: number('minutes'),
  etaPerKmMin: number('minutes'),
  validMinutes: number('minutes'),
  manualWindowSec: number('seconds'),
};

/** Numbers of a tariff by group, in the order of the form. */
export const TARIFF_GROUPS = {
  groupPrice: ['baseM', 'baseFen', 'stepM', 'stepFen', 'baseG', 'stepG', 'weightStepFen'],
  groupFactors: ['weatherBp', 'insuranceFreeFen', 'insuranceBp'],
  groupCost: ['riderBaseFen', 'riderStepFen', 'riderWeightStepFen', 'minMarginBp'],
  groupLimits: ['maxDistanceM', 'maxWeightG', 'etaBaseMin', 'etaPerKmMin', 'validMinutes', 'manualWindowSec'],
} as const satisfies Readonly<Record<string, readonly TariffKey[]>>;

const HELP: Partial<Record<TariffKey, MessageKey>> = {
  insuranceBp: 'enquiryRule.insuranceBpHelp',
  weatherBp: 'enquiryRule.weatherBpHelp',
  minMarginBp: 'enquiryRule.minMarginBpHelp',
  manualWindowSec: 'enquiryRule.manualWindowSecHelp',
};

export function tariffField(key: TariffKey): Field {
  const { min, max } = TARIFF_LIMITS[key];
  const shown = TARIFF_KINDS[key];
  const help = HELP[key];
  const base = { name: key, label: `enquiryRule.${key}` as const, required: true, ...(help && { help }) };
  if (shown.kind === 'money') return { ...base, kind: 'money', minFen: min, maxFen: max };
  if (shown.kind === 'percent') return { ...base, kind: 'percent', minBp: min, maxBp: max };
  return { ...base, kind: 'number', unit: `enquiry.${shown.unit}`, min, max };
}
