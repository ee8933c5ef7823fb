import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { RowActions } from '@/ui/actions/RowActions';
import { CopyText } from '@/ui/CopyText';
import { DataTable } from '@/ui/DataTable';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { Column, DetailContext } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './health.css';
import { type ProblemRow, STATE_TONE } from './problem';

type Detail = Data<'site.Monitor/getProblem'>;
type Call = Detail['calls'][number] & { readonly id: number };

/** Shows a reported problem in a drawer: its text, page and environment, the last calls, the masked screenshot. */
export function ProblemDrawer({ id, close, actions, start }: DetailContext<ProblemRow>) {
  const t = useT();
  // The query parameter `tab` belongs to the page, so the tab of the drawer is local state.
  const [tab, setTab] = useState('report');
  const query = useData('site.Monitor/getProblem', { id }, { staleTime: 0 });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={() => t('health.problemNo', { id })}
      beside={(problem) => <StatusTag tone={STATE_TONE[problem.state]} text={problem.stateText} />}
      actions={(problem) => (
        <RowActions row={problem} name={t('health.problemNo', { id })} actions={actions} start={start} />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(problem) => [
        { key: 'report', label: t('health.tabReport'), content: () => <Report problem={problem} /> },
        { key: 'calls', label: t('health.tabCalls'), content: () => <Calls problem={problem} /> },
      ]}
    />
  );
}

function Report({ problem }: { readonly problem: Detail }) {
  const t = useT();
  return (
    <>
      <p className={styles.words}>{problem.content}</p>
      <Facts
        items={[
          { key: 'reporter', label: t('health.reporter'), value: problem.accountName },
          { key: 'at', label: t('health.reportedAt'), value: <TimeText at={problem.createdAt} mode="full" /> },
          { key: 'page', label: t('health.page'), value: problem.pageText },
          { key: 'address', label: t('health.pageAddress'), value: <code>{problem.page}</code> },
          { key: 'browser', label: t('health.browser'), value: problem.device },
          { key: 'screen', label: t('health.screen'), value: problem.screen },
          { key: 'language', label: t('health.language'), value: problem.locale },
          {
            key: 'contracts',
            label: t('health.contracts'),
            value: `${problem.contract} / ${problem.serverContract}`,
          },
          { key: 'handledBy', label: t('health.handledBy'), value: problem.handledByName },
          { key: 'note', label: t('health.note'), value: problem.note },
        ]}
      />
      <h3 className={styles.heading}>{t('health.picture')}</h3>
      {problem.picture ? (
        <a href={serverAddress(problem.picture)} target="_blank" rel="noreferrer">
          <img src={serverAddress(problem.picture)} alt={t('health.picture')} className={styles.picture} />
        </a>
      ) : (
        <p className={styles.nothing}>{t('health.noPicture')}</p>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Call>[] = [
  { key: 'address', title: 'health.address', render: (row) => <code>{row.address.replace('/api/', '')}</code> },
  { key: 'ending', title: 'health.ending', render: (row) => row.ending },
  { key: 'at', title: 'health.at', render: (row) => <TimeText at={row.at} mode="full" /> },
  {
    key: 'requestId',
    title: 'health.requestId',
    render: (row) => <CopyText text={row.requestId} />,
  },
];

function Calls({ problem }: { readonly problem: Detail }) {
  const t = useT();
  const rows = useMemo(() => problem.calls.map((one, index) => ({ ...one, id: index + 1 })), [problem.calls]);
  if (rows.length === 0) return <EmptyState text={t('health.noCallsAttached')} />;
  return (
    <DataTable<Call>
      label={t('health.tabCalls')}
      rows={rows}
      columns={COLUMNS}
      rowName={(row) => row.address}
      compact
    />
  );
}
