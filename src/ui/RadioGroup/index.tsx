import { useId } from 'react';
import styles from './index.css';

export interface RadioGroupProps<T extends string> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** Accessible name of the group. */
  readonly label: string;
}

/** Renders a choice between a few visible options as native radio buttons side by side. */
export function RadioGroup<T extends string>({ value, onChange, options, label }: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend data-visually-hidden="">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            data-visually-hidden=""
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
