import type { Data } from '@contract/index';
import { RECORD } from '@contract/record.fields';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Pages } from '@/ui/Pages';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { archivedText, changeText, fieldName, ObjectText, type RecordRow, Result } from './list';

type Detail = Data<'rights.Record/getDetail'>;
const PAGE = 20;

/** Shows a record in a drawer: its facts, the changes of each field, its position and hash in the hash chain, and the object's history. */
export function OperationDrawer({ context }: { readonly context: DetailContext<RecordRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="rights.Record/getDetail"
      context={context}
      name={(record) => record.actionText}
      title={(record) => `${record.actionText} · ${record.accountName}`}
      beside={(record) => <Result row={record} t={t} />}
      tabs={(record) => [
        { key: 'record', label: t('record.tabRecord'), content: () => <Whole record={record} /> },
        { key: 'history', label: t('record.tabHistory'), content: () => <History record={record} /> },
      ]}
    />
  );
}

/** Formats a text with a note, for example `Lin Fang (lin)`. */
const withNote = (text: string, note: string | null) => (note && note !== text ? `${text} (${note})` : text);

function Whole({ record }: { readonly record: Detail }) {
  const t = useT();
  const { link } = record;
  const items = facts(RECORD, record, t, {
    account: withNote(record.accountName, record.account),
    object: <ObjectText row={record} t={t} />,
    result: withNote(record.resultText, t('record.code', { code: record.resultCode })),
    ip: withNote(record.ip, record.ipPlace),
    costMs: `${record.costMs} ${t('record.ms')}`,
  });
  // The facts from `ip` to the end describe the origin. They are shown after the changes.
  const origin = items.findIndex(({ key }) => key === 'ip');
  return (
    <>
      <Facts items={items.slice(0, origin)} />
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
            ...items.slice(origin),
            {
              key: 'link',
              label: t('record.chain'),
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
      isEmpty={({ list, summary }) => list.length === 0 && summary.archived.length === 0}
      empty={<EmptyState text={t('record.noChanges')} />}
    >
      {({ list, total, summary: { archived } }) => (
        <>
          {archived.length === 0 ? null : <p className={styles.nothing}>{archivedText(archived, t)}</p>}
          <ol className={styles.history}>
            {list.map((row) => (
              <li key={row.id} aria-current={row.id === record.id || undefined}>
                <strong>{row.actionText}</strong> <Result row={row} t={t} />
                <p>
                  {row.accountName} · <TimeText at={row.at} />
                  {row.reason ? ` · ${row.reason}` : null}
                </p>
                {row.changes.map((change) => (
                  <p key={change.path}>{changeText(change, t)}</p>
                ))}
              </li>
            ))}
          </ol>
          <Pages page={page} more={page * PAGE < total} onPage={setPage} />
        </>
      )}
    </QueryBoundary>
  );
}
