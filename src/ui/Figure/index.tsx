import { type Label, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import type { FigureKind } from '../Money/format';
import { HiddenSum } from '../Money/HiddenSum';
import { Tooltip } from '../Tooltip';
import { DrillLink } from './DrillLink';
import styles from './index.css';
import { Valued } from './Valued';

export interface FigureProps {
  readonly value: number | null;
  readonly kind?: FigureKind;
  readonly unit?: Label | undefined;
  /** Class name of the unit. Default: a small unit in a secondary colour. */
  readonly unitClass?: string | undefined;
  /** Explains the figure behind a small "?" on hover and focus. */
  readonly help?: Label;
  /** URL of the figure's rows. If set, the figure is a link, unless the figure is 0 or unknown. */
  readonly to?: string;
}

/**
 * Renders a number in tabular figures, with an explanation and a link to its rows (DESIGN "Type and figures"). An amount that the user may
 * not see is hidden.
 */
export function Figure({ value, kind = 'count', unit, unitClass = styles.unit, help, to }: FigureProps) {
  const t = useT();
  const { reveals } = usePlatform();
  const isHidden = kind === 'fen' && value === null && !reveals('amount');
  return (
    <span className={styles.figure}>
      {isHidden ? (
        <HiddenSum />
      ) : (
        <DrillLink value={value} to={to}>
          <Valued value={value} kind={kind} unit={unit ? t(unit) : ''} unitClass={unitClass} />
        </DrillLink>
      )}
      {help ? <Tooltip text={t(help)} /> : null}
    </span>
  );
}
