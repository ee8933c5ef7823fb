import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares the fields of settings pages (settings.ts): their kinds, their limits, and one function per kind.
 * It imports no library.
 */

/** Option lists of `common.Option/getOptions` that a setting can use. The setting stores ids of their entries. */
export const OPTION_LISTS = ['feePlans', 'identities', 'teams', 'franchisees', 'staff', 'merchantNumbers'] as const;
type OptionList = (typeof OPTION_LISTS)[number];
/** Values of the parameter `scene` of `common.File/upload` that picture fields can use. */
export const PICTURE_SCENES = ['siteLogo', 'favicon', 'oemLogo', 'oemIcon', 'oemBackground'] as const;
type PictureScene = (typeof PICTURE_SCENES)[number];

export const SETTING_KINDS = [
  'text',
  /**
   * A secret. The server stores it encrypted and never returns it. As input, `null` keeps the stored secret, a text replaces it, and an
   * empty text removes it.
   */
  'secret',
  'number',
  /** An amount, stored in fen. */
  'money',
  /** A rate. Users enter a percentage, and the server stores basis points. */
  'percent',
  'switch',
  /** One of a few values. The form shows all values at the same time. */
  'radio',
  'choice',
  'many',
  /** Ids of entries in an option list. Without `multiple`, the value is one id or `null`. */
  'options',
  /** Id of a stored file. */
  'picture',
  'url',
  /** A point as `lng,lat` (DOMAIN §0.1). */
  'place',
  'timeZone',
  /** The business hours of a week. */
  'hours',
  /** IP addresses and CIDR ranges. */
  'addresses',
  /** Several fields that are stored together under one name. */
  'record',
  /** PEM text of a public certificate. The certificates of its chain may follow. The text is not secret. */
  'certificate',
  /** A list of texts, one per line, such as hosts or application ids. */
  'list',
  /** Texts by key, such as template ids by scene. */
  'pairs',
  /** Rows whose cells are simple fields. */
  'rows',
] as const;
type SettingKind = (typeof SETTING_KINDS)[number];

/** The field is required unless another field of the group, called `field`, has the value `is`. */
export interface RequiredUnless {
  readonly field: string;
  readonly is: string | number | boolean;
}

/** A condition on another field of the group. It is met while that field has this value, or one of these values. */
export interface Condition {
  readonly field: string;
  readonly is: string | number | boolean | readonly (string | number | boolean)[];
}

/** Texts and conditions that all kinds of fields have. */
interface Words {
  readonly label: Text;
  readonly help?: Text;
  /** Placeholder in the empty control. */
  readonly example?: Text;
  /** Instructions where to obtain the value. The page shows them next to the form. */
  readonly guide?: Text;
  /** Condition for the field. While it is not met, the field is neither shown nor required. */
  readonly when?: Condition;
  /** `true` means that the group stores the field, but no form shows it. */
  readonly hidden?: boolean;
  /** `true` means that the field was added after the group. If a caller omits the field, the initial value of the field applies. */
  readonly addedLater?: boolean;
}

interface Limits {
  readonly required: boolean | RequiredUnless;
  /** `min` and `max` limit the characters of a text, the value of a number, or the entries of a list. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly pattern?: RegExp;
  readonly unit?: Text;
  readonly inputMode?: 'tel' | 'email';
  /** The values to choose from. A label can be a plain string if it is the same in all languages. */
  readonly options?: readonly { readonly value: string; readonly label: Text | string }[];
  readonly source?: OptionList;
  readonly multiple?: boolean;
  readonly scene?: PictureScene;
  /** The fields of a record, or the columns of rows. */
  readonly fields?: SettingFields;
  readonly multiline?: boolean;
  /** The value is a key: PEM, or the base64 of its DER. The server parses it. */
  readonly holds?: 'privateKey' | 'publicKey';
  /** Minimum length of an RSA key in bits. */
  readonly bits?: number;
  /** Maximum characters of a list entry, or of a value of pairs. */
  readonly itemMax?: number;
  /** Pattern for the keys of pairs. It is used if `options` does not list the keys. */
  readonly keyPattern?: RegExp;
  readonly keyLabel?: Text;
  readonly valueLabel?: Text;
}

/** A setting. `T` is the type of its value. */
export interface SettingField<T = unknown> extends Partial<Words>, Limits {
  readonly kind: SettingKind;
  readonly initial: T;
}
export type SettingFields = Readonly<Record<string, SettingField>>;

/** Returns whether the values meet the condition. A missing condition is always met. */
export function isMet(condition: Condition | null | undefined, values: Readonly<Record<string, unknown>>): boolean {
  if (!condition) return true;
  const value = values[condition.field];
  return Array.isArray(condition.is) ? condition.is.includes(value) : condition.is === value;
}

export type ValuesOf<F extends SettingFields> = { -readonly [K in keyof F]: F[K]['initial'] };
export function initialOf<F extends SettingFields>(fields: F): ValuesOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])) as ValuesOf<F>;
}

