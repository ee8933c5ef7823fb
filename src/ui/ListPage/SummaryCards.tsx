import { memo, useId } from 'react';
import { useT } from '@/app/i18n/i18n';
import { DrillLink } from '../Figure/DrillLink';
import { FigureLabel } from '../Figure/FigureLabel';
import { Valued } from '../Figure/Valued';
import styles from './index.css';
import type { FilterValue, FilterValues } from './listState';
import type { SummaryCard } from './types';

type OnFilter = (patch: Readonly<Record<string, FilterValue | undefined>>) => void;

function SummaryCardsView({
  cards,
  filters,
  onFilter,
}: {
  readonly cards: readonly SummaryCard[];
  readonly filters: FilterValues;
  readonly onFilter: OnFilter;
}) {
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <Card key={card.key} card={card} filters={filters} onFilter={onFilter} />
      ))}
    </ul>
  );
}

/** Renders placeholder cards while the figures load. */
export function CardRoom({ count }: { readonly count: number }) {
  return (
    <ul className={styles.cards} aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
        <li key={at} className={styles.card} />
      ))}
    </ul>
  );
}

function Card({
  card,
  filters,
  onFilter,
}: {
  readonly card: SummaryCard;
  readonly filters: FilterValues;
  readonly onFilter: OnFilter;
}) {
  const t = useT();
  const id = useId();
  const { filter, value } = card;
  const isOn =
    card.isChosen ??
    (filter !== undefined &&
      Object.entries(filter).every(([key, wanted]) => String(filters[key] ?? '') === String(wanted)));
  // The "?" is a button, and a button must not contain a button. The label is therefore outside of the card's button. The button
  // references the label by id.
  const names = `${id}-label ${id}-value`;
  const figure = (
    <strong id={`${id}-value`} className={styles.cardValue}>
      <Valued
        value={value}
        kind={card.kind ?? 'count'}
        unit={card.unit ? t(card.unit) : ''}
        unitClass={styles.cardUnit}
      />
    </strong>
  );
  return (
    <li className={styles.card}>
      <FigureLabel id={`${id}-label`} text={t(card.label)} help={card.help && t(card.help)} />
      {filter ? (
        <button
          type="button"
          className={styles.cardButton}
          aria-labelledby={names}
          aria-pressed={isOn}
          onClick={() =>
            onFilter(isOn ? Object.fromEntries(Object.keys(filter).map((key) => [key, undefined])) : filter)
          }
        >
          {figure}
        </button>
      ) : (
        <DrillLink value={value} to={card.to} className={styles.cardButton} labelledBy={names}>
          {figure}
        </DrillLink>
      )}
    </li>
  );
}

/** Renders the figures of all records that match the filter, not only of the page (DOMAIN §0.2 "Summary"). A card can set a filter. */
export const SummaryCards = memo(SummaryCardsView);
