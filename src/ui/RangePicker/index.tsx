import { CalendarOutlined, CloseCircleFilled } from '@ant-design/icons';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { isLeaving, limitProblem, useToday } from '../DayInput';
import { usePreparedCalendar } from '../DayInput/CalendarSlot';
import { Fault } from '../DayInput/Fault';
import { Panel } from '../DayInput/Panel';
import { TypedInput, useTyped } from '../DayInput/TypedInput';
import { exampleOf } from '../DayInput/typed';
import { IconButton } from '../IconButton';
import { Popover } from '../Popover';
import { type DayRange, rangeName, rangeProblem } from './days';
import styles from './index.css';

/** A range of which an end may be open. */
export interface OpenRange {
  readonly from: string | null;
  readonly to: string | null;
}

interface Common {
  readonly label: string;
  /** Longest range, both ends counted. */
  readonly maxDays?: number;
  /** `yyyy-MM-dd` */
  readonly max?: string;
  /** Shows the label inside, as the other filters of a list do. */
  readonly isFilter?: boolean;
}
interface WholeProps extends Common {
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
  readonly isOpen?: false;
}
interface OpenProps extends Common {
  readonly value: OpenRange;
  readonly onChange: (range: OpenRange) => void;
  /** Either end may be missing, and all can be cleared. */
  readonly isOpen: true;
}
export type RangePickerProps = WholeProps | OpenProps;

type End = 'from' | 'to';
interface Opened {
  readonly field: HTMLInputElement;
  readonly how: 'press' | 'keys';
  /** The end that the next pressed day becomes. */
  readonly end: End;
}

/** A range of days in one control: typed, by its usual names, or from a calendar. What is typed is taken when the control is left. */
export function RangePicker(props: RangePickerProps) {
  const { value, label, maxDays, max, isFilter = false } = props;
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const { today, time } = useToday();
  const from = useTyped('day', value.from);
  const to = useTyped('day', value.to);
  const [isTold, setTold] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const fields = { from: useRef<HTMLSpanElement>(null), to: useRef<HTMLSpanElement>(null) };
  const panel = useRef<HTMLElement>(null);
  usePreparedCalendar();

  const isRequired = props.isOpen !== true;
  const problemOf = (start: string | null | undefined, end: string | null | undefined): string | null => {
    if (start === undefined || end === undefined) return t('date.unreadable', { example: exampleOf('day', locale) });
    const problem = rangeProblem(start, end, { maxDays, isRequired });
    if (problem) return t(`date.${problem}`, { n: maxDays ?? 0 });
    return [start, end].map((day) => (day ? limitProblem(day, max ? { max } : {}, t) : null)).find(Boolean) ?? null;
  };
  const fault = isTold && (from.isOpen || to.isOpen) ? problemOf(from.read, to.read) : null;

  const take = (range: OpenRange) => {
    from.set(null);
    to.set(null);
    setTold(false);
    if (range.from === value.from && range.to === value.to) return;
    if (props.isOpen) props.onChange(range);
    else if (range.from && range.to) props.onChange({ from: range.from, to: range.to });
  };
  /** Takes what was typed, or says why not. */
  const settle = () => {
    if (!from.isOpen && !to.isOpen) return;
    const [start, end] = [from.read, to.read];
    if (start !== undefined && end !== undefined && problemOf(start, end) === null) take({ from: start, to: end });
    else setTold(true);
  };
  const close = () => setOpened(null);
  const focusEnd = (end: End) => fields[end].current?.querySelector('input')?.focus();
  const leave = (event: FocusEvent) => {
    if (!isLeaving(event, box.current, panel.current)) return;
    settle();
    close();
  };
  const pickRange = (range: OpenRange) => {
    take(range);
    opened?.field.focus();
    close();
  };
  /** The first pressed day begins a range, the second ends it; pressed in the other order they change places. */
  const pickDay = (day: string) => {
    const [start = null, end = null] = [from.read, to.read];
    if (opened?.end === 'to' && start !== null) {
      const [first, last] = day < start ? [day, start] : [start, day];
      if (problemOf(first, last) === null) {
        pickRange({ from: first, to: last });
        return;
      }
      to.set(day);
      setTold(true);
      return;
    }
    const isFrom = opened?.end === 'from';
    (isFrom ? from : to).set(day);
    // An old end would close the new range before the user chose it.
    if (isFrom && end !== null) to.set('');
    setOpened((now) => now && { ...now, end: isFrom ? 'to' : 'from' });
    focusEnd(isFrom ? 'to' : 'from');
  };
  const name = from.read && to.read ? rangeName({ from: from.read, to: to.read }, today) : null;
  const field = (end: End) => {
    const typed = end === 'from' ? from : to;
    return (
      <span ref={fields[end]} className={styles.end}>
        <TypedInput
          kind="day"
          typed={typed.text}
          onType={typed.set}
          onOpen={(element, how) => setOpened({ field: element, how, end })}
          onFocus={() => setOpened((now) => now && { ...now, end })}
          onEnter={() => {
            settle();
            close();
          }}
          open={opened !== null && opened.end === end}
          panelId={`${id}-panel`}
          label={t(`list.${end}`, { label })}
          invalid={fault !== null}
          describedBy={fault === null ? undefined : `${id}-fault`}
        />
      </span>
    );
  };
  const isSet = from.text !== '' || to.text !== '';
  return (
    // What happens in the popup comes here too: it belongs to this part, wherever it lies on the page.
    <fieldset ref={box} aria-label={label} className={styles.box} onBlur={leave}>
      <span className={`${styles.frame} ${fault === null ? '' : styles.invalid}`}>
        {isFilter ? (
          <span className={styles.lead} aria-hidden>
            {label}
          </span>
        ) : name ? (
          <span className={styles.lead}>{t(`date.${name}`)}</span>
        ) : null}
        {field('from')}
        <span className={styles.dash} aria-hidden>
          –
        </span>
        {field('to')}
        {props.isOpen && isSet ? (
          <IconButton
            className={styles.clear}
            label={`${t('list.clear')} ${label}`}
            onClick={() => {
              take({ from: null, to: null });
              close();
              focusEnd('from');
            }}
          >
            <CloseCircleFilled aria-hidden />
          </IconButton>
        ) : (
          <CalendarOutlined className={styles.icon} aria-hidden />
        )}
      </span>
      <Fault id={`${id}-fault`} text={fault} />
      {opened ? (
        <Popover anchor={opened.field} onClose={close}>
          <Panel
            id={`${id}-panel`}
            label={label}
            focusInside={opened.how === 'keys'}
            handle={panel}
            presets={{
              chosen: name,
              isOffered: (range) => problemOf(range.from, range.to) === null,
              onPick: pickRange,
            }}
            kind="day"
            value={(opened.end === 'from' ? from.read : to.read) ?? null}
            range={{ from: from.read ?? null, to: to.read ?? null }}
            max={max}
            today={today}
            now={time}
            onPick={pickDay}
          />
        </Popover>
      ) : null}
    </fieldset>
  );
}
