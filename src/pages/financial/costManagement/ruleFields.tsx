import {
  COST_BASE_TEXT,
  COST_CALC_TEXT,
  COST_KIND_TEXT,
  COST_MATRIX,
  COST_PERIOD_TEXT,
  COST_RULE,
  COST_SCOPE_TEXT,
  COST_SCOPES,
  COST_TARGET_TEXT,
  type CostCalc,
  type CostKind,
  type CostScope,
  type CostTarget,
  calcsOf,
  isOrderKind,
  RESIDUAL_TEXT,
  SERVICE_TYPE_TEXT,
} from '@contract/cost.states';
import { LARGEST_FEN } from '@contract/ledger';
import type { Text } from '@contract/text';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Fault, Field, FieldGroup } from '@/ui/EntityForm/types';
import { REGIONS_FIELD } from '@/ui/RegionPicker/field';
import { Tiers, type TypedTier, tierFault } from './Tiers';

/** This module contains the form fields of a fee rule. */

const options = (texts: Readonly<Record<string, Text>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
const isScope = (type: CostScope) => (values: FormValues) => values.scopeType === type;
const isCalc =
  (...types: readonly CostCalc[]) =>
  (values: FormValues) =>
    types.includes(values.calcType as CostCalc);

function targetFault(value: unknown, { kind }: FormValues): Fault | null {
  const isAllowed = COST_MATRIX[kind as CostKind].includes(value as CostTarget);
  return isAllowed ? null : { rule: 'choice', text: 'costRule.matrixFault' };
}
function calcFault(value: unknown, { kind }: FormValues): Fault | null {
  return calcsOf(kind as CostKind).includes(value as CostCalc) ? null : { rule: 'choice', text: 'costRule.calcFault' };
}
function capFault(value: unknown, { capMinFen }: FormValues): Fault | null {
  const isBelow = typeof value === 'number' && typeof capMinFen === 'number' && value < capMinFen;
  return isBelow ? { rule: 'range', text: 'costRule.capFault' } : null;
}

const amount = { kind: 'money', minFen: COST_RULE.fixedFen.min, maxFen: COST_RULE.fixedFen.max } as const;
const distance = isCalc('distance');

const RULE_FIELDS: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'costRule.name', required: true, ...COST_RULE.name },
  { kind: 'choice', name: 'kind', label: 'costRule.kind', required: true, options: options(COST_KIND_TEXT) },
  {
    kind: 'choice',
    name: 'target',
    label: 'costRule.target',
    required: true,
    options: options(COST_TARGET_TEXT),
    check: targetFault,
  },
  {
    kind: 'many',
    name: 'serviceTypes',
    label: 'costRule.serviceTypes',
    help: 'costRule.allServices',
    options: options(SERVICE_TYPE_TEXT),
    when: ({ kind }) => isOrderKind(kind as CostKind),
  },
  {
    kind: 'textarea',
    name: 'remark',
    label: 'costRule.remark',
    help: 'costRule.remarkHelp',
    rows: 2,
    max: COST_RULE.remark,
  },
];

const FEE_FIELDS: readonly Field[] = [
  {
    kind: 'choice',
    name: 'calcType',
    label: 'costRule.calcType',
    required: true,
    options: options(COST_CALC_TEXT),
    check: calcFault,
  },
  {
    kind: 'choice',
    name: 'base',
    label: 'costRule.base',
    required: true,
    options: options(COST_BASE_TEXT),
    when: isCalc('rate', 'tierAmount'),
  },
  {
    kind: 'percent',
    name: 'rateBp',
    label: 'costRule.rateBp',
    required: true,
    minBp: 1,
    maxBp: COST_RULE.rateBp.max,
    when: isCalc('rate'),
  },
  {
    name: 'fixedFen',
    label: 'costRule.fixedFen',
    required: true,
    when: isCalc('perOrder', 'period'),
    ...amount,
    minFen: 1,
  },
  {
    kind: 'choice',
    name: 'period',
    label: 'costRule.period',
    help: 'costRule.periodFee',
    required: true,
    options: options(COST_PERIOD_TEXT),
    when: isCalc('period'),
  },
  {
    kind: 'custom',
    name: 'tiers',
    label: 'costRule.tiers',
    help: 'costRule.tiersHelp',
    wide: true,
    when: isCalc('tierAmount'),
    check: tierFault,
    render: (control) => <Tiers control={control} />,
    read: (value) =>
      (value as readonly TypedTier[]).map(({ to, fixed, rate }) => `${to || '∞'}: ${fixed} + ${rate}%`).join(', '),
  },
  {
    kind: 'number',
    name: 'baseM',
    label: 'costRule.baseM',
    unit: 'costRule.metres',
    required: true,
    when: distance,
    ...COST_RULE.baseM,
  },
  { name: 'baseFen', label: 'costRule.baseFen', required: true, when: distance, ...amount },
  {
    kind: 'number',
    name: 'stepM',
    label: 'costRule.stepM',
    unit: 'costRule.metres',
    required: true,
    when: distance,
    ...COST_RULE.stepM,
  },
  { name: 'stepFen', label: 'costRule.stepFen', required: true, when: distance, ...amount },
  {
    name: 'nightFen',
    label: 'costRule.nightFen',
    help: 'costRule.nightHelp',
    required: true,
    when: distance,
    ...amount,
  },
  { kind: 'money', name: 'capMinFen', label: 'costRule.capMinFen', minFen: 0, maxFen: LARGEST_FEN },
  {
    kind: 'money',
    name: 'capMaxFen',
    label: 'costRule.capMaxFen',
    help: 'costRule.capMaxHelp',
    minFen: 0,
    maxFen: LARGEST_FEN,
    check: capFault,
  },
  {
    kind: 'choice',
    name: 'residualParty',
    label: 'costRule.residualParty',
    help: 'costRule.residualHelp',
    required: true,
    options: options(RESIDUAL_TEXT),
    when: isCalc('rate', 'tierAmount'),
  },
];

const SCOPE_FIELDS: readonly Field[] = [
  {
    kind: 'choice',
    name: 'scopeType',
    label: 'costRule.scopeType',
    required: true,
    options: [...COST_SCOPES].reverse().map((value) => ({ value, label: COST_SCOPE_TEXT[value] })),
  },
  {
    kind: 'options',
    name: 'teamIds',
    label: COST_SCOPE_TEXT.team,
    source: 'teams',
    multiple: true,
    max: COST_RULE.scopeIds,
    required: true,
    when: isScope('team'),
  },
  {
    ...REGIONS_FIELD,
    name: 'regions',
    label: COST_SCOPE_TEXT.region,
    required: true,
    when: isScope('region'),
  },
  {
    kind: 'number',
    name: 'priority',
    label: 'costRule.priority',
    help: 'costRule.priorityHelp',
    required: true,
    ...COST_RULE.priority,
  },
  {
    kind: 'moment',
    name: 'effectiveFrom',
    label: 'costRule.effectiveFrom',
    help: 'costRule.effectiveFromHelp',
    required: true,
  },
  { kind: 'moment', name: 'effectiveTo', label: 'costRule.effectiveTo' },
];

export const GROUPS: readonly FieldGroup<FormValues>[] = [
  { key: 'rule', title: 'costRule.groupRule', fields: RULE_FIELDS },
  { key: 'fee', title: 'costRule.groupFee', fields: FEE_FIELDS },
  { key: 'scope', title: 'costRule.groupScope', fields: SCOPE_FIELDS },
];
