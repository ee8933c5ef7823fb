import { exportLifecycle } from '@contract/exportTask.states';
import { createContext, use, useEffect } from 'react';
import { type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { CutText } from '@/ui/CutText';
import { Figure } from '@/ui/Figure';
import type { Column } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import type { ExportRow } from './actions';
import styles from './index.css';

/** Progress of a queued or running export. It is newer than the row of the list. */
export type Live = Pick<ExportRow, 'id' | 'state' | 'percent' | 'rowsDone' | 'rowsTotal'>;
interface Eye {
  /** Queued and running exports by id. `null` until the progress is loaded. */
  readonly running: ReadonlyMap<number, Live> | null;
  /** Called when an export that the list shows as queued or running has ended. The list must then be reloaded. */
  readonly hasEnded: () => void;
}
export const LiveProgress = createContext<Eye>({ running: null, hasEnded: () => undefined });

const KILO = 1024;
/** Formats a file size, for example `1.4 MB`. */
export function sizeText(bytes: number | null, locale: Parameters<typeof formatFigure>[2]): string {
  if (bytes === null) return '—';
  if (bytes < KILO) return `${formatFigure(bytes, 'count', locale)} B`;
  if (bytes < KILO * KILO) return `${formatFigure(bytes / KILO, 'decimal', locale)} KB`;
  return `${formatFigure(bytes / KILO / KILO, 'decimal', locale)} MB`;
}

export function filterLine(row: Pick<ExportRow, 'filterText'>, t: Translate): string {
  if (row.filterText.length === 0) return t('exportTask.noFilter');
  return row.filterText.map(({ label, value }) => `${label}${t('list.colon')}${value}`).join(' · ');
}

/** Shows the state of an export, the progress while the export runs, and the reason after a failure. */
export function Progress({ row }: { readonly row: ExportRow }) {
  const t = useT();
  const locale = useLocale();
  const { running, hasEnded } = use(LiveProgress);
  const live = running?.get(row.id);
  const isLate = (row.state === 'queued' || row.state === 'running') && running !== null && live === undefined;
  useEffect(() => {
    if (isLate) hasEnded();
  }, [isLate, hasEnded]);
  const { state, percent, rowsDone, rowsTotal } = live ?? row;
  const text = live ? t(exportLifecycle.states[live.state].text) : row.stateText;
  const number = (value: number) => formatFigure(value, 'count', locale);
  return (
    <span className={styles.progress} title={row.reason ?? undefined}>
      <StatusTag tone={exportLifecycle.states[state].tone} text={text} />
      {state === 'running' ? (
        <>
          <progress max={100} value={percent} aria-label={t('exportTask.progressOf', { no: row.no })} />
          <small>
            {formatFigure(percent, 'count', locale)}%
            {rowsTotal === null ? null : ` · ${number(rowsDone)} / ${number(rowsTotal)}`}
          </small>
        </>
      ) : null}
      {state === 'failed' && row.reason ? <small className={styles.reason}>{row.reason}</small> : null}
    </span>
  );
}

function Size({ bytes }: { readonly bytes: number | null }) {
  return sizeText(bytes, useLocale());
}

/** Columns of the export list (DOMAIN §3.14). */
export const COLUMNS: readonly Column<ExportRow>[] = [
  { key: 'no', title: 'exportTask.no', opens: true, width: 190, render: (row) => <code>{row.no}</code> },
  { key: 'module', title: 'exportTask.module', card: 'fact', render: (row) => row.moduleText },
  { key: 'state', title: 'exportTask.state', render: (row) => <Progress row={row} /> },
  {
    key: 'filter',
    title: 'exportTask.filter',
    width: 220,
    render: (row, t) => <CutText text={filterLine(row, t)} most={220} />,
  },
  {
    key: 'columns',
    hidden: true,
    title: 'exportTask.columnCount',
    align: 'end',
    render: (row, t) => <span title={row.columnTexts.join(t('list.separator'))}>{row.columnTexts.length}</span>,
  },
  { key: 'rows', title: 'exportTask.rowCount', align: 'end', render: (row) => <Figure value={row.rowsTotal} /> },
  {
    key: 'format',
    title: 'exportTask.format',
    render: (row, t) => (
      <span>
        {row.format.toUpperCase()}
        {row.unmasked ? <small className={styles.mark}>{t('exportTask.isUnmasked')}</small> : null}
      </span>
    ),
  },
  { key: 'size', title: 'exportTask.size', align: 'end', render: (row) => <Size bytes={row.size} /> },
  { key: 'requester', title: 'exportTask.requester', render: (row) => row.requesterName },
  {
    key: 'createdAt',
    title: 'exportTask.createdAt',
    sort: true,
    card: 'fact',
    render: (row) => <TimeText at={row.createdAt} />,
  },
  {
    key: 'finishedAt',
    title: 'exportTask.finishedAt',
    sort: true,
    hidden: true,
    render: (row) => <TimeText at={row.finishedAt} />,
  },
  {
    key: 'expireAt',
    title: 'exportTask.expireAt',
    sort: true,
    render: (row) => <TimeText at={row.expireAt} mode="day" />,
  },
  {
    key: 'downloads',
    hidden: true,
    title: 'exportTask.downloads',
    align: 'end',
    render: (row) => <Figure value={row.downloads} />,
  },
];
