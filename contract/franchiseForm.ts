import { BUDGETS, EXPERIENCES, FRANCHISE } from './franchiseApply.states';
import { FILES } from './limits';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file defines the form of the public application page (申请页, DOMAIN §3.6): its versioned fields and the format of answers.
 * It imports no library. The server, the console and the public page share it.
 */

/** Kinds of form fields. `divider` and `hint` only show text. All other kinds ask for an answer. */
export const FORM_KINDS = [
  'text',
  'textarea',
  'number',
  'amount',
  'phone',
  'idCard',
  'email',
  'select',
  'multiSelect',
  'radio',
  'date',
  'region',
  'address',
  'image',
  'file',
  'agreement',
  'divider',
  'hint',
] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** Limits of a form and its page (DOMAIN §3.6). Lengths are in characters. */
export const FORM = {
  key: /^[a-z][a-zA-Z0-9]{1,31}$/,
  optionValue: /^[A-Za-z0-9_-]{1,32}$/,
  label: { min: 1, max: 20 },
  placeholder: { max: 30 },
  help: { max: 100 },
  patternMessage: { max: 60 },
  options: { min: 2, max: 50 },
  fields: { min: 2, max: 40 },
  /** Limits of the applicant's name. */
  name: FRANCHISE.name,
  text: { max: 100 },
  textarea: { max: 1000 },
  address: { min: 2, max: 100 },
  number: { min: -999_999_999, max: 999_999_999 },
  amountFen: { min: 0, max: 9_999_999_999 },
  /** Minimum and maximum number of files in one answer. */
  files: { min: 1, max: 9 },
} as const;

/** File types that a field can accept. The builder offers them in this order. */
export const FILE_TYPES = {
  jpg: { mime: 'image/jpeg', name: 'JPG', maxBytes: FILES.imageBytes },
  png: { mime: 'image/png', name: 'PNG', maxBytes: FILES.imageBytes },
  webp: { mime: 'image/webp', name: 'WebP', maxBytes: FILES.imageBytes },
  pdf: { mime: 'application/pdf', name: 'PDF', maxBytes: FILES.pdfBytes },
} as const;
export type FileType = keyof typeof FILE_TYPES;

/** Operators of a condition: the answer is not empty (`notEmpty`), or it contains one of the given values (`eq`, `in`). */
export const CONDITION_OPS = ['notEmpty', 'eq', 'in'] as const;

/** A condition on another field's answer. A field with a condition is shown only while that answer meets the condition. */
export interface Condition {
  readonly key: string;
  readonly op: (typeof CONDITION_OPS)[number];
  readonly value: readonly string[];
}

export interface FormOption {
  readonly value: string;
  readonly label: Text;
}

export interface FormField {
  /** Key of the field. It is unique within the version. */
  readonly key: string;
  readonly kind: FormKind;
  readonly label: Text;
  readonly placeholder?: Text;
  readonly help?: Text;
  readonly required: boolean;
  /** `min` and `max` limit the characters of a text, the value of a number, or an amount in fen. */
  readonly min?: number;
  readonly max?: number;
  /** A simple regular expression that must match the whole text, and the message when it does not match. */
  readonly pattern?: string;
  readonly patternMessage?: Text;
  readonly options?: readonly FormOption[];
  /** Maximum number of chosen options, or of files. */
  readonly maxCount?: number;
  /** Accepted file types. Default: all types that are possible for the kind. */
  readonly accept?: readonly FileType[];
  readonly visibleWhen?: Condition;
  /** `true` means that answers are stored encrypted and shown masked. */
  readonly sensitive?: boolean;
}

export interface FormVersion {
  readonly version: number;
  readonly fields: readonly FormField[];
}

/** Returns whether a field of this kind has an answer. Dividers and hints have none. */
export const isAsked = ({ kind }: Pick<FormField, 'kind'>): boolean => kind !== 'divider' && kind !== 'hint';
export const isUpload = ({ kind }: Pick<FormField, 'kind'>): boolean => kind === 'image' || kind === 'file';
/** Returns the operators for conditions on this field. Answers of uploads are file ids, so only `notEmpty` is possible for them. */
export const conditionOps = (source: Pick<FormField, 'kind'>): readonly Condition['op'][] =>
  isUpload(source) ? ['notEmpty'] : CONDITION_OPS;
const IMAGE_TYPES: readonly FileType[] = ['jpg', 'png', 'webp'];
/** Returns the file types that fields of this kind may accept. */
export const offeredTypes = ({ kind }: Pick<FormField, 'kind'>): readonly FileType[] =>
  kind === 'image' ? IMAGE_TYPES : [...IMAGE_TYPES, 'pdf'];
/** Returns the file types that this field accepts. If `accept` selects no offered type, the field accepts all offered types. */
export function acceptedTypes(field: Pick<FormField, 'kind' | 'accept'>): readonly FileType[] {
  const offered = offeredTypes(field);
  const chosen = offered.filter((type) => field.accept?.includes(type));
  return chosen.length > 0 ? chosen : offered;
}
export const mostFiles = ({ maxCount }: Pick<FormField, 'maxCount'>): number =>
  Math.min(maxCount ?? FORM.files.max, FORM.files.max);
