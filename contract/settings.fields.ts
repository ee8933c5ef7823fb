import { type Text, text } from './text';
import { WORD } from './words';

/**
 * The fields of settings pages (settings.ts): kinds, limits, and one function per kind.
 * Free of libraries.
 */

/** Option lists of `common.Option/getOptions` whose entries a setting may reference by id. */
export const OPTION_LISTS = ['feePlans', 'identities', 'teams', 'franchisees', 'staff', 'merchantNumbers'] as const;
type OptionList = (typeof OPTION_LISTS)[number];
/** Upload scenes of `common.File/upload`. */
export const PICTURE_SCENES = ['siteLogo', 'favicon', 'oemLogo', 'oemIcon', 'oemBackground'] as const;
type PictureScene = (typeof PICTURE_SCENES)[number];

export const SETTING_KINDS = [
  'text',
  /** Stored encrypted, never returned. Value: null keeps the stored secret, text replaces it, empty text removes it. */
  'secret',
  'number',
  /** Stored in fen. */
  'money',
  /** Entered in percent, stored in basis points. */
  'percent',
  'switch',
  /** One of a few values, all visible. */
  'radio',
  'choice',
  'many',
  /** Ids of entries of an option list. */
  'options',
  /** Id of a stored file. */
  'picture',
  'url',
  /** `lng,lat` (DOMAIN §0.1). */
  'place',
  'timeZone',
  /** Business hours of a week. */
  'hours',
  /** IP addresses and CIDR ranges. */
  'addresses',
  /** Fields that are stored together under one name. */
  'record',
  /** PEM text of a public certificate; its chain may follow. Not secret. */
  'certificate',
  /** A list of texts, one per line: hosts, application ids. */
  'list',
  /** Key → text: scene → template id. */
  'pairs',
  /** Rows of simple fields. */
  'rows',
] as const;
type SettingKind = (typeof SETTING_KINDS)[number];

/** Required unless another field of the group has this value. */
export interface RequiredUnless {
  readonly field: string;
  readonly is: string | number | boolean;
}

/** True while another field of the group has this value, or one of these values. */
export interface Condition {
  readonly field: string;
  readonly is: string | number | boolean | readonly (string | number | boolean)[];
}

/** Settings of every kind of field. */
interface Words {
  readonly label: Text;
  readonly help?: Text;
  /** Placeholder of the empty control. */
  readonly example?: Text;
  /** Where to obtain the value; shown next to the form. */
  readonly guide?: Text;
  /** The field exists only under this condition. Otherwise it is neither shown nor required. */
  readonly when?: Condition;
  /** Part of the group, but not shown on any form. */
  readonly hidden?: boolean;
  /** The field is newer than the group. If a caller omits it, its initial value applies. */
  readonly addedLater?: boolean;
}

interface Limits {
  readonly required: boolean | RequiredUnless;
  /** Limits: characters of a text, value of a number, or entries of a list. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly pattern?: RegExp;
  readonly unit?: Text;
  readonly inputMode?: 'tel' | 'email';
  /** The label may be a plain string if it is the same in all languages. */
  readonly options?: readonly { readonly value: string; readonly label: Text | string }[];
  readonly source?: OptionList;
  readonly multiple?: boolean;
  readonly scene?: PictureScene;
  /** Fields of a record, or columns of rows. */
  readonly fields?: SettingFields;
  readonly multiline?: boolean;
  /** The text is a key: PEM, or the base64 of its DER. The server parses it. */
  readonly holds?: 'privateKey' | 'publicKey';
  /** Minimum bits of an RSA key. */
  readonly bits?: number;
  /** Maximum characters of a list entry, or of a key or value of pairs. */
  readonly itemMax?: number;
  /** Pattern of the keys of pairs, if `options` does not list them. */
  readonly keyPattern?: RegExp;
  readonly keyLabel?: Text;
  readonly valueLabel?: Text;
}

/** One setting; `T` is the type of its value. */
export interface SettingField<T = unknown> extends Partial<Words>, Limits {
  readonly kind: SettingKind;
  readonly initial: T;
}
export type SettingFields = Readonly<Record<string, SettingField>>;

