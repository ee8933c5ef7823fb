import { useId, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { allOf, type Choices, type Difference, mineOf, sideOf } from '../EntityForm/merge';
import { TimeText } from '../TimeText';
import { Differences } from './Differences';
import styles from './index.css';

export interface MergeProps {
  /** `save`: another user saved before this save. `draft`: the object changed after this draft was begun. */
  readonly why: 'save' | 'draft';
  readonly changedBy: string | null;
  /** Time of the change, as ISO 8601. `null` means unknown. */
  readonly changedAt: string | null;
  readonly differences: readonly Difference[];
  readonly busy: boolean;
  /**
   * Called with the user's values of the fields whose side is `mine`. `save` then sends the form immediately. `edit` leaves the form open
   * with the merged values.
   */
  readonly onMerge: (mine: Readonly<Record<string, unknown>>, then: 'save' | 'edit') => void;
}

/**
 * Shows, field by field, the value at opening, the user's own value (mine) and the other user's value (theirs), after another user changed
 * the same object (DOMAIN §0.3). A field that only one side changed is merged automatically. If both sides changed a field, the user
 * chooses.
 */
export function Merge({ why, changedBy, changedAt, differences, busy, onMerge }: MergeProps) {
  const t = useT();
  const id = useId();
  const [choices, setChoices] = useState<Choices>({});
  const mine = mineOf(differences, choices);
  const open = differences.filter((difference) => sideOf(difference, choices) === null).length;
  return (
    <section className={styles.notice} aria-labelledby={`${id}-title`}>
      <div role="alert">
        <p>
          <strong id={`${id}-title`}>{t(why === 'save' ? 'form.conflict' : 'conflict.sinceDraft')}</strong>{' '}
          {changedBy ? t('form.conflictBy', { name: changedBy }) : ''} {changedAt ? <TimeText at={changedAt} /> : null}
        </p>
        <p>{t(differences.length === 0 ? 'conflict.none' : 'conflict.how')}</p>
      </div>
      {differences.length > 0 ? (
        <>
          <div className={styles.buttons}>
            <Button size="small" onClick={() => setChoices(allOf(differences, 'mine'))}>
              {t('conflict.allMine')}
            </Button>
            <Button size="small" onClick={() => setChoices(allOf(differences, 'theirs'))}>
              {t('conflict.allTheirs')}
            </Button>
            <span role="status" className={styles.count}>
              {open > 0 ? t('conflict.open', { n: open }) : t('conflict.ready', { n: differences.length })}
            </span>
          </div>
          <Differences
            differences={differences}
            choices={choices}
            onChoose={(name, side) => setChoices((before) => ({ ...before, [name]: side }))}
          />
        </>
      ) : null}
      <div className={styles.buttons}>
        {why === 'save' && differences.length > 0 ? (
          <Button
            type="primary"
            loading={busy}
            disabled={mine === null || busy}
            onClick={() => mine && onMerge(mine, 'save')}
          >
            {t('conflict.save')}
          </Button>
        ) : null}
        <Button
          type={why === 'draft' || differences.length === 0 ? 'primary' : 'default'}
          disabled={mine === null || busy}
          onClick={() => mine && onMerge(mine, 'edit')}
        >
          {t(differences.length === 0 ? 'conflict.goOn' : 'conflict.edit')}
        </Button>
      </div>
    </section>
  );
}
