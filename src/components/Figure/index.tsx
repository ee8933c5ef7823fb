import { Link } from '@umijs/max';
import { Hint } from '../Hint';
import { type FigureKind, formatFigure, isSign } from '../Money/format';
import { type Label, useLocale, useSay } from '../say';
import styles from './index.css';

export interface FigureProps {
  readonly value: number | null;
  readonly kind?: FigureKind;
  readonly unit?: Label;
  /** Explains the figure behind a small "?" on hover and focus. */
  readonly help?: Label;
  /** Where its rows are: a figure that can be drilled is a link. */
  readonly to?: string;
}

/** A number in tabular figures, with its explanation and the way to its rows (DESIGN "Type and figures"). */
export function Figure({ value, kind = 'count', unit, help, to }: FigureProps) {
  const locale = useLocale();
  const say = useSay();
  const words = unit && value !== null ? say(unit) : '';
  const text = (
    <>
      {words && isSign(words) ? <span className={styles.unit}>{words} </span> : null}
      {formatFigure(value, kind, locale)}
      {words && !isSign(words) ? <span className={styles.unit}> {words}</span> : null}
    </>
  );
  return (
    <span className={styles.figure}>
      {to ? <Link to={to}>{text}</Link> : text}
      {help ? <Hint text={say(help)} /> : null}
    </span>
  );
}
