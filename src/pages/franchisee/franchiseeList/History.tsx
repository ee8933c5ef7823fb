import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { EmptyState } from '@/ui/EmptyState';
import { Pages } from '@/ui/Pages';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

const ROWS = 20;

/** Lists the recorded changes to a franchisee, newest first. They include changes by the system at the start or end of a contract. */
export function History({ id }: { readonly id: number }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const query = useData('franchise.Franchisee/getHistory', { id, page, limit: ROWS }, { keepPrevious: true });
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('franchisee.noHistory')} />}
    >
      {({ list, total }) => (
        <>
          <SmallTable
            label={t('franchisee.tabHistory')}
            heads={[
              t('franchisee.at'),
              t('franchisee.historyAction'),
              t('franchisee.historyBy'),
              t('franchisee.historyChanges'),
            ]}
            rows={list.map(({ id: recordId, at, actionText, byName, reason, changes }) => ({
              key: recordId,
              cells: [
                <TimeText key="at" at={at} mode="full" />,
                actionText,
                byName || '—',
                <ul key="changes" className={styles.changes}>
                  {changes.map(({ field, label, before, after }) => (
                    <li key={field}>{t('franchisee.change', { label, before: before || '—', after: after || '—' })}</li>
                  ))}
                  {reason ? <li>{t('franchisee.changeReason', { reason })}</li> : null}
                </ul>,
              ],
            }))}
          />
          <Pages page={page} more={page * ROWS < total} onPage={setPage} />
        </>
      )}
    </QueryBoundary>
  );
}