/** Returns whether the values meet the condition. */
export function isMet(condition: Condition | null | undefined, values: Readonly<Record<string, unknown>>): boolean {
  if (!condition) return true;
  const value = values[condition.field];
  return Array.isArray(condition.is) ? condition.is.includes(value) : condition.is === value;
}

export type ValuesOf<F extends SettingFields> = { -readonly [K in keyof F]: F[K]['initial'] };
export function initialOf<F extends SettingFields>(fields: F): ValuesOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])) as ValuesOf<F>;
}

/* ---- one function per kind ---- */

type TextLimits = Pick<Limits, 'min' | 'max' | 'pattern' | 'inputMode' | 'multiline' | 'holds' | 'bits'> &
  Partial<Pick<Limits, 'required'>>;
/** Maximum characters of a key or a certificate chain (DOMAIN §0.1: 64 KB). */
const PEM_LENGTH = 65_536;

export const str = (spec: Words & TextLimits & { readonly initial?: string }): SettingField<string> => ({
  kind: 'text',
  required: false,
  initial: '',
  ...(spec.holds && { multiline: true, max: PEM_LENGTH }),
  ...spec,
});
/** `http` or `https`, unless `pattern` is stricter. */
export const url = (spec: Words & { readonly max: number; readonly pattern?: RegExp }): SettingField<string> => ({
  kind: 'url',
  required: false,
  initial: '',
  ...spec,
});
/** At most 256 characters unless `max` is set. A key (`holds`) may have PEM length. */
export const secret = (spec: Words & TextLimits): SettingField<string | null> => ({
  kind: 'secret',
  required: false,
  initial: null,
  max: spec.holds ? PEM_LENGTH : 256,
  ...(spec.holds && { multiline: true }),
  ...spec,
});

interface NumberSpec extends Words {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  readonly unit?: Text;
  /** Step of decimal numbers. Default: integers only. */
  readonly step?: number;
}
export const number = (spec: NumberSpec): SettingField<number> => ({
  kind: 'number',
  required: true,
  step: 1,
  ...spec,
});
/** Limits and value in fen. */
export const money = (spec: Omit<NumberSpec, 'unit' | 'step'>): SettingField<number> => ({
  kind: 'money',
  required: true,
  ...spec,
});
/** Limits and value in basis points. */
export const percent = (spec: Omit<NumberSpec, 'unit' | 'step'>): SettingField<number> => ({
  kind: 'percent',
  required: true,
  ...spec,
});
export const toggle = (spec: Words & { readonly initial: boolean }): SettingField<boolean> => ({
  kind: 'switch',
  required: false,
  ...spec,
});

type Choices<V extends string> = Readonly<Record<V, Text | string>>;
const listed = (options: Choices<string>) => Object.entries(options).map(([value, label]) => ({ value, label }));

/** One of a few values. `radio`: all values are visible. */
export const choice = <V extends string>({
  options,
  radio = false,
  ...spec
}: Words & {
  readonly options: Choices<V>;
  readonly initial: NoInfer<V>;
  readonly radio?: boolean;
}): SettingField<V> => ({
  kind: radio ? 'radio' : 'choice',
  required: true,
  options: listed(options),
  ...spec,
});
/** One or more of a few values. */
export const many = <V extends string>({
  options,
  ...spec
}: Words & { readonly options: Choices<V>; readonly initial: NoInfer<V>[] }): SettingField<V[]> => ({
  kind: 'many',
  required: true,
  options: listed(options),
  ...spec,
});
/** One entry of an option list, or none. */
export const entry = (spec: Words & { readonly source: OptionList }): SettingField<number | null> => ({
  kind: 'options',
  required: false,
  initial: null,
  ...spec,
});
export const entries = (
  spec: Words & { readonly source: OptionList; readonly max: number },
): SettingField<number[]> => ({
  kind: 'options',
  required: false,
  initial: [],
  multiple: true,
  ...spec,
});
export const picture = (spec: Words & { readonly scene: PictureScene }): SettingField<number | null> => ({
  kind: 'picture',
  required: false,
  initial: null,
  ...spec,
});
export const place = (spec: Words & { readonly initial: string }): SettingField<string> => ({
  kind: 'place',
  required: true,
  ...spec,
});
export const timeZone = (spec: Words & { readonly initial: string }): SettingField<string> => ({
  kind: 'timeZone',
  required: true,
  ...spec,
});
export const addresses = (spec: Words & { readonly max: number }): SettingField<string[]> => ({
  kind: 'addresses',
  required: false,
  initial: [],
  ...spec,
});

