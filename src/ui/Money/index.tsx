import { useLocale, useT } from '@/app/i18n/i18n';
import { SrOnly } from '../SrOnly';
import { formatAmount, formatMoney } from './format';
import styles from './index.css';

export interface MoneyProps {
  /** Integer fen. */
  readonly fen: number | null;
  /** Shows the currency sign; in tables it stands in the head of the column instead. */
  readonly sign?: boolean;
}

/** An amount in tabular figures. Negative ones carry a sign and a word, not only a colour (DESIGN "Type and figures"). */
export function Money({ fen, sign = false }: MoneyProps) {
  const locale = useLocale();
  const t = useT();
  const negative = fen !== null && fen < 0;
  return (
    <span className={`${styles.money} ${negative ? styles.negative : ''}`}>
      {negative ? <SrOnly>{t('list.negative')} </SrOnly> : null}
      {sign ? formatAmount(fen, locale) : formatMoney(fen, locale)}
    </span>
  );
}
