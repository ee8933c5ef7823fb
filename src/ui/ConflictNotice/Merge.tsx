import { useId, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { FieldValue } from '../EntityForm/FieldValue';
import { allOf, type Choices, type Difference, mineOf, type Side, sideOf } from '../EntityForm/merge';
import { StatusTag } from '../StatusTag';
import { TimeText } from '../TimeText';
import styles from './index.css';

export interface MergeProps {
  /** `save`: another person saved before this save. `draft`: it was changed since this draft was begun. */
  readonly why: 'save' | 'draft';
  readonly changedBy: string | null;
  /** ISO 8601. */
  readonly changedAt: string | null;
  readonly differences: readonly Difference[];
  readonly busy: boolean;
  /** My values replace theirs; `save` sends them at once, otherwise the form stays open with them. */
  readonly onMerge: (mine: Readonly<Record<string, unknown>>, then: 'save' | 'edit') => void;
}

const SIDES = ['mine', 'theirs'] as const satisfies readonly Side[];
const TAGS = {
  mine: { tone: 'neutral', text: 'conflict.onlyMine' },
  theirs: { tone: 'neutral', text: 'conflict.onlyTheirs' },
  both: { tone: 'attention', text: 'conflict.both' },
} as const;

/**
 * Another person changed the same object (DOMAIN §0.3): the values at opening, mine and theirs, field by field. A change by one
 * side is merged automatically; where both changed a field, the person chooses.
 */
export function Merge({ why, changedBy, changedAt, differences, busy, onMerge }: MergeProps) {
  const t = useT();
  const id = useId();
  const [choices, setChoices] = useState<Choices>({});
  const mine = mineOf(differences, choices);
  const open = differences.filter((difference) => sideOf(difference, choices) === null).length;
  const columns = { mine: t('form.mine'), theirs: t('form.theirs') } as const;
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('form.field')}</th>
                <th scope="col">{t('conflict.base')}</th>
                <th scope="col">{columns.mine}</th>
                <th scope="col">{columns.theirs}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((difference) => {
                const { field } = difference;
                const label = t(field.label);
                const side = sideOf(difference, choices);
                const tag = TAGS[difference.changedBy];
                return (
                  <tr key={field.name} data-open={side === null || undefined}>
                    <th scope="row">
                      {label}
                      <span className={styles.tag}>
                        <StatusTag tone={tag.tone} text={t(tag.text)} />
                      </span>
                    </th>
                    <td data-title={t('conflict.base')}>
                      <FieldValue field={field} value={difference.base} />
                    </td>
                    {SIDES.map((one) => (
                      <td key={one} data-title={columns[one]} data-chosen={side === one || undefined}>
                        <label className={styles.side}>
                          <input
                            type="radio"
                            name={`${id}-${field.name}`}
                            checked={side === one}
                            aria-label={`${label}: ${columns[one]}`}
                            onChange={() => setChoices((before) => ({ ...before, [field.name]: one }))}
                          />
                          <span>
                            <FieldValue field={field} value={difference[one]} />
                          </span>
                        </label>
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
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