/** Returns whether answers are stored encrypted. Identity card numbers are always encrypted. */
export const isSealed = ({ kind, sensitive }: Pick<FormField, 'kind' | 'sensitive'>): boolean =>
  kind === 'idCard' || sensitive === true;
/** Returns the field whose answer decides which staff see an application: the first region field, or else the first address field. */
export const scopeField = <F extends Pick<FormField, 'kind'>>(fields: readonly F[]): F | undefined =>
  fields.find(({ kind }) => kind === 'region') ?? fields.find(({ kind }) => kind === 'address');
/** Fields that every form must have. Staff need a name and a phone to follow up an application (42284). */
export const FIXED_KEYS: Readonly<Record<string, FormKind>> = { name: 'text', tel: 'phone' };

/** Separators in stored answers: between values or file ids, and between the region, street and point of a postal address. */
export const VALUE_SEPARATOR = ',';
export const ADDRESS_SEPARATOR = '|';

/** Answers by field key. Several choices are separated by commas, amounts are in fen, and `yes` means that consent was given. */
export type Answers = Readonly<Record<string, string>>;

const BUDGET_TEXT: Readonly<Record<(typeof BUDGETS)[number], Text>> = {
  below10: text('10 万以下', 'Below ¥100,000', 'Abaixo de ¥100.000', '10 萬以下'),
  from10: text('10–30 万', '¥100,000–300,000', '¥100.000–300.000', '10–30 萬'),
  from30: text('30–50 万', '¥300,000–500,000', '¥300.000–500.000', '30–50 萬'),
  from50: text('50–100 万', '¥500,000–1,000,000', '¥500.000–1.000.000', '50–100 萬'),
  above100: text('100 万以上', 'Above ¥1,000,000', 'Acima de ¥1.000.000', '100 萬以上'),
};
const EXPERIENCE_TEXT: Readonly<Record<(typeof EXPERIENCES)[number], Text>> = {
  delivery: text('做过配送', 'Delivery', 'Entregas', '做過配送'),
  catering: text('做过餐饮', 'Catering', 'Alimentação', '做過餐飲'),
  other: text('其他行业', 'Another trade', 'Outro ramo', '其他行業'),
  none: text('没有经验', 'None', 'Nenhuma', '沒有經驗'),
};

/** The form of a new installation. */
export const FIRST_FORM: FormVersion = {
  version: 1,
  fields: [
    { key: 'name', kind: 'text', label: WORD.personName, required: true, max: FRANCHISE.name.max },
    { key: 'tel', kind: 'phone', label: WORD.phone, required: true },
    {
      key: 'region',
      kind: 'region',
      label: WORD.wantedRegion,
      required: true,
    },
    {
      key: 'budget',
      kind: 'select',
      label: WORD.budget,
      required: true,
      options: BUDGETS.map((value) => ({ value, label: BUDGET_TEXT[value] })),
    },
    {
      key: 'experience',
      kind: 'radio',
      label: WORD.experience,
      required: false,
      options: EXPERIENCES.map((value) => ({ value, label: EXPERIENCE_TEXT[value] })),
    },
    {
      key: 'idCard',
      kind: 'idCard',
      label: WORD.idCardNumber,
      required: false,
      sensitive: true,
    },
    {
      key: 'plan',
      kind: 'textarea',
      label: WORD.businessPlan,
      required: false,
      max: FRANCHISE.plan.max,
    },
  ],
};

/** Finds the field with a key in a version. @returns undefined if the version has no such field */
export const fieldOf = ({ fields }: Pick<FormVersion, 'fields'>, key: string): FormField | undefined =>
  fields.find((field) => field.key === key);

/** Maximum points that each answer adds to the score of an application. The total is 100. */
const POINTS = { budget: 40, experience: 25, region: 15, plan: 20 } as const;
/** Number of characters from which the answer to `plan` (the business plan) receives all its points. */
const WHOLE_PLAN = 60;

/**
 * Rates how promising a franchise application is, from 0 to 100. The score depends on budget, experience, the length of the
 * plan, and whether a desired place is given. The list of applications shows the score.
 *
 * @param hasPlace whether an answer contains the desired place, as a region or a postal address. The field's key does not matter
 */
export function scoreOf(answers: Answers, hasPlace: boolean): number {
  const budget = (BUDGETS as readonly string[]).indexOf(answers.budget ?? '');
  const experience = (EXPERIENCES as readonly string[]).indexOf(answers.experience ?? '');
  const parts = [
    budget < 0 ? 0 : (POINTS.budget * (budget + 1)) / BUDGETS.length,
    experience < 0 ? 0 : (POINTS.experience * (EXPERIENCES.length - 1 - experience)) / (EXPERIENCES.length - 1),
    hasPlace ? POINTS.region : 0,
    POINTS.plan * Math.min(1, (answers.plan ?? '').trim().length / WHOLE_PLAN),
  ];
  return Math.round(parts.reduce((all, part) => all + part, 0));
}
