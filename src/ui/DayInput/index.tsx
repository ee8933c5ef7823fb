import { usePlatform } from '@/app/platform';
import { fromWall, toWall } from '../TimeText/format';
import styles from './index.css';

interface Common {
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly id?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

interface Limits {
  readonly min?: string;
  readonly max?: string;
}

/** The browser's own field: in the reader's language, for keyboard and touch, and nothing to load. */
function NativeInput({
  type,
  value,
  onChange,
  label,
  invalid,
  describedBy,
  ...rest
}: Common & Limits & { readonly type: 'date' | 'time' | 'datetime-local' }) {
  return (
    <input
      {...rest}
      type={type}
      className={`${styles.input} ${invalid ? styles.invalid : ''}`}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

/** `value`, `min` and `max` are `yyyy-MM-dd`. */
export interface DayInputProps extends Common, Limits {}

/** A day, with the browser's own calendar. */
export function DayInput(props: DayInputProps) {
  return <NativeInput type="date" {...props} />;
}

/** `value` is `HH:mm`. */
export interface TimeInputProps extends Common {}

/** A time of day. */
export function TimeInput(props: TimeInputProps) {
  return <NativeInput type="time" {...props} />;
}

/** `value`, `min` and `max` are ISO 8601 with offset. */
export interface MomentInputProps extends Common, Limits {}

/** Day and time on the platform's clock, whatever clock this computer has. */
export function MomentInput({ value, onChange, min, max, ...rest }: MomentInputProps) {
  const { timeZone } = usePlatform();
  const wall = (moment: string) => toWall(moment, timeZone);
  return (
    <NativeInput
      type="datetime-local"
      {...rest}
      {...(min && { min: wall(min) })}
      {...(max && { max: wall(max) })}
      value={value ? wall(value) : null}
      onChange={(text) => onChange(text === null ? null : fromWall(text, timeZone))}
    />
  );
}
