import { writeDay } from '@contract/dates';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { takeBack } from '@/app/undo';
import { Button } from '@/ui/Button';
import { PromptHost } from '@/ui/calls/PromptHost';
import { EmptyState } from '@/ui/EmptyState';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { TimeText } from '@/ui/TimeText';
import styles from './drafts.css';

/** Lists the user's latest actions within the last 24 hours. Actions that can be undone have a button. */
export default function UndoPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const query = useData('common.Undo/getList', {}, { staleTime: 0 });
  const [running, setRunning] = useState<number | null>(null);
  const run = async (undoId: number) => {
    setRunning(undoId);
    await takeBack(undoId).finally(() => setRunning(null));
  };
  return (
    <Drawer open size="min(480px, 100vw)" title={t('undo.mine')} onClose={onClose}>
      <p className={styles.note}>{t('undo.intro')}</p>
      <QueryBoundary
        query={query}
        minHeight={240}
        isEmpty={({ list }) => list.length === 0}
        empty={<EmptyState text={t('undo.none')} />}
      >
        {({ list }) => (
          <ul className={styles.list}>
            {list.map(({ id, at, actionText, objectText, objectNo, count, left, undoId, until, why }) => (
              <li key={id} className={styles.item}>
                <span className={styles.name}>
                  {actionText}
                  <span className={styles.place}>
                    {objectText} {writeDay(objectNo ?? '', locale)} · <TimeText at={at} />
                  </span>
                  {count > 1 ? (
                    <span className={styles.place}>
                      {undoId === null || left === count
                        ? t('undo.several', { count })
                        : t('undo.some', { count, left })}
                    </span>
                  ) : null}
                  {why ? <span className={styles.place}>{why}</span> : null}
                </span>
                {undoId === null ? null : (
                  <span className={styles.act}>
                    {until ? (
                      <span className={styles.place}>
                        {t('undo.until')} <TimeText at={until} mode="clock" />
                      </span>
                    ) : null}
                    <Button
                      size="small"
                      loading={running === undoId}
                      disabled={running !== null}
                      aria-label={t('undo.undoNamed', {
                        name: `${actionText} ${writeDay(objectNo ?? '', locale)}`.trim(),
                      })}
                      onClick={() => void run(undoId)}
                    >
                      {t('undo.undo')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <PromptHost />
    </Drawer>
  );
}
