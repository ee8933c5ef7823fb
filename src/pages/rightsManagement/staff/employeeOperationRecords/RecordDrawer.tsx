import type { Data } from '@contract/index';
import { useState } from 'react';
import { useSay } from '@/app/i18n/translate';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Region } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { ObjectText, type RecordRow, Result } from './columns';
import { fieldName } from './fields';
import styles from './index.css';

type Detail = Data<'rights.Record/getDetail'>;
const PAGE = 20;

/** One record: who, what, what changed field by field, its link; and everything else about the same object. */
export function RecordDrawer({ id, tab, setTab, close }: DetailContext<RecordRow>) {
  const say = useSay();
  const query = useData('rights.Record/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(record) => `${record.actionText} · ${record.accountName}`}
      beside={(record) => <Result row={record} say={say} />}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(record) => [
        { key: 'record', label: say('record.tabRecord'), content: () => <Whole record={record} /> },
        { key: 'history', label: say('record.tabHistory'), content: () => <History record={record} /> },
      ]}
    />
  );
}

function Whole({ record }: { readonly record: Detail }) {
  const say = useSay();
  const { link } = record;
  return (
    <>
      <Facts
        items={[
          { key: 'at', label: say('record.at'), value: <TimeText at={record.at} mode="full" /> },
          {
            key: 'account',
            label: say('record.account'),
            value: `${record.accountName}${record.account && record.account !== record.accountName ? ` (${record.account})` : ''}`,
          },
          { key: 'identity', label: say('record.identity'), value: record.identityText },
          { key: 'module', label: say('record.module'), value: record.moduleText },
          { key: 'object', label: say('record.object'), value: <ObjectText row={record} say={say} /> },
          {
            key: 'result',
            label: say('record.result'),
            value: `${record.resultText} (${say('record.code', { code: record.resultCode })})`,
          },
          { key: 'reason', label: say('record.reason'), value: record.reason },
        ]}
      />
      <h3 className={styles.title}>{say('record.changes')}</h3>
      {record.changes.length === 0 ? (
        <p className={styles.nothing}>{say('record.noChanges')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[say('record.field'), say('record.before'), say('record.after')]}
          rows={record.changes.map((change) => ({
            key: change.path,
            cells: [
              <span key="field" title={change.path}>
                {fieldName(change, say)}
              </span>,
              change.before === null ? '—' : <del key="before">{change.before}</del>,
              change.after === null ? '—' : <ins key="after">{change.after}</ins>,
            ],
          }))}
        />
      )}
      <div className={styles.head}>
        <Facts
          items={[
            {
              key: 'ip',
              label: say('record.ip'),
              value: `${record.ip}${record.ipPlace ? ` (${record.ipPlace})` : ''}`,
            },
            { key: 'device', label: say('record.device'), value: record.device },
            { key: 'ua', label: say('record.userAgent'), value: record.userAgent },
            { key: 'request', label: say('record.requestId'), value: <CopyText text={record.requestId} /> },
            { key: 'cost', label: say('record.cost'), value: `${record.costMs} ${say('record.ms')}` },
            {
              key: 'link',
              label: say('record.link'),
              value: link ? say('record.linkAt', { position: link.position }) : say('record.linkWaiting'),
            },
            ...(link ? [{ key: 'hash', label: say('record.hash'), value: <CopyText text={link.hash} /> }] : []),
          ]}
        />
      </div>
      {record.raw === null ? null : (
        <details className={styles.raw}>
          <summary>{say('record.raw')}</summary>
          <pre>{record.raw}</pre>
        </details>
      )}
    </>
  );
}

function History({ record }: { readonly record: Detail }) {
  const say = useSay();
  const [page, setPage] = useState(1);
  const query = useData('rights.Record/getObjectHistory', { id: record.id, page, limit: PAGE }, { keepPrevious: true });
  return (
    <Region
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={say('record.noChanges')} />}
    >
      {({ list, total }) => (
        <>
          <ol className={styles.history}>
            {list.map((row) => (
              <li key={row.id} aria-current={row.id === record.id || undefined}>
                <strong>{row.actionText}</strong> <Result row={row} say={say} />
                <p>
                  {row.accountName} · <TimeText at={row.at} />
                  {row.reason ? ` · ${row.reason}` : null}
                </p>
                {row.changes.map((change) => (
                  <p key={change.path}>
                    {fieldName(change, say)}
                    {say('list.colon')}
                    {change.before ?? '—'} → {change.after ?? '—'}
                  </p>
                ))}
              </li>
            ))}
          </ol>
          {total > PAGE ? (
            <div className={styles.pages}>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                {say('record.newer')}
              </Button>
              <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
                {say('record.older')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Region>
  );
}
