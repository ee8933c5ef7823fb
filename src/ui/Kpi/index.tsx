import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import { text } from '@contract/text';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { Figure } from '../Figure';
import { FigureLabel } from '../Figure/FigureLabel';
import { type FigureKind, formatChange } from '../Money/format';
import styles from './index.css';

const YUAN = text('¥', '¥', '¥', '¥');

export interface KpiProps {
  readonly label: Label;
  /** `null` means that the value is unknown. */
  readonly value: number | null;
  readonly kind: FigureKind;
  /** Unit after the figure, for example minutes. Money and rates need no unit here. */
  readonly unit?: Label;
  /** Definition, period and time of the data. The "?" shows them. */
  readonly help: string;
  /** Change against the comparison period in basis points. `null` means that there is no comparison. */
  readonly changeBp: number | null;
  /** Name of the comparison period: "same time yesterday". */
  readonly against: string;
  /** Direction that is better: a higher value, a lower value, or neither. It decides the colour of the change, not its sign and word. */
  readonly better: 'more' | 'less' | 'neither';
  /** A second figure beside the value, for example the refund rate beside the refunds. */
  readonly beside?: string | undefined;
  /** URL of the figure's rows. If set, the figure is a link, unless the figure is 0 or unknown. */
  readonly to?: string | undefined;
}

/** Renders one key figure: name with explanation, value, and its change with sign and words (DESIGN "Type and figures"). */
export function Kpi({ label, value, kind, unit, help, changeBp, against, better, beside, to }: KpiProps) {
  const t = useT();
  return (
    <article className={styles.card} aria-label={t(label)}>
      <FigureLabel text={t(label)} help={help} />
      <div className={styles.row}>
        <span className={styles.value}>
          <Figure
            value={value}
            kind={kind}
            {...(kind === 'fen' ? { unit: YUAN, unitClass: styles.sign } : { unit })}
            {...(to !== undefined && { to })}
          />
        </span>
        {beside ? <span className={styles.beside}>{beside}</span> : null}
      </div>
      <Change bp={changeBp} better={better} against={against} />
    </article>
  );
}

/** Renders the change against the comparison period. On a narrow card the comparison has its own line, so that no word is cut. */
function Change({ bp, better, against }: { readonly bp: number | null } & Pick<KpiProps, 'better' | 'against'>) {
  const t = useT();
  const locale = useLocale();
  if (bp === null) {
    return <div className={styles.change}>{t('figures.noComparison')}</div>;
  }
  const Sign = bp === 0 ? MinusOutlined : bp > 0 ? ArrowUpOutlined : ArrowDownOutlined;
  const isFlat = bp === 0 || better === 'neither';
  const tone = isFlat ? undefined : bp > 0 === (better === 'more') ? styles.good : styles.bad;
  const words =
    bp === 0 ? t('figures.same') : t(bp > 0 ? 'figures.up' : 'figures.down', { n: formatChange(bp, locale) });
  return (
    <div className={styles.change}>
      <span className={tone}>
        <Sign aria-hidden /> {words}
      </span>{' '}
      <span>{against}</span>
    </div>
  );
}
