import { LIST_LIMITS } from '@contract/limits';
import { type Action, type ActionRow, bulkActionsOf } from '../actions/types';
import { Button } from '../Button';
import { useSay } from '../say';
import styles from './index.css';

/** One bar for the chosen rows: how many, and what can be done with them. An action that none of them may take says so. */
export function SelectionBar<R extends ActionRow>({
  rows,
  actions,
  onRun,
  onClear,
}: {
  readonly rows: readonly R[];
  readonly actions: readonly Action<R>[];
  readonly onRun: (action: Action<R>, rows: readonly R[]) => void;
  readonly onClear: () => void;
}) {
  const say = useSay();
  if (rows.length === 0) return null;
  const tooMany = rows.length > LIST_LIMITS.bulk;
  return (
    <section className={styles.bar} aria-label={say('list.selection')}>
      <span role="status">{say('list.selected', { n: rows.length })}</span>
      {bulkActionsOf(actions, rows).map(({ action, able }) => {
        const why = tooMany
          ? say('list.tooMany', { n: LIST_LIMITS.bulk })
          : able === 0
            ? say('list.noneAble')
            : undefined;
        return (
          <Button
            key={action.key}
            size="small"
            icon={action.icon}
            danger={action.danger ?? false}
            aria-disabled={why !== undefined}
            title={why}
            className={why === undefined ? undefined : styles.off}
            onClick={() => why === undefined && onRun(action, rows)}
          >
            {say(action.label)}
          </Button>
        );
      })}
      <button type="button" className={styles.plain} onClick={onClear}>
        {say('list.clearSelection')}
      </button>
    </section>
  );
}
