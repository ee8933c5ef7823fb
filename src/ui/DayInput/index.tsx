import { CalendarOutlined, ClockCircleOutlined } from '@ant-design/icons';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Popover } from '../Popover';
import { fromWall, toWall } from '../TimeText/format';
import { usePreparedCalendar } from './CalendarSlot';
import { Fault } from './Fault';
import styles from './index.css';
import { Panel } from './Panel';
import { TypedInput, useTyped } from './TypedInput';
import { exampleOf, isMoment, isWhole, readTyped, type TypedKind } from './typed';

interface Common {
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  /** Called with typed text that is not a complete value. The form then shows the errors. Without `onText`, the field shows the errors. */
  readonly onText?: (text: string) => void;
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

/** Returns the platform's current day (`yyyy-MM-dd`) and time of day (`HH:mm`). */
export function useToday(): { readonly today: string; readonly time: string } {
  const { now, timeZone } = usePlatform();
  const wall = toWall(new Date(now()).toISOString(), timeZone);
  return { today: wall.slice(0, 10), time: wall.slice(11) };
}

/** Returns the message for a value outside of a field's limits, or `null` when the value is inside. */
export function limitProblem(value: string, { min, max }: Limits, t: Translate): string | null {
  if (min !== undefined && value < min) return t('date.early', { day: min });
  return max !== undefined && value > max ? t('date.late', { day: max }) : null;
}

/** Checks whether the focus moves outside of these elements. */
export function isLeaving(event: FocusEvent, ...inside: readonly (HTMLElement | null)[]): boolean {
  const next = event.relatedTarget;
  return !(next instanceof Node && inside.some((element) => element?.contains(next)));
}

type WallProps = Common & Limits & { readonly kind: TypedKind };

/**
 * Manages a field's text and its parsed value. A complete value is accepted during typing, other values on Enter or when the field
 * loses the focus. Without `onText`, a value beyond the limits is not accepted. `fault` says why the typed text is not accepted.
 */
function useWallText(props: WallProps) {
  const { kind, value = null, onChange, onText } = props;
  const t = useT();
  const locale = useLocale();
  const typed = useTyped(kind, value);
  const [isTold, setTold] = useState(false);
  const faultOf = (read: string | null | undefined): string | null =>
    read === undefined
      ? t('date.unreadable', { example: exampleOf(kind, locale) })
      : read === null
        ? null
        : limitProblem(read, props, t);
  const take = (next: string | null) => {
    typed.set(null);
    setTold(false);
    if (next !== value) onChange(next);
  };
  return {
    typed,
    fault: onText === undefined && isTold && typed.isOpen ? faultOf(typed.read) : null,
    take,
    type: (text: string) => {
      const read = readTyped(kind, text, locale);
      const isDone = read === null || (read !== undefined && isWhole(kind, text, read, locale));
      if (isDone && (onText || faultOf(read) === null)) {
        take(read);
        return;
      }
      typed.set(text);
      onText?.(text);
    },
    /** Accepts the typed text. An unreadable text stays in the field. Without `onText`, a value beyond the limits stays too. */
    settle: () => {
      const { read, isOpen } = typed;
      if (!isOpen) return;
      if (read !== undefined && (onText || faultOf(read) === null)) take(read);
      else setTold(true);
    },
  };
}

/** Renders a field for a day, a time or both, without a time zone. See {@link TypedKind}. */
function WallInput(props: WallProps) {
  const { kind, min, max, label, disabled = false } = props;
  const t = useT();
  const ownId = useId();
  const { today, time } = useToday();
  const { typed, fault, take, type, settle } = useWallText(props);
  const [opened, setOpened] = useState<{ field: HTMLInputElement; how: 'press' | 'keys' } | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLElement>(null);
  usePreparedCalendar();

  const close = () => setOpened(null);
  const leave = (event: FocusEvent) => {
    if (!isLeaving(event, box.current, panel.current)) return;
    settle();
    close();
  };
  const pick = (next: string) => {
    take(next);
    // The popup stays open for a value with a time, so that the user can also pick the other parts of the value.
    if (kind !== 'day') return;
    opened?.field.focus();
    close();
  };
  const Icon = kind === 'time' ? ClockCircleOutlined : CalendarOutlined;
  return (
    <span ref={box} className={styles.box}>
      <TypedInput
        kind={kind}
        typed={typed.text}
        onType={type}
        onOpen={(field, how) => setOpened(disabled ? null : { field, how })}
        onEnter={() => {
          settle();
          close();
        }}
        open={opened !== null}
        panelId={`${ownId}-panel`}
        id={props.id}
        label={label}
        disabled={disabled}
        invalid={props.invalid || fault !== null}
        describedBy={fault === null ? props.describedBy : `${ownId}-fault`}
        className={styles.bordered}
        onBlur={leave}
      />
      <Icon className={styles.icon} aria-hidden />
      <Fault id={`${ownId}-fault`} text={fault} />
      {opened ? (
        <Popover anchor={opened.field} onClose={close}>
          <Panel
            id={`${ownId}-panel`}
            label={label ?? t(`date.hint_${kind}`)}
            focusInside={opened.how === 'keys'}
            handle={panel}
            onBlur={leave}
            kind={kind}
            value={typed.read ?? null}
            min={min}
            max={max}
            today={today}
            now={time}
            onPick={pick}
          />
        </Popover>
      ) : null}
    </span>
  );
}

/** `value`, `min` and `max` are `yyyy-MM-dd`. */
export interface DayInputProps extends Common, Limits {}

/** Renders a field for a day. The user types it in the format of the language or as ISO 8601, or picks it from a calendar. */
export function DayInput(props: DayInputProps) {
  return <WallInput kind="day" {...props} />;
}

/** `value` is `HH:mm`. */
export interface TimeInputProps extends Common {}

/** Renders a field for a time of day. */
export function TimeInput(props: TimeInputProps) {
  return <WallInput kind="time" {...props} />;
}

/** `value`, `min` and `max` are ISO 8601 with offset. */
export interface MomentInputProps extends Common, Limits {}

/** Renders a field for day and time in the platform's time zone. The browser's time zone has no effect. */
export function MomentInput({ value, onChange, min, max, ...rest }: MomentInputProps) {
  const { timeZone } = usePlatform();
  // A form stores an unreadable text as typed, so `value` is not always an ISO time.
  const wall = (moment: string) => (isMoment(moment) ? toWall(moment, timeZone) : moment);
  return (
    <WallInput
      kind="moment"
      {...rest}
      {...(min && { min: wall(min) })}
      {...(max && { max: wall(max) })}
      value={value ? wall(value) : null}
      onChange={(text) => onChange(text === null ? null : fromWall(text, timeZone))}
    />
  );
}
