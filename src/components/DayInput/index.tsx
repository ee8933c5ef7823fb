import { usePlatform } from '../platform';
import { fromWall, toWall } from '../TimeText/format';
import styles from './index.css';

interface Common {
  readonly id?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

export interface DayInputProps extends Common {
  /** `yyyy-MM-dd`. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly min?: string;
  readonly max?: string;
}

/** A day, with the browser's own calendar: in the reader's language, for keyboard and touch, and nothing to load. */
export function DayInput({ value, onChange, min, max, id, label, disabled, invalid, describedBy }: DayInputProps) {
  return (
    <input
      type="date"
      id={id}
      className={`${styles.input} ${invalid ? styles.invalid : ''}`}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      min={min}
      max={max}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

export interface TimeInputProps extends Common {
  /** `HH:mm`. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
}

/** A time of day. */
export function TimeInput({ value, onChange, id, label, disabled, invalid, describedBy }: TimeInputProps) {
  return (
    <input
      type="time"
      id={id}
      className={`${styles.input} ${invalid ? styles.invalid : ''}`}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

export interface MomentInputProps extends Common {
  /** ISO 8601 with offset. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly min?: string;
  readonly max?: string;
}

/** Day and time on the platform's clock, whatever clock this computer has. */
export function MomentInput({
  value,
  onChange,
  min,
  max,
  id,
  label,
  disabled,
  invalid,
  describedBy,
}: MomentInputProps) {
  const { timeZone } = usePlatform();
  return (
    <input
      type="datetime-local"
      id={id}
      className={`${styles.input} ${invalid ? styles.invalid : ''}`}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      min={min ? toWall(min, timeZone) : undefined}
      max={max ? toWall(max, timeZone) : undefined}
      value={value ? toWall(value, timeZone) : ''}
      onChange={(event) => onChange(fromWall(event.target.value, timeZone))}
    />
  );
}
