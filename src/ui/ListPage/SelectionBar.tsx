import { LIST_LIMITS } from '@contract/limits';
import { useT } from '@/app/i18n/i18n';
import { type Action, type ActionRow, bulkActionsOf } from '../actions/types';
import { Button } from '../Button';
import styles from './index.css';

/**
 * Renders the bar for the selected rows, with their number and the bulk actions. An action runs only with the rows that allow it. If only
 * some rows allow the action, its button shows their number. The button is disabled if no row allows the action, or if too many rows are
 * selected. It is also disabled if the action does not support all matching records and the user has selected all of them.
 */
export function SelectionBar<R extends ActionRow>({
  rows,
  actions,
  total,
  capped,
  isWholePage,
  isAll,
  onAll,
  onRun,
  onClear,
}: {
  readonly rows: readonly R[];
  readonly actions: readonly Action<R>[];
  /** Number of records that match the filter. If `capped` is true, there are more records. */
  readonly total: number;
  readonly capped: boolean;
  readonly isWholePage: boolean;
  /** `true` when all matching records are selected, not only the loaded rows. */
  readonly isAll: boolean;
  readonly onAll: () => void;
  readonly onRun: (action: Action<R>, rows: readonly R[]) => void;
  readonly onClear: () => void;
}) {
  const t = useT();
  if (rows.length === 0) return null;
  const most = LIST_LIMITS.bulkByFilter;
  const tooManyMatch = capped || total > most;
  const tooMany = !isAll && rows.length > LIST_LIMITS.bulk;
  const reason = ({ bulk }: Action<R>, able: number): string | undefined => {
    if (tooMany) return t('list.tooMany', { n: LIST_LIMITS.bulk });
    // The page does not know which actions unloaded rows allow, so the server decides for each record.
    if (isAll) return bulk?.byFilter ? undefined : t('list.onlyChosen');
    return able === 0 ? t('list.noneAble') : undefined;
  };
  const labelOf = ({ label }: Action<R>, able: number): string =>
    isAll || able === 0 || able === rows.length
      ? t(label)
      : t('list.ableOf', { action: t(label), able, chosen: rows.length });
  const offersAll = isWholePage && !isAll && total > rows.length && actions.some(({ bulk }) => bulk?.byFilter);
  return (
    <section className={styles.bar} aria-label={t('list.selection')}>
      <span role="status">{isAll ? t('list.allSelected', { n: total }) : t('list.selected', { n: rows.length })}</span>
      {offersAll ? (
        tooManyMatch ? (
          <span className={styles.hint}>{t('list.tooManyMatching', { n: most })}</span>
        ) : (
          <button type="button" className={styles.plain} onClick={onAll}>
            {t('list.selectMatching', { n: total })}
          </button>
        )
      ) : null}
      {bulkActionsOf(actions, rows).map(({ action, able }) => {
        const why = reason(action, able.length);
        return (
          <Button
            key={action.key}
            size="small"
            icon={action.icon}
            danger={action.danger ?? false}
            aria-disabled={why !== undefined}
            title={why}
            className={why === undefined ? undefined : styles.off}
            onClick={() => why === undefined && onRun(action, isAll ? rows : able)}
          >
            {labelOf(action, able.length)}
          </Button>
        );
      })}
      <button type="button" className={styles.plain} onClick={onClear}>
        {t('list.clearSelection')}
      </button>
    </section>
  );
}