/* ---- functions that declare a field, one for each kind ---- */

type TextLimits = Pick<Limits, 'min' | 'max' | 'pattern' | 'inputMode' | 'multiline' | 'holds' | 'bits'> &
  Partial<Pick<Limits, 'required'>>;
/** Maximum characters of a key or a certificate chain: 64 KB (DOMAIN §0.1). */
const PEM_LENGTH = 65_536;

export const str = (spec: Words & TextLimits & { readonly initial?: string }): SettingField<string> => ({
  kind: 'text',
  required: false,
  initial: '',
  ...(spec.holds && { multiline: true, max: PEM_LENGTH }),
  ...spec,
});
/** Declares a URL field. `http` and `https` are allowed unless `pattern` is stricter. */
export const url = (spec: Words & { readonly max: number; readonly pattern?: RegExp }): SettingField<string> => ({
  kind: 'url',
  required: false,
  initial: '',
  ...spec,
});
/** Declares a secret. It has at most 256 characters unless `max` is set. A key (`holds`) may have the length of PEM text. */
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
  /** Step for decimal numbers. Default: only integers are allowed. */
  readonly step?: number;
}
export const number = (spec: NumberSpec): SettingField<number> => ({
  kind: 'number',
  required: true,
  step: 1,
  ...spec,
});
/** Declares an amount. Limits and value are in fen. */
export const money = (spec: Omit<NumberSpec, 'unit' | 'step'>): SettingField<number> => ({
  kind: 'money',
  required: true,
  ...spec,
});
/** Declares a rate. Limits and value are in basis points. */
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

/** Declares a choice of one value. With `radio` the form shows all values at the same time. */
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
/** Declares a choice of one or more values. */
export const many = <V extends string>({
  options,
  ...spec
}: Words & { readonly options: Choices<V>; readonly initial: NoInfer<V>[] }): SettingField<V[]> => ({
  kind: 'many',
  required: true,
  options: listed(options),
  ...spec,
});
/** Declares a field for one entry of an option list. `null` means that no entry is chosen. */
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

/** Times of day such as `08:00`. The end can be `24:00`. */
interface HourRange {
  from: string;
  to: string;
}
interface DayHours {
  /** Weekday from 0 (Sunday) to 6 (Saturday). */
  weekday: number;
  ranges: HourRange[];
}
export const hours = (spec: Words & { readonly initial: DayHours[] }): SettingField<DayHours[]> => ({
  kind: 'hours',
  required: false,
  ...spec,
});
/**
 * Declares fields that are stored together under one name, for example `templates.login`. The names of the fields are unique in the group,
 * since one form has all fields.
 */
export const record = <const F extends SettingFields>(fields: F): SettingField<ValuesOf<F>> => ({
  kind: 'record',
  required: false,
  initial: initialOf(fields),
  fields,
});

/** Declares a certificate in PEM. The page shows its details. */
export const certificate = (spec: Words & Partial<Pick<Limits, 'required'>>): SettingField<string> => ({
  kind: 'certificate',
  required: false,
  initial: '',
  max: PEM_LENGTH,
  ...spec,
});
/** Declares a list of up to `max` unique texts. `pattern` and `itemMax` apply to each text. */
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
  /** Fixed keys with their names. If they are absent, users type the keys. */
  readonly keys?: Choices<string>;
  readonly keyPattern?: RegExp;
  readonly keyLabel?: Text;
  readonly valueLabel: Text;
  /** Pattern that the values must match. */
  readonly pattern?: RegExp;
  readonly itemMax?: number;
  readonly max?: number;
}
/** Declares texts by key. A key without a text is not stored. */
export const pairs = ({ keys, ...spec }: PairsSpec): SettingField<Record<string, string>> => ({
  kind: 'pairs',
  required: false,
  initial: {},
  itemMax: 256,
  max: 100,
  ...(keys && { options: listed(keys) }),
  ...spec,
});
/** Declares up to `max` rows. Their cells are text, number, choice and switch fields. */
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

/** Values of the field `environment`. It selects this console's simulator, the platform's sandbox, or the platform itself. */
export const ENVIRONMENTS = ['simulator', 'sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
export const ENVIRONMENT_TEXT: Readonly<Record<Environment, Text>> = {
  simulator: WORD.simulator,
  sandbox: text('平台沙箱', 'Platform sandbox', 'Sandbox da plataforma', '平台沙箱'),
  production: text('正式平台', 'Production platform', 'A plataforma', '正式平台'),
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
/** Declares the field that chooses between simulator and platform. @param sandbox whether the platform has a sandbox */
export const environment = <const S extends boolean>({ sandbox }: { readonly sandbox: S }) =>
  choice<S extends true ? Environment : Exclude<Environment, 'sandbox'>>({
    ...ENVIRONMENT_WORDS,
    options: (sandbox
      ? ENVIRONMENT_TEXT
      : { simulator: ENVIRONMENT_TEXT.simulator, production: ENVIRONMENT_TEXT.production }) as never,
    initial: 'simulator' as never,
  });
