import { useLocale, useT } from '@/app/i18n/i18n';
import { type FigureKind, formatFigure, withUnit } from '../Money/format';
import { SrOnly } from '../SrOnly';

export interface ValuedProps {
  /** `null` means that the value is unknown. */
  readonly value: number | null;
  readonly kind: FigureKind;
  /** Unit in the user's language, for example `¥` or `min`. An empty text means that the figure has no unit. */
  readonly unit: string;
  /** Class name of the unit. */
  readonly unitClass: string | undefined;
}

/** Renders a number and its unit in the order of {@link withUnit}. Screen readers get a word for a negative amount. */
export function Valued({ value, kind, unit, unitClass }: ValuedProps) {
  const locale = useLocale();
  const t = useT();
  const { minus, before, digits, after } = withUnit(formatFigure(value, kind, locale), unit);
  return (
    <>
      {kind === 'fen' && value !== null && value < 0 ? <SrOnly>{t('list.negative')} </SrOnly> : null}
      {minus}
      {before ? <span className={unitClass}>{before}</span> : null}
      {digits}
      {after ? <span className={unitClass}> {after}</span> : null}
    </>
  );
}
