import type { ValidationParams, ValidationRule } from '@contract/validation';
import type { ReactNode } from 'react';
import type { Label } from '@/app/i18n/i18n';
import type { OptionSource } from '@/app/request/useData';
import type { FormValues } from './store';

/** An option. Its label is one of our texts or a text from the server. */
export type OptionSpec = { readonly value: string | number; readonly disabled?: boolean } & (
  | { readonly label: Label }
  | { readonly text: string }
);

/** A validation error of a field's value. Its message is formatted in the user's language. */
export interface Fault {
  readonly rule: ValidationRule;
  readonly params?: ValidationParams;
  /** Replaces the standard message, where DOMAIN prescribes the wording. */
  readonly text?: Label;
}

/** Props of a field's control, built-in or custom. */
export interface Control {
  readonly id: string;
  /** The field's label. Some controls need it as their accessible name. */
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
  /** Message for an empty field, where "Please input …" is the wrong wording. */
  readonly requiredText?: Label;
  /** Help text below the field. An error replaces it. */
  readonly help?: Label | ((values: V) => Label);
  /** Condition under which the field is shown. A hidden field is not checked. */
  readonly when?: (values: V) => boolean;
  /**
   * Values that make a hidden field visible, for example the language that the form shows. The form sets them when the server finds an
   * error in the field.
   */
  readonly reveal?: Partial<V>;
  readonly disabled?: boolean | ((values: V) => boolean);
  /** Reason why the control is disabled. It replaces the help text. */
  readonly disabledReason?: Label;
  /** The value is never stored in a draft. */
  readonly secret?: boolean;
  /** Names of values that have no field of their own and change with this field. Example: a district sets its city and province. */
  readonly carries?: readonly (keyof V & string)[];
  /** Uses the full width of a wide form. */
  readonly wide?: boolean;
  /** Formats a value as text in the table of differences. Default: the format of the field's kind. */
  readonly read?: (value: unknown) => string;
  /** Renders a value in the table of differences when text is not sufficient. Examples: a picture, or a name that must be loaded. */
  readonly show?: (value: unknown) => ReactNode;
  /** Checks the value in addition to the checks of the field kind. */
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
      /** Converts typed letters to capitals. */
      readonly upper?: boolean;
    }
  | { readonly kind: 'textarea'; readonly min?: number; readonly max?: number; readonly rows?: number }
  | { readonly kind: 'password'; readonly min?: number; readonly max?: number; readonly autoComplete?: string }
  /** Accepts multiples of `step` (default: 1). The value is a number, `null`, or the typed text when it is not a number. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step?: number;
      readonly unit?: Label;
    }
  /** An amount, typed in yuan and stored in fen. */
  | { readonly kind: 'money'; readonly minFen: number; readonly maxFen: number }
  /** A percentage, typed in percent and stored in basis points. */
  | { readonly kind: 'percent'; readonly minBp: number; readonly maxBp: number }
  | { readonly kind: 'choice'; readonly options: readonly OptionSpec[]; readonly search?: boolean }
  | { readonly kind: 'many'; readonly options: readonly OptionSpec[]; readonly max?: number }
  /** One or several options from a list on the server. The values are ids. */
  | { readonly kind: 'options'; readonly source: OptionSource; readonly multiple?: boolean; readonly max?: number }
  | { readonly kind: 'radio'; readonly options: readonly OptionSpec[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'day'; readonly min?: string; readonly max?: string }
  /** A moment with day and time. The value and the limits are ISO 8601 with offset. */
  | { readonly kind: 'moment'; readonly min?: string; readonly max?: string }
  | {
      readonly kind: 'custom';
      readonly render: (control: Control, values: FormValues) => ReactNode;
      /** `true` if the user picks the value instead of typing it. The message for an empty field is then "please select". */
      readonly select?: boolean;
      /** Names of other fields that `render` reads. */
      readonly follows?: readonly string[];
    };

export type Field<V extends FormValues = FormValues> = FieldBase<V> & Kind;

export interface FieldGroup<V extends FormValues> {
  readonly key: string;
  /** Title of the group. A group without a title has no heading, and the list of links does not contain it. */
  readonly title?: Label;
  readonly help?: Label;
  readonly fields: readonly Field<V>[];
}
