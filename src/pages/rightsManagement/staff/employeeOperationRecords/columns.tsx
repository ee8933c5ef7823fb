import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import type { Translate } from '@/app/i18n/i18n';
import type { Column } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { fieldName } from './fields';
import styles from './index.css';

export type RecordRow = Data<'rights.Record/getList'>['list'][number];

const TONES = { success: 'good', refused: 'bad', failed: 'attention' } as const;

/** How a recorded call ended, in a word; the sentence that was said stands beside it. */
export function Result({ row, t }: { readonly row: RecordRow; readonly t: Translate }) {
  return (
    <span title={row.resultText}>
      <StatusTag tone={TONES[row.result]} text={t(`record.${row.result}`)} />
      {row.result === 'success' ? null : <small className={styles.code}>{row.resultCode}</small>}
    </span>
  );
}

/** The object, as a link where its page is open to the reader. */
export function ObjectText({ row, t }: { readonly row: RecordRow; readonly t: Translate }) {
  const name = row.objectNo ?? (row.objectId === null ? '' : String(row.objectId));
  return (
    <span className={styles.object}>
      {row.objectTypeText}{' '}
      {row.objectPath ? (
        <Link to={row.objectPath} aria-label={t('record.open', { object: `${row.objectTypeText} ${name}` })}>
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}

/** Columns of the operation records (DOMAIN §3.11). */
export const COLUMNS: readonly Column<RecordRow>[] = [
  {
    key: 'action',
    title: 'record.action',
    opens: true,
    width: 200,
    render: (row) => row.actionText,
  },
  { key: 'at', title: 'record.at', sort: true, render: (row) => <TimeText at={row.at} /> },
  {
    key: 'account',
    title: 'record.account',
    render: (row) => (
      <span>
        {row.accountName}
        {row.account && row.account !== row.accountName ? <small className={styles.beside}>{row.account}</small> : null}
      </span>
    ),
  },
  { key: 'identity', title: 'record.identity', render: (row) => row.identityText || '—' },
  { key: 'module', title: 'record.module', render: (row) => row.moduleText },
  { key: 'object', title: 'record.object', render: (row, t) => <ObjectText row={row} t={t} /> },
  { key: 'result', title: 'record.result', render: (row, t) => <Result row={row} t={t} /> },
  {
    key: 'marks',
    title: 'record.marks',
    render: (row, t) => (
      <span className={styles.marks}>
        {row.money ? <small>{t('record.isMoney')}</small> : null}
        {row.reveals ? <small>{t('record.isReveal')}</small> : null}
        {row.outOfHours ? <small>{t('record.isOutOfHours')}</small> : null}
        {row.money || row.reveals || row.outOfHours ? null : '—'}
      </span>
    ),
  },
  {
    key: 'changes',
    title: 'record.changes',
    width: 260,
    render: (row, t) =>
      row.changeCount === 0 ? (
        '—'
      ) : (
        <span
          className={styles.changes}
          title={row.changes
            .map((change) => `${fieldName(change, t)}: ${change.before ?? '—'} → ${change.after ?? '—'}`)
            .join('\n')}
        >
          {row.changes.map((change) => fieldName(change, t)).join(t('list.separator'))}
          {row.changeCount > row.changes.length ? ` ${t('record.andMore', { n: row.changeCount })}` : null}
        </span>
      ),
  },
  { key: 'reason', title: 'record.reason', render: (row) => row.reason ?? '—' },
  {
    key: 'ip',
    title: 'record.ip',
    render: (row) => (
      <span>
        <code>{row.ip}</code>
        {row.ipPlace ? <small className={styles.beside}>{row.ipPlace}</small> : null}
      </span>
    ),
  },
  { key: 'device', title: 'record.device', render: (row) => row.device || '—' },
  { key: 'requestId', title: 'record.requestId', hidden: true, render: (row) => <code>{row.requestId}</code> },
  { key: 'cost', title: 'record.cost', unit: 'record.ms', align: 'end', hidden: true, render: (row) => row.costMs },
];
