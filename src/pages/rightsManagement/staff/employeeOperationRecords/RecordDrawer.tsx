import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { ObjectText, type RecordRow, Result } from './columns';
import { fieldName } from './fields';
import styles from './index.css';

type Detail = Data<'rights.Record/getDetail'>;
const PAGE = 20;

/** One record: who, what, what changed field by field, its link; and everything else about the same object. */
export function RecordDrawer({ id, tab, setTab, close }: DetailContext<RecordRow>) {
  const t = useT();
  const query = useData('rights.Record/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(record) => `${record.actionText} · ${record.accountName}`}
      beside={(record) => <Result row={record} t={t} />}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(record) => [
        { key: 'record', label: t('record.tabRecord'), content: () => <Whole record={record} /> },
        { key: 'history', label: t('record.tabHistory'), content: () => <History record={record} /> },
      ]}
    />
  );
}

function Whole({ record }: { readonly record: Detail }) {
  const t = useT();
  const { link } = record;
  return (
    <>
      <Facts
        items={[
          { key: 'at', label: t('record.at'), value: <TimeText at={record.at} mode="full" /> },
          {
            key: 'account',
            label: t('record.account'),
            value: `${record.accountName}${record.account && record.account !== record.accountName ? ` (${record.account})` : ''}`,
          },
          { key: 'identity', label: t('record.identity'), value: record.identityText },
          { key: 'module', label: t('record.module'), value: record.moduleText },
          { key: 'object', label: t('record.object'), value: <ObjectText row={record} t={t} /> },
          {
            key: 'result',
            label: t('record.result'),
            value: `${record.resultText} (${t('record.code', { code: record.resultCode })})`,
          },
          { key: 'reason', label: t('record.reason'), value: record.reason },
        ]}
      />
      <h3 className={styles.title}>{t('record.changes')}</h3>
      {record.changes.length === 0 ? (
        <p className={styles.nothing}>{t('record.noChanges')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[t('record.field'), t('record.before'), t('record.after')]}
          rows={record.changes.map((change) => ({
            key: change.path,
            cells: [
              <span key="field" title={change.path}>
                {fieldName(change, t)}
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
              label: t('record.ip'),
              value: `${record.ip}${record.ipPlace ? ` (${record.ipPlace})` : ''}`,
            },
            { key: 'device', label: t('record.device'), value: record.device },
            { key: 'ua', label: t('record.userAgent'), value: record.userAgent },
            { key: 'request', label: t('record.requestId'), value: <CopyText text={record.requestId} /> },
            { key: 'cost', label: t('record.cost'), value: `${record.costMs} ${t('record.ms')}` },
            {
              key: 'link',
              label: t('record.link'),
              value: link ? t('record.linkAt', { position: link.position }) : t('record.linkWaiting'),
            },
            ...(link ? [{ key: 'hash', label: t('record.hash'), value: <CopyText text={link.hash} /> }] : []),
          ]}
        />
      </div>
      {record.raw === null ? null : (
        <details className={styles.raw}>
          <summary>{t('record.raw')}</summary>
          <pre>{record.raw}</pre>
        </details>
      )}
    </>
  );
}

function History({ record }: { readonly record: Detail }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const query = useData('rights.Record/getObjectHistory', { id: record.id, page, limit: PAGE }, { keepPrevious: true });
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('record.noChanges')} />}
    >
      {({ list, total }) => (
        <>
          <ol className={styles.history}>
            {list.map((row) => (
              <li key={row.id} aria-current={row.id === record.id || undefined}>
                <strong>{row.actionText}</strong> <Result row={row} t={t} />
                <p>
                  {row.accountName} · <TimeText at={row.at} />
                  {row.reason ? ` · ${row.reason}` : null}
                </p>
                {row.changes.map((change) => (
                  <p key={change.path}>
                    {fieldName(change, t)}
                    {t('list.colon')}
                    {change.before ?? '—'} → {change.after ?? '—'}
                  </p>
                ))}
              </li>
            ))}
          </ol>
          {total > PAGE ? (
            <div className={styles.pages}>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('record.newer')}
              </Button>
              <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
                {t('record.older')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}
