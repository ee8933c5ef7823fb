import { ReloadOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@contract/units';
import { Link } from '@umijs/max';
import { Fragment, type ReactNode, useId } from 'react';
import { type Label, type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import type { Column } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { clockText } from '@/ui/TimeText/format';
import styles from './health.css';

type State = Data<'site.Health/getHealth'>;
type Check = State['checks'][number];
type Level = Check['state'];

const LEVEL_TONE = { good: 'good', attention: 'attention', bad: 'bad' } as const satisfies Record<Level, Tone>;

/** Formats a duration in a suitable unit: `350 ms`, `12 s`, `5 min`, `6 h`. */
function durationText(ms: number, t: Translate): string {
  if (ms < SECOND_MS) return t('health.ms', { n: Math.round(ms) });
  if (ms < 2 * MINUTE_MS) return t('health.seconds', { n: Math.round(ms / 100) / 10 });
  if (ms < 2 * HOUR_MS) return t('health.minutes', { n: Math.round(ms / MINUTE_MS) });
  return t('health.hours', { n: Math.round(ms / HOUR_MS) });
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value)} ${UNITS[power]}`;
}

/** Shows the system health (系统状态): checks with their fixes, backups, background jobs, slow endpoints, and the database. */
export function Health() {
  const t = useT();
  const { timeZone } = usePlatform();
  const query = useData('site.Health/getHealth', {}, { staleTime: 0 });
  return (
    <>
      <div className={styles.head}>
        <span className={styles.asOf}>
          {query.data ? t('list.asOf', { time: clockText(query.data.asOf, timeZone) }) : ''}
        </span>
        <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={() => query.refetch()}>
          {t('health.refresh')}
        </Button>
      </div>
      <QueryBoundary query={query} minHeight={640}>
        {(state) => <Whole state={state} refresh={() => query.refetch()} />}
      </QueryBoundary>
    </>
  );
}

function Whole({ state, refresh }: { readonly state: State; readonly refresh: () => void }) {
  const { jobs, addresses, backups, tables, database, disk } = state;
  const t = useT();
  const locale = useLocale();
  const count = (n: number) => formatFigure(n, 'count', locale);
  return (
    <div className={styles.blocks}>
      <Checks checks={state.checks} />
      <Block title="health.backups">
        <Rows
          label="health.backups"
          rows={backups}
          columns={BACKUP_COLUMNS}
          name={(row) => row.kindText}
          empty="health.noBackups"
        />
      </Block>
      <Block title="health.jobs">
        <Rows label="health.jobs" rows={jobs.map(numbered)} columns={JOB_COLUMNS} name={(row) => row.text} />
      </Block>
      <Block title="health.addresses">
        <Rows
          label="health.addresses"
          rows={addresses.map(numbered)}
          columns={ADDRESS_COLUMNS}
          name={(row) => row.address}
          empty="health.noCalls"
          action={<Button onClick={refresh}>{t('health.refresh')}</Button>}
        />
      </Block>
      <Block title="health.database">
        <dl className={styles.figures}>
          <Figure label="health.databaseSize" value={sizeText(database.bytes)} />
          <Figure
            label="health.connections"
            value={t('health.ofMany', { n: count(database.connections), max: count(database.maxConnections) })}
          />
          {disk ? (
            <Figure
              label="health.diskFree"
              value={t('health.ofMany', { n: sizeText(disk.freeBytes), max: sizeText(disk.totalBytes) })}
            />
          ) : null}
          <Figure label="health.contract" value={state.contract} />
        </dl>
        <Rows label="health.tables" rows={tables.map(numbered)} columns={TABLE_COLUMNS} name={(row) => row.name} />
      </Block>
    </div>
  );
}

const numbered = <R,>(row: R, index: number): R & { readonly id: number } => ({ ...row, id: index + 1 });

function Block({ title, children }: { readonly title: Label; readonly children: ReactNode }) {
  const t = useT();
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {children}
    </section>
  );
}

interface RowsProps<R extends { readonly id: number }> {
  readonly label: Label;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly name: (row: R) => string;
  readonly empty?: Label;
  /** Element that the empty state offers as the next step, for example a button. */
  readonly action?: ReactNode;
}

function Rows<R extends { readonly id: number }>({ label, rows, columns, name, empty, action }: RowsProps<R>) {
  const t = useT();
  if (rows.length === 0 && empty) return <EmptyState text={t(empty)} action={action} />;
  return <DataTable<R> label={t(label)} rows={rows} columns={columns} rowName={name} compact />;
}

function Figure({ label, value }: { readonly label: Label; readonly value: string }) {
  const t = useT();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  const t = useT();
  const bad = checks.filter(({ state }) => state === 'bad').length;
  const attention = checks.filter(({ state }) => state === 'attention').length;
  const parts = [
    ...(bad > 0 ? [<StatusTag key="bad" tone="bad" text={t('health.someBad', { n: bad })} />] : []),
    ...(attention > 0
      ? [<StatusTag key="attention" tone="attention" text={t('health.someAttention', { n: attention })} />]
      : []),
  ];
  return (
    <Block title="health.checks">
      <p className={styles.summary} role="status">
        {parts.length > 0 ? parts : <StatusTag tone="good" text={t('health.allGood')} />}
      </p>
      <ul className={styles.checks}>
        {checks.map(({ key, state, title, detail, cure, link }) => (
          <li key={key} data-check={key}>
            <span className={styles.level}>
              <StatusTag tone={LEVEL_TONE[state]} text={t(`health.level_${state}`)} />
            </span>
            <span className={styles.name}>{title}</span>
            <span className={styles.detail}>
              {detail}
              {cure ? (
                <Fragment>
                  <br />
                  <span className={styles.cure}>
                    {cure} {link ? <Link to={link}>{t('health.open')}</Link> : null}
                  </span>
                </Fragment>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

const level = (row: { readonly state: Level }, t: Translate) => (
  <StatusTag tone={LEVEL_TONE[row.state]} text={t(`health.level_${row.state}`)} />
);

const JOB_COLUMNS: readonly Column<State['jobs'][number] & { id: number }>[] = [
  { key: 'text', title: 'health.job', width: 220, render: (row) => row.text },
  {
    key: 'state',
    title: 'health.state',
    render: (row, t) =>
      row.running && row.state === 'good' ? <StatusTag tone="working" text={t('health.running')} /> : level(row, t),
  },
  { key: 'every', title: 'health.every', align: 'end', render: (row, t) => durationText(row.everyMs, t) },
  { key: 'lastRun', title: 'health.lastRun', render: (row) => <TimeText at={row.endedAt ?? row.startedAt} /> },
  {
    key: 'took',
    title: 'health.took',
    align: 'end',
    render: (row, t) => (row.ms === null ? '—' : durationText(row.ms, t)),
  },
  { key: 'nextRun', title: 'health.nextRun', render: (row) => <TimeText at={row.running ? null : row.nextAt} /> },
  { key: 'failures', title: 'health.failures', align: 'end', render: (row) => row.failures },
  {
    key: 'error',
    title: 'health.lastError',
    render: (row) =>
      row.error === null ? (
        '—'
      ) : (
        <span className={styles.error}>
          {row.error} <TimeText at={row.failedAt} />
        </span>
      ),
  },
];

const ADDRESS_COLUMNS: readonly Column<State['addresses'][number] & { id: number }>[] = [
  { key: 'address', title: 'health.address', width: 320, render: (row) => <code>{row.address}</code> },
  { key: 'state', title: 'health.state', render: level },
  { key: 'calls', title: 'health.calls', align: 'end', render: (row) => <Count n={row.calls} /> },
  { key: 'failed', title: 'health.failed', align: 'end', render: (row) => <Count n={row.failed} /> },
  { key: 'p50', title: 'health.p50', align: 'end', render: (row, t) => durationText(row.p50Ms, t) },
  { key: 'p95', title: 'health.p95', align: 'end', render: (row, t) => durationText(row.p95Ms, t) },
];

const BACKUP_COLUMNS: readonly Column<State['backups'][number]>[] = [
  { key: 'kind', title: 'health.backupKind', render: (row) => row.kindText },
  { key: 'takenAt', title: 'health.takenAt', render: (row) => <TimeText at={row.takenAt} /> },
  { key: 'endedAt', title: 'health.lastRun', render: (row) => <TimeText at={row.endedAt} /> },
  { key: 'took', title: 'health.took', align: 'end', render: (row, t) => durationText(row.ms, t) },
  { key: 'size', title: 'health.size', align: 'end', render: (row) => sizeText(row.bytes) },
  { key: 'rows', title: 'health.rows', align: 'end', render: (row) => <Count n={row.rows} /> },
  { key: 'byWhom', title: 'health.byWhom', render: (row) => row.byWhom },
  { key: 'place', title: 'health.place', render: (row) => <code className={styles.error}>{row.path}</code> },
];

const TABLE_COLUMNS: readonly Column<State['tables'][number] & { id: number }>[] = [
  { key: 'name', title: 'health.table', width: 320, render: (row) => <code>{row.name}</code> },
  { key: 'size', title: 'health.size', align: 'end', render: (row) => sizeText(row.bytes) },
  { key: 'rows', title: 'health.rows', align: 'end', render: (row) => <Count n={row.rows} /> },
];

function Count({ n }: { readonly n: number }) {
  return <>{formatFigure(n, 'count', useLocale())}</>;
}
