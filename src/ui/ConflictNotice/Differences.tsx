import { useId } from 'react';
import { useT } from '@/app/i18n/i18n';
import { FieldValue } from '../EntityForm/FieldValue';
import { type Choices, type Difference, type Side, sideOf } from '../EntityForm/merge';
import { WithoutRetry } from '../EntityForm/Names';
import { StatusTag } from '../StatusTag';
import styles from './index.css';

interface DifferencesProps {
  readonly differences: readonly Difference[];
  readonly choices: Choices;
  readonly onChoose: (field: string, side: Side) => void;
}

const SIDES = ['mine', 'theirs'] as const satisfies readonly Side[];
const TAGS = {
  mine: { tone: 'neutral', text: 'conflict.onlyMine' },
  theirs: { tone: 'neutral', text: 'conflict.onlyTheirs' },
  both: { tone: 'attention', text: 'conflict.both' },
} as const;

/**
 * Renders the fields that differ: the value when the form was opened, this user's value (mine) and the other user's value (theirs). The
 * user chooses one of the last two.
 */
export function Differences({ differences, choices, onChoose }: DifferencesProps) {
  const t = useT();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('form.field')}</th>
          <th scope="col">{t('conflict.base')}</th>
          <th scope="col">{t('form.mine')}</th>
          <th scope="col">{t('form.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <DifferenceRow
            key={difference.field.name}
            difference={difference}
            side={sideOf(difference, choices)}
            onChoose={(side) => onChoose(difference.field.name, side)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface DifferenceRowProps {
  readonly difference: Difference;
  /** The chosen or preselected side. `null` means that both users changed the field and this user has not chosen yet. */
  readonly side: Side | null;
  readonly onChoose: (side: Side) => void;
}

function DifferenceRow({ difference, side, onChoose }: DifferenceRowProps) {
  const t = useT();
  const id = useId();
  const { field } = difference;
  const label = t(field.label);
  const tag = TAGS[difference.changedBy];
  return (
    <tr data-open={side === null || undefined}>
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
        <td key={one} data-title={t(`form.${one}`)} data-chosen={side === one || undefined}>
          <label className={styles.side}>
            <input
              type="radio"
              name={id}
              checked={side === one}
              aria-label={`${label}: ${t(`form.${one}`)}`}
              onChange={() => onChoose(one)}
            />
            <span>
              <WithoutRetry value>
                <FieldValue field={field} value={difference[one]} />
              </WithoutRetry>
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}
