import type { ValidationParams, ValidationRule } from '@contract/validation';
import type { ReactNode } from 'react';
import type { Label } from '@/app/i18n/i18n';
import type { OptionSource } from '@/app/request/useData';
import type { FormValues } from './store';

/** One option: labelled by our texts, or by a text of the server. */
export type OptionSpec = { readonly value: string | number; readonly disabled?: boolean } & (
  | { readonly label: Label }
  | { readonly text: string }
);

/** An error of a value; the message is formatted in the user's language. */
export interface Fault {
  readonly rule: ValidationRule;
  readonly params?: ValidationParams;
  /** Replaces the rule's message where DOMAIN gives the wording. */
  readonly text?: Label;
}

/** Props of a custom control. */
export interface Control {
  readonly id: string;
  /** The field's label, for controls that need it as their accessible name. */
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
  /** Message for an empty field, where "Please input …" does not fit. */
  readonly requiredText?: Label;
  /** Help text below the field, hidden by an error. */
  readonly help?: Label | ((values: V) => Label);
  /** Condition under which the field exists; a hidden field is not checked. */
  readonly when?: (values: V) => boolean;
  readonly disabled?: boolean | ((values: V) => boolean);
  /** Reason shown at a disabled control. */
  readonly disabledReason?: Label;
  /** Never stored in a draft. */
  readonly secret?: boolean;
  /** Values without a field of their own that change with this field: a district sets its city and province. */
  readonly carries?: readonly (keyof V & string)[];
  /** Uses the full width of a wide form. */
  readonly wide?: boolean;
  /** Formats a value in the table of differences, when the kind is not sufficient. */
  readonly read?: (value: unknown) => string;
  /** Like `read`, where text is not sufficient: a picture, or a name that must be loaded. */
  readonly show?: (value: unknown) => ReactNode;
  /** A check in addition to the checks of the kind. */
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
  /** Whole numbers unless `step` is a fraction. Value: number, null, or a text that is not a number. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step?: number;
      readonly unit?: Label;
    }
  /** Typed in yuan, stored in fen. */
  | { readonly kind: 'money'; readonly minFen: number; readonly maxFen: number }
  /** Typed in percent, stored in basis points. */
  | { readonly kind: 'percent'; readonly minBp: number; readonly maxBp: number }
  | { readonly kind: 'choice'; readonly options: readonly OptionSpec[]; readonly search?: boolean }
  | { readonly kind: 'many'; readonly options: readonly OptionSpec[]; readonly max?: number }
  /** One or several options of a list of the server; values are ids. */
  | { readonly kind: 'options'; readonly source: OptionSource; readonly multiple?: boolean; readonly max?: number }
  | { readonly kind: 'radio'; readonly options: readonly OptionSpec[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'day'; readonly min?: string; readonly max?: string }
  /** ISO 8601 with offset. */
  | { readonly kind: 'moment'; readonly min?: string; readonly max?: string }
  | {
      readonly kind: 'custom';
      readonly render: (control: Control, values: FormValues) => ReactNode;
      /** The value is picked instead of typed: the message for an empty field is "please select". */
      readonly select?: boolean;
      /** Names of other fields that `render` reads. */
      readonly follows?: readonly string[];
    };

export type Field<V extends FormValues = FormValues> = FieldBase<V> & Kind;

export interface FieldGroup<V extends FormValues> {
  readonly key: string;
  /** Title of the group; without it the group is only a sequence of fields. */
  readonly title?: Label;
  readonly help?: Label;
  readonly fields: readonly Field<V>[];
}