/** `08:00`; `24:00` is allowed as an end. */
interface HourRange {
  from: string;
  to: string;
}
interface DayHours {
  /** 0 = Sunday … 6 = Saturday. */
  weekday: number;
  ranges: HourRange[];
}
export const hours = (spec: Words & { readonly initial: DayHours[] }): SettingField<DayHours[]> => ({
  kind: 'hours',
  required: false,
  ...spec,
});
/** Fields that are stored together: `templates.login`. Names are unique in the whole group, since one form holds them all. */
export const record = <const F extends SettingFields>(fields: F): SettingField<ValuesOf<F>> => ({
  kind: 'record',
  required: false,
  initial: initialOf(fields),
  fields,
});

/** A certificate in PEM. The page shows its details. */
export const certificate = (spec: Words & Partial<Pick<Limits, 'required'>>): SettingField<string> => ({
  kind: 'certificate',
  required: false,
  initial: '',
  max: PEM_LENGTH,
  ...spec,
});
/** Up to `max` unique texts. `pattern` and `itemMax` apply to each. */
export const list = (
  spec: Words & {
    readonly max: number;
    readonly pattern?: RegExp;
    readonly itemMax?: number;
    readonly required?: boolean;
    readonly initial?: string[];
  },
): SettingField<string[]> => ({ kind: 'list', required: false, initial: [], itemMax: 256, ...spec });
interface PairsSpec extends Words {
  /** Fixed keys with their names. Without them, users type the keys. */
  readonly keys?: Choices<string>;
  readonly keyPattern?: RegExp;
  readonly keyLabel?: Text;
  readonly valueLabel: Text;
  /** Pattern of the values. */
  readonly pattern?: RegExp;
  readonly itemMax?: number;
  readonly max?: number;
}
/** Texts by keys. A key without a text is not stored. */
export const pairs = ({ keys, ...spec }: PairsSpec): SettingField<Record<string, string>> => ({
  kind: 'pairs',
  required: false,
  initial: {},
  itemMax: 256,
  max: 100,
  ...(keys && { options: listed(keys) }),
  ...spec,
});
/** Up to `max` rows of text, number, choice and switch fields. */
export const rows = <const F extends SettingFields>({
  columns,
  ...spec
}: Words & { readonly columns: F; readonly max: number }): SettingField<ValuesOf<F>[]> => ({
  kind: 'rows',
  required: false,
  initial: [],
  fields: columns,
  ...spec,
});

/** Which system answers: this console's simulator, the platform's sandbox, or the platform. Values of the field `environment`. */
export const ENVIRONMENTS = ['simulator', 'sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
export const ENVIRONMENT_TEXT: Readonly<Record<Environment, Text>> = {
  simulator: WORD.simulator,
  sandbox: text('平台沙箱', 'Sandbox of the platform', 'Sandbox da plataforma', '平台沙箱'),
  production: text('正式平台', 'The platform', 'A plataforma', '正式平台'),
};
const ENVIRONMENT_WORDS = {
  label: text('运行环境', 'Environment', 'Ambiente', '執行環境'),
  help: text(
    '模拟器在本系统内运行，不会连接外部平台。',
    'The simulator is part of this console and reaches no outside platform.',
    'O simulador faz parte deste console e não acessa nenhuma plataforma externa.',
    '模擬器在本系統內執行，不會連接外部平台。',
  ),
};
/** Chooses between simulator and platform. @param sandbox whether the platform has a sandbox */
export const environment = <const S extends boolean>({ sandbox }: { readonly sandbox: S }) =>
  choice<S extends true ? Environment : Exclude<Environment, 'sandbox'>>({
    ...ENVIRONMENT_WORDS,
    options: (sandbox
      ? ENVIRONMENT_TEXT
      : { simulator: ENVIRONMENT_TEXT.simulator, production: ENVIRONMENT_TEXT.production }) as never,
    initial: 'simulator' as never,
  });
