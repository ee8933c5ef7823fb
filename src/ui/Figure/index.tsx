import { Link } from '@umijs/max';
import { type Label, useSay } from '@/app/i18n/translate';
import type { FigureKind } from '../Money/format';
import { Hint } from '../Tooltip';
import styles from './index.css';
import { Valued } from './Valued';

export interface FigureProps {
  readonly value: number | null;
  readonly kind?: FigureKind;
  readonly unit?: Label | undefined;
  /** How the unit looks; default: small and quiet. */
  readonly unitClass?: string | undefined;
  /** Explains the figure behind a small "?" on hover and focus. */
  readonly help?: Label;
  /** Where its rows are: a figure that can be drilled is a link. */
  readonly to?: string;
}

/** A number in tabular figures, with its explanation and the way to its rows (DESIGN "Type and figures"). */
export function Figure({ value, kind = 'count', unit, unitClass = styles.unit, help, to }: FigureProps) {
  const say = useSay();
  const text = <Valued value={value} kind={kind} unit={unit ? say(unit) : ''} unitClass={unitClass} />;
  return (
    <span className={styles.figure}>
      {to ? <Link to={to}>{text}</Link> : text}
      {help ? <Hint text={say(help)} /> : null}
    </span>
  );
}
