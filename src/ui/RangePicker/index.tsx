import { CalendarOutlined, CloseCircleFilled } from '@ant-design/icons';
import { type FocusEvent, type RefObject, useId, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { isLeaving, useToday } from '../DayInput';
import { usePreparedCalendar } from '../DayInput/CalendarSlot';
import { Fault } from '../DayInput/Fault';
import { Panel } from '../DayInput/Panel';
import { TypedInput } from '../DayInput/TypedInput';
import { IconButton } from '../IconButton';
import { Popover } from '../Popover';
import { rangeName } from './days';
import styles from './index.css';
import { type End, type OpenRange, type RangePickerProps, useRange } from './useRange';

type Range = ReturnType<typeof useRange>;

interface Opened {
  readonly field: HTMLInputElement;
  readonly how: 'press' | 'keys';
  /** The end of the range that the next pressed day sets. */
  readonly end: End;
}

/** Manages the active end and its panel. After the user presses the first day, the other end is active. */
function useOpened({ take, pickDay }: Range) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const fields = { from: useRef<HTMLSpanElement>(null), to: useRef<HTMLSpanElement>(null) };
  const close = () => setOpened(null);
  const focusEnd = (end: End) => fields[end].current?.querySelector('input')?.focus();
  const pickRange = (range: OpenRange) => {
    take(range);
    opened?.field.focus();
    close();
  };
  const pick = (day: string) => {
    const next = pickDay(day, opened?.end, pickRange);
    if (next === null) return;
    setOpened((now) => now && { ...now, end: next });
    focusEnd(next);
  };
  return { opened, setOpened, close, fields, focusEnd, pickRange, pick };
}

/** Renders a range of days that the user types, picks by name, or picks from a calendar. Typed days apply on Enter or focus loss. */
export function RangePicker(props: RangePickerProps) {
  const { label, max, isFilter = false } = props;
  const t = useT();
  const id = useId();
  const now = useToday();
  const range = useRange(props);
  const { from, to, fault, take, settle } = range;
  const box = useRef<HTMLFieldSetElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { opened, setOpened, close, fields, focusEnd, pickRange, pick } = useOpened(range);
  usePreparedCalendar();

  const leave = (event: FocusEvent) => {
    if (!isLeaving(event, box.current, panel.current)) return;
    settle();
    close();
  };
  const name = from.read && to.read ? rangeName({ from: from.read, to: to.read }, now.today) : null;
  const field = (end: End) => (
    <EndField
      end={end}
      id={id}
      label={label}
      typed={end === 'from' ? from : to}
      handle={fields[end]}
      isOpen={opened !== null && opened.end === end}
      isFaulty={fault !== null}
      onOpen={(element, how) => setOpened({ field: element, how, end })}
      onFocus={() => setOpened((now) => now && { ...now, end })}
      onEnter={() => {
        settle();
        close();
      }}
    />
  );
  return (
    // Blur events of the popup also arrive here, because React events follow the component tree and not the document.
    <fieldset ref={box} aria-label={label} className={styles.box} onBlur={leave}>
      <span className={`${styles.frame} ${fault === null ? '' : styles.invalid}`}>
        <Lead isFilter={isFilter} label={label} name={name} />
        {field('from')}
        <span className={styles.dash} aria-hidden>
          –
        </span>
        {field('to')}
        {props.isOpen && (from.text !== '' || to.text !== '') ? (
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
        <RangePopup
          id={`${id}-panel`}
          label={label}
          opened={opened}
          range={range}
          max={max}
          handle={panel}
          chosen={name}
          now={now}
          onClose={close}
          onPickRange={pickRange}
          onPick={pick}
        />
      ) : null}
    </fieldset>
  );
}

interface LeadProps {
  readonly isFilter: boolean;
  readonly label: string;
  /** Name of the predefined range that equals the chosen range. `null` if no predefined range equals it. */
  readonly name: ReturnType<typeof rangeName>;
}

/** Shows a text before the days. In a filter it is the label, elsewhere the name of the range. A range without a name has no text. */
function Lead({ isFilter, label, name }: LeadProps) {
  const t = useT();
  if (isFilter) {
    return (
      <span className={styles.lead} aria-hidden>
        {label}
      </span>
    );
  }
  return name ? <span className={styles.lead}>{t(`date.${name}`)}</span> : null;
}

interface RangePopupProps {
  readonly id: string;
  readonly label: string;
  readonly opened: Opened;
  readonly range: Range;
  readonly max: string | undefined;
  readonly handle: RefObject<HTMLElement | null>;
  readonly chosen: ReturnType<typeof rangeName>;
  readonly now: ReturnType<typeof useToday>;
  readonly onClose: () => void;
  readonly onPickRange: (range: OpenRange) => void;
  readonly onPick: (day: string) => void;
}

/** Renders the popup with the named ranges and the calendar. */
function RangePopup(props: RangePopupProps) {
  const { id, label, opened, range, max, handle, chosen, now, onClose, onPickRange, onPick } = props;
  const { from, to, problemOf } = range;
  return (
    <Popover anchor={opened.field} onClose={onClose}>
      <Panel
        id={id}
        label={label}
        focusInside={opened.how === 'keys'}
        handle={handle}
        presets={{
          chosen,
          isOffered: (offer) => problemOf(offer.from, offer.to) === null,
          onPick: onPickRange,
        }}
        kind="day"
        value={(opened.end === 'from' ? from.read : to.read) ?? null}
        range={{ from: from.read ?? null, to: to.read ?? null }}
        max={max}
        today={now.today}
        now={now.time}
        onPick={onPick}
      />
    </Popover>
  );
}

interface EndFieldProps {
  readonly end: End;
  /** Id of the whole control. */
  readonly id: string;
  readonly label: string;
  readonly typed: Range[End];
  readonly handle: RefObject<HTMLSpanElement | null>;
  readonly isOpen: boolean;
  readonly isFaulty: boolean;
  readonly onOpen: (field: HTMLInputElement, how: Opened['how']) => void;
  readonly onFocus: () => void;
  readonly onEnter: () => void;
}

function EndField({ end, id, label, typed, handle, isOpen, isFaulty, onOpen, onFocus, onEnter }: EndFieldProps) {
  const t = useT();
  return (
    <span ref={handle} className={styles.end}>
      <TypedInput
        kind="day"
        typed={typed.text}
        onType={typed.set}
        onOpen={onOpen}
        onFocus={onFocus}
        onEnter={onEnter}
        open={isOpen}
        panelId={`${id}-panel`}
        label={t(`list.${end}`, { label })}
        invalid={isFaulty}
        describedBy={isFaulty ? `${id}-fault` : undefined}
      />
    </span>
  );
}

export type { OpenRange };
