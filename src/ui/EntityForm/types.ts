import type { ValidationParams, ValidationRule } from '@contract/validation';
import type { ReactNode } from 'react';
import type { Label } from '@/app/i18n/i18n';
import type { OptionSource } from '@/app/request/useData';
import type { FormValues } from './store';

/** One entry of a list of choices: named by our texts, or by the server's words. */
export type OptionSpec = { readonly value: string | number; readonly disabled?: boolean } & (
  | { readonly label: Label }
  | { readonly text: string }
);

/** What is wrong with a value; the sentence is made from it in the reader's language. */
export interface Fault {
  readonly rule: ValidationRule;
  readonly params?: ValidationParams;
  /** Said instead of the rule's own sentence, where DOMAIN words this case. */
  readonly text?: Label;
}

/** What a custom control gets. */
export interface Control {
  readonly id: string;
  /** The field's label, for controls that must carry their name themselves. */
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

interface FieldBase<V extends FormValues> {
  readonly name: keyof V & string;
  readonly label: Label;
  readonly required?: boolean | ((values: V) => boolean);
  /** Said when it is empty, where "Please input …" would be the wrong words. */
  readonly requiredText?: Label;
  /** Help under the field, before the mistake. */
  readonly help?: Label | ((values: V) => Label);
  /** The field exists only while this holds; a hidden field is neither checked nor shown. */
  readonly when?: (values: V) => boolean;
  readonly disabled?: boolean | ((values: V) => boolean);
  /** Why it cannot be changed: a disabled control says so. */
  readonly disabledReason?: Label;
  /** Never kept in a draft. */
  readonly secret?: boolean;
  /** Values without a field of their own that are chosen with this one: a district brings its city and province. */
  readonly carries?: readonly (keyof V & string)[];
  /** Takes the whole width of a wide form. */
  readonly wide?: boolean;
  /** How a value reads in the table of differences, where its kind does not tell. */
  readonly read?: (value: unknown) => string;
  /** The same where words alone do not do: a picture, a name that has to be read. */
  readonly show?: (value: unknown) => ReactNode;
  /** A check beyond the kind's own. */
  readonly check?: (value: unknown, values: V) => Fault | null;
}

type Kind =
  | {
      readonly kind: 'text';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: RegExp;
      readonly placeholder?: Label;
      readonly autoComplete?: string;
      readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
      readonly suffix?: Label;
      /** Typed letters become capitals. */
      readonly upper?: boolean;
    }
  | { readonly kind: 'textarea'; readonly min?: number; readonly max?: number; readonly rows?: number }
  | { readonly kind: 'password'; readonly min?: number; readonly max?: number; readonly autoComplete?: string }
  /** Whole numbers unless `step` is a fraction. Value: number, null, or the text that is no number. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step?: number;
      readonly unit?: Label;
    }
  /** Typed in yuan, kept in fen. */
  | { readonly kind: 'money'; readonly minFen: number; readonly maxFen: number }
  /** Typed in percent, kept in basis points. */
  | { readonly kind: 'percent'; readonly minBp: number; readonly maxBp: number }
  | { readonly kind: 'choice'; readonly options: readonly OptionSpec[]; readonly search?: boolean }
  | { readonly kind: 'many'; readonly options: readonly OptionSpec[]; readonly max?: number }
  /** One or several entries of an option list of the server; values are ids. */
  | { readonly kind: 'options'; readonly source: OptionSource; readonly multiple?: boolean; readonly max?: number }
  | { readonly kind: 'radio'; readonly options: readonly OptionSpec[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'day'; readonly min?: string; readonly max?: string }
  /** ISO 8601 with offset. */
  | { readonly kind: 'moment'; readonly min?: string; readonly max?: string }
  | {
      readonly kind: 'custom';
      readonly render: (control: Control, values: FormValues) => ReactNode;
      /** What it holds is picked, not typed: a missing one is "please select". */
      readonly select?: boolean;
      /** Names of other fields whose values `render` looks at. */
      readonly follows?: readonly string[];
    };

export type Field<V extends FormValues = FormValues> = FieldBase<V> & Kind;

export interface FieldGroup<V extends FormValues> {
  readonly key: string;
  /** Without a title the group is only a sequence of fields. */
  readonly title?: Label;
  readonly help?: Label;
  readonly fields: readonly Field<V>[];
}
