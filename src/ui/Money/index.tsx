import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { SrOnly } from '../SrOnly';
import { formatAmount, formatMoney } from './format';
import { HiddenSum } from './HiddenSum';
import styles from './index.css';

export interface MoneyProps {
  /** Amount in fen, as an integer. */
  readonly fen: number | null;
  /** Shows the currency sign. Lists with the currency in the column head leave it out. */
  readonly sign?: boolean;
  /** `true` for a sum or a balance. The server returns `null` to users without the field permission "amount". */
  readonly sum?: boolean;
}

/** Shows an amount in tabular figures. A negative amount has a sign and a word, not only a colour (DESIGN "Type and figures"). */
export function Money({ fen, sign = false, sum = false }: MoneyProps) {
  const locale = useLocale();
  const t = useT();
  const { reveals } = usePlatform();
  if (sum && fen === null && !reveals('amount')) return <HiddenSum />;
  const negative = fen !== null && fen < 0;
  return (
    <span className={`${styles.money} ${negative ? styles.negative : ''}`}>
      {negative ? <SrOnly>{t('list.negative')} </SrOnly> : null}
      {sign ? formatAmount(fen, locale) : formatMoney(fen, locale)}
    </span>
  );
}
