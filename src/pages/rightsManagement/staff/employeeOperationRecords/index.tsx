import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { archivedText, listWith, type RecordRow } from './list';

const OperationDrawer = lazy(() => import('./OperationDrawer').then((module) => ({ default: module.OperationDrawer })));
const ChainDialog = lazy(() => import('./ChainDialog').then((module) => ({ default: module.ChainDialog })));

/** Cache time of modules and actions in milliseconds. Their names change only with a new version of the server. */
const FRESH_MS = 60 * 60_000;
const nameOf = (row: RecordRow) => `${row.actionText} ${row.objectNo ?? ''}`.trim();

/** Shows the operation records (员工操作记录, DOMAIN §3.11): who did what. */
export default function OperationRecordsPage() {
  // Load the choices before the filters read the query string. The filters drop values that are not among the choices.
  const choices = useData('rights.Record/getChoices', {}, { staleTime: FRESH_MS });
  if (choices.data) return <Records choices={choices.data} />;
  return (
    <>
      <PageHeader title="menu.operationRecords" />
      <QueryBoundary query={choices} minHeight={480}>
        {() => null}
      </QueryBoundary>
    </>
  );
}

function Records({ choices }: { readonly choices: Data<'rights.Record/getChoices'> }) {
  const t = useT();
  const list = useMemo(() => listWith(choices), [choices]);
  const [isChainOpen, setChainOpen] = useState(false);
  return (
    <>
      <ListPage<'rights.Record/getList'>
        {...list}
        name="record"
        title="menu.operationRecords"
        rowName={nameOf}
        primary={
          <PageAction
            label="record.chain"
            icon={<SafetyCertificateOutlined aria-hidden />}
            run={() => setChainOpen(true)}
          />
        }
        note={({ fromDay, toDay, archived }, values) => {
          const time =
            values.requestId === undefined ? t('record.days', { from: fromDay, to: toDay }) : t('record.allTimes');
          return [time, archivedText(archived, t)].filter(Boolean).join(' · ');
        }}
        empty={{ text: 'record.empty' }}
        detail={(context) => (
          <Suspense fallback={null}>
            <OperationDrawer context={context} />
          </Suspense>
        )}
      />
      {isChainOpen ? (
        <Suspense fallback={null}>
          <ChainDialog onClose={() => setChainOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
