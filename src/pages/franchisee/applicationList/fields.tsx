import { BUDGETS, EXPERIENCES, FOLLOW_WAYS, FRANCHISE, LEVELS } from '@contract/franchiseApply.states';
import { FIRST_FORM, fieldOf } from '@contract/franchiseForm';
import { MANAGED_ACCOUNT } from '@contract/limits';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { REGION_FIELD, REGIONS_FIELD } from '@/ui/RegionPicker/field';

/** This module contains the fields of the small forms about applications. */

const optionsOf = (key: string, values: readonly string[]) => {
  const options = fieldOf(FIRST_FORM, key)?.options ?? [];
  return values.flatMap((value) => options.filter((option) => option.value === value));
};

const applyFiles = (label: 'franchiseApply.files' | 'franchiseApply.contractFile', max: number): Field =>
  filesField({
    name: 'files',
    label,
    select: true,
    ...(max > 1 ? { help: 'franchiseApply.filesHelp' as const } : { required: true }),
    scene: 'franchise',
    max,
  });

export const REGISTER: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'franchiseApply.name', required: true, ...FRANCHISE.name },
  { kind: 'text', name: 'tel', label: 'franchiseApply.tel', required: true, max: 20, inputMode: 'tel' },
  { ...REGION_FIELD, name: 'region', label: 'franchiseApply.region', required: true },
  {
    kind: 'choice',
    name: 'budget',
    label: 'franchiseApply.budget',
    required: true,
    options: optionsOf('budget', BUDGETS),
  },
  {
    kind: 'choice',
    name: 'experience',
    label: 'franchiseApply.experience',
    options: optionsOf('experience', EXPERIENCES),
  },
  { kind: 'text', name: 'idCard', label: 'franchiseApply.idCard', min: 18, max: 18, upper: true },
  { kind: 'textarea', name: 'plan', label: 'franchiseApply.plan', rows: 3, max: FRANCHISE.plan.max },
];

export const ASSIGN: readonly Field[] = [
  { kind: 'options', name: 'followerId', label: 'franchiseApply.assignTo', source: 'colleagues', required: true },
];

export const FOLLOW: readonly Field[] = [
  {
    kind: 'choice',
    name: 'way',
    label: 'franchiseApply.way',
    required: true,
    options: FOLLOW_WAYS.map((value) => ({ value, label: `franchiseApply.way_${value}` as const })),
  },
  {
    kind: 'textarea',
    name: 'content',
    label: 'franchiseApply.content',
    rows: 3,
    required: true,
    ...FRANCHISE.follow,
  },
  applyFiles('franchiseApply.files', FRANCHISE.photos),
  { kind: 'moment', name: 'nextAt', label: 'franchiseApply.nextAt', help: 'franchiseApply.nextHelp' },
];

const { feeFen, depositFen } = FRANCHISE;

export const SIGN: readonly Field[] = [
  { kind: 'text', name: 'contractNo', label: 'franchiseApply.contractNo', required: true, ...FRANCHISE.contractNo },
  { kind: 'text', name: 'company', label: 'franchiseApply.company', required: true, ...FRANCHISE.company },
  {
    kind: 'text',
    name: 'creditCode',
    label: 'franchiseApply.creditCode',
    required: true,
    upper: true,
    ...FRANCHISE.creditCode,
  },
  {
    kind: 'choice',
    name: 'level',
    label: 'franchiseApply.level',
    required: true,
    options: LEVELS.map((value) => ({ value, text: value })),
  },
  { ...REGIONS_FIELD, name: 'territory', label: 'franchiseApply.territory', required: true },
  { kind: 'switch', name: 'exclusive', label: 'franchiseApply.exclusive', help: 'franchiseApply.exclusiveHelp' },
  {
    kind: 'percent',
    name: 'shareRateBp',
    label: 'franchiseApply.shareRateBp',
    required: true,
    minBp: 0,
    maxBp: 10_000,
  },
  {
    kind: 'money',
    name: 'feeFen',
    label: 'franchiseApply.feeFen',
    required: true,
    minFen: feeFen.min,
    maxFen: feeFen.max,
  },
  {
    kind: 'money',
    name: 'depositFen',
    label: 'franchiseApply.depositFen',
    required: true,
    minFen: depositFen.min,
    maxFen: depositFen.max,
  },
  { kind: 'day', name: 'startsOn', label: 'franchiseApply.startsOn', required: true },
  { kind: 'day', name: 'endsOn', label: 'franchiseApply.endsOn', required: true },
  applyFiles('franchiseApply.contractFile', 1),
];

export const OPEN: readonly Field[] = [
  {
    kind: 'options',
    name: 'merchantNumberId',
    label: 'franchiseApply.merchantNumber',
    source: 'merchantNumbers',
    required: true,
  },
  { kind: 'text', name: 'tradeNo', label: 'franchiseApply.tradeNo', required: true, ...FRANCHISE.tradeNo },
  {
    kind: 'text',
    name: 'account',
    label: 'franchiseApply.account',
    help: 'franchiseApply.accountHelp',
    max: 32,
    pattern: MANAGED_ACCOUNT.account,
  },
];
