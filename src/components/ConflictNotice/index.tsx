import { useState } from 'react';
import { Button } from '../Button';
import type { Conflict } from '../calls/call';
import { useSay } from '../say';
import { TimeText } from '../TimeText';
import styles from './index.css';

/** One field that two people see differently. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface ConflictNoticeProps {
  readonly conflict: Conflict;
  /** Fields whose values differ; none: the difference cannot be shown field by field. */
  readonly differences: readonly Difference[];
  /** Takes their values and drops mine. */
  readonly onReload: () => void;
  /** Sends mine on top of their version. */
  readonly onKeepMine?: () => void;
}

/** "Changed by someone else": who and when, and the choice between reloading and seeing the differences (DOMAIN §0.3). */
export function ConflictNotice({ conflict, differences, onReload, onKeepMine }: ConflictNoticeProps) {
  const say = useSay();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.notice} role="alert">
      <p>
        <strong>{say('form.conflict')}</strong>{' '}
        {conflict.changedBy ? say('form.conflictBy', { name: conflict.changedBy }) : ''}{' '}
        {conflict.changedAt ? <TimeText at={conflict.changedAt} /> : null}
      </p>
      <p>{say('form.conflictKept')}</p>
      <div className={styles.buttons}>
        <Button onClick={onReload}>{say('common.reload')}</Button>
        {shown ? null : <Button onClick={() => setShown(true)}>{say('form.showDifferences')}</Button>}
        {shown && onKeepMine ? (
          <Button type="primary" onClick={onKeepMine}>
            {say('form.keepMine')}
          </Button>
        ) : null}
      </div>
      {shown && differences.length === 0 ? <p>{say('form.noDifferences')}</p> : null}
      {shown && differences.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('form.field')}</th>
              <th scope="col">{say('form.mine')}</th>
              <th scope="col">{say('form.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <tr key={difference.name}>
                <th scope="row">{difference.label}</th>
                <td>{difference.mine}</td>
                <td>{difference.theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}
