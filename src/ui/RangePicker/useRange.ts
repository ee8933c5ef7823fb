import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { limitProblem } from '../DayInput';
import { useTyped } from '../DayInput/TypedInput';
import { exampleOf } from '../DayInput/typed';
import { type DayRange, rangeProblem } from './days';

/** A range whose ends may be missing. */
export interface OpenRange {
  readonly from: string | null;
  readonly to: string | null;
}

interface Common {
  readonly label: string;
  /** Longest range in days, both ends included. */
  readonly maxDays?: number;
  /** Latest day that either end may have: `yyyy-MM-dd`. */
  readonly max?: string;
  /** Shows the label inside the control, as other list filters do. */
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
  /** Either end may be missing, and the range can be cleared. */
  readonly isOpen: true;
}
export type RangePickerProps = WholeProps | OpenProps;

export type End = 'from' | 'to';

/** Manages the typed texts of both ends. Typed texts are applied only if both are readable and form a valid range. */
export function useRange(props: RangePickerProps) {
  const { value, maxDays, max } = props;
  const t = useT();
  const locale = useLocale();
  const from = useTyped('day', value.from);
  const to = useTyped('day', value.to);
  const [isTold, setTold] = useState(false);
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
  /** Applies the typed days, or shows why they are invalid. */
  const settle = () => {
    if (!from.isOpen && !to.isOpen) return;
    const [start, end] = [from.read, to.read];
    if (start !== undefined && end !== undefined && problemOf(start, end) === null) take({ from: start, to: end });
    else setTold(true);
  };
  /**
   * Sets one end of the range. The end day completes the range if the start day is set. Days in reverse order are swapped.
   *
   * @param end the end that the day sets
   * @param onWhole called when the range is complete and allowed
   * @returns the end that the next day sets, or `null` when the range is complete, even if it is not allowed
   */
  const pickDay = (day: string, end: End | undefined, onWhole: (range: OpenRange) => void): End | null => {
    const [start = null, last = null] = [from.read, to.read];
    if (end === 'to' && start !== null) {
      const range = day < start ? { from: day, to: start } : { from: start, to: day };
      if (problemOf(range.from, range.to) === null) {
        onWhole(range);
        return null;
      }
      to.set(day);
      setTold(true);
      return null;
    }
    const isFrom = end === 'from';
    (isFrom ? from : to).set(day);
    // Remove the previous end, because it would complete the new range before the user chose an end.
    if (isFrom && last !== null) to.set('');
    return isFrom ? 'to' : 'from';
  };
  return { from, to, fault, problemOf, take, settle, pickDay };
}
