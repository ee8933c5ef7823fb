import type { RefObject } from 'react';
import { useT } from '@/app/i18n/i18n';
import styles from './index.css';
import type { Item, Section } from './items';
import { Option } from './parts';

interface ResultsProps {
  readonly id: string;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly sections: readonly Section[];
  readonly active: Item | undefined;
  readonly optionId: (item: Item) => string;
  readonly onPick: (item: Item, apart?: boolean) => void;
}

/** Renders the options of the palette in groups with headings. */
export function Results({ id, list, sections, active, optionId, onPick }: ResultsProps) {
  const t = useT();
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className={styles.list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={section.key} role="group" aria-label={section.title}>
          <div className={styles.heading} aria-hidden="true" data-heading={section.title} />
          {section.items.map((item) => (
            <Option key={item.id} id={optionId(item)} item={item} active={item === active} onPick={onPick} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Replaces the options while results load, before the user has typed, or if nothing was found. */
export function NoResults({
  text,
  isWaiting,
  kinds,
}: {
  readonly text: string;
  readonly isWaiting: boolean;
  /** Names of the record kinds that the search covers. If empty, no names are shown. */
  readonly kinds: readonly string[];
}) {
  const t = useT();
  return (
    <div className={styles.nothing}>
      <p>{isWaiting ? t('palette.waiting') : t(text === '' ? 'palette.askHint' : 'palette.nothing', { text })}</p>
      {isWaiting || kinds.length === 0 ? null : (
        <p className={styles.hint}>{t('palette.kinds', { kinds: kinds.join(t('list.separator')) })}</p>
      )}
    </div>
  );
}
