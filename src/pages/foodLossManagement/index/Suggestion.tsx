import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

const HEIGHT = 80;

/** Shows which parties are liable by rule, and why. This is only a suggestion: a person decides. */
export function Suggestion({ id }: { readonly id: number }) {
  const t = useT();
  const locale = useLocale();
  const query = useData('foodLoss.Report/getSuggestion', { id });
  return (
    <QueryBoundary query={query} minHeight={HEIGHT}>
      {({ liabilities, compFen, why }) => (
        <div className={styles.suggestion}>
          <strong>
            {liabilities
              .map(({ partyText, shareBp }) => `${partyText} ${formatFigure(shareBp, 'bp', locale)}`)
              .join(' · ')}{' '}
            · <Money fen={compFen} sign />
          </strong>
          {why.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <small>{t('foodLoss.suggestionNote')}</small>
        </div>
      )}
    </QueryBoundary>
  );
}
