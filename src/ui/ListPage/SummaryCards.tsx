import { Link } from '@umijs/max';
import { memo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Valued } from '../Figure/Valued';
import { Tooltip } from '../Tooltip';
import styles from './index.css';
import type { FilterValue, FilterValues } from './listState';
import type { SummaryCard } from './types';

function SummaryCardsView({
  cards,
  filters,
  onFilter,
}: {
  readonly cards: readonly SummaryCard[];
  readonly filters: FilterValues;
  readonly onFilter: (patch: Readonly<Record<string, FilterValue | undefined>>) => void;
}) {
  const t = useT();
  return (
    <ul className={styles.cards}>
      {cards.map((card) => {
        const filter = card.filter;
        const isOn = filter
          ? Object.entries(filter).every(([key, value]) => String(filters[key] ?? '') === String(value))
          : false;
        const body = (
          <>
            <span className={styles.cardLabel} title={t(card.label)}>
              {t(card.label)}
            </span>
            <strong className={styles.cardValue}>
              <Valued
                value={card.value}
                kind={card.kind ?? 'count'}
                unit={card.unit ? t(card.unit) : ''}
                unitClass={styles.cardUnit}
              />
            </strong>
          </>
        );
        return (
          <li key={card.key} className={styles.card}>
            {filter ? (
              <button
                type="button"
                className={styles.cardButton}
                aria-pressed={isOn}
                onClick={() =>
                  onFilter(isOn ? Object.fromEntries(Object.keys(filter).map((key) => [key, undefined])) : filter)
                }
              >
                {body}
              </button>
            ) : card.to ? (
              <Link to={card.to} className={`${styles.cardButton} ${styles.cardLink}`}>
                {body}
              </Link>
            ) : (
              <div className={styles.cardButton}>{body}</div>
            )}
            {card.help ? <Tooltip text={t(card.help)} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Figures over the whole filter, not the page (DOMAIN §0.2 "Summary"). A card that stands for a filter sets it. */
export const SummaryCards = memo(SummaryCardsView);
