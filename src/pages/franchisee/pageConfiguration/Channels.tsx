import { PAGE } from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import { history, useLocation } from '@umijs/max';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { PageAction } from '@/ui/actions/PageAction';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Chart } from '@/ui/Chart';
import { CopyText } from '@/ui/CopyText';
import { EmptyState } from '@/ui/EmptyState';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Modal } from '@/ui/library/Modal';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RadioGroup } from '@/ui/RadioGroup';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';

const EDIT_RULE = 4302;
const CHART_HEIGHT = 240;
const PERIODS = ['7', '30', '90'] as const;
type Stats = Data<'franchise.Page/getStats'>;
type Channel = Stats['list'][number];
type Row = Channel & { readonly id: number; readonly actions: readonly string[] };

const nameOf = (row: Row) => row.name;

/** Returns the URL of the tab with changed query parameters. */
function addressWith(change: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(history.location.search);
  for (const [key, value] of Object.entries(change)) {
    if (value === null) query.delete(key);
    else query.set(key, value);
  }
  return `${history.location.pathname}?${query}`;
}

const actionsWith = (onQr: (row: Row) => void): readonly Action<Row>[] => [
  { key: 'qr', label: 'franchisePage.qr', run: onQr },
  {
    key: 'off',
    label: 'franchisePage.switchOff',
    danger: true,
    confirm: { text: (names, _rows, t) => t('franchisePage.offText', { names }) },
    call: post('franchise.Page/setChannel', ({ code }: Row) => ({ code, isActive: false })),
  },
  {
    key: 'on',
    label: 'franchisePage.switchOn',
    instant: true,
    call: post('franchise.Page/setChannel', ({ code }: Row) => ({ code, isActive: true })),
  },
];

/** Lists channel codes with link and QR code, and with their visits, applications and contracts. */
export function Channels() {
  const t = useT();
  const { can } = usePlatform();
  const { search } = useLocation();
  const [days, setDays] = useState<(typeof PERIODS)[number]>('30');
  const query = useData('franchise.Page/getStats', { days: Number(days) }, { keepPrevious: true });
  const mayEdit = can(EDIT_RULE);
  const address = new URLSearchParams(search);
  const opened = mayEdit ? address.get('open') : null;
  const isNew = mayEdit && address.get('form') === 'new';
  const runner = useActions<Row>(nameOf);
  const isEmpty = query.data?.list.length === 0;
  const create = mayEdit ? (
    <PageAction
      primary
      hotkey="n"
      label="franchisePage.newChannel"
      run={() => history.push(addressWith({ form: 'new' }))}
    />
  ) : null;
  return (
    <section className={styles.panel}>
      <div className={styles.toolbar}>
        <RadioGroup
          label={t('franchisePage.period')}
          value={days}
          options={PERIODS.map((value) => ({ value, label: t('franchisePage.lastDays', { n: value }) }))}
          onChange={setDays}
        />
        <span className={styles.buttons}>{isEmpty ? null : create}</span>
      </div>
      <QueryBoundary query={query} minHeight={360}>
        {(stats) => (
          <>
            <Days stats={stats} />
            <ChannelTable stats={stats} mayEdit={mayEdit} start={runner.start} />
            {stats.list.length === 0 ? <EmptyState text={t('franchisePage.noChannels')} action={create} /> : null}
            {opened ? (
              <QrDialog
                channel={stats.list.find(({ code }) => code === opened)}
                onClose={() => history.replace(addressWith({ open: null }))}
              />
            ) : null}
          </>
        )}
      </QueryBoundary>
      {isNew ? <ChannelForm onClose={() => history.replace(addressWith({ form: null }))} /> : null}
      {runner.element}
    </section>
  );
}

function Days({ stats }: { readonly stats: Stats }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Chart
      kind="line"
      height={CHART_HEIGHT}
      label={t('franchisePage.chartLabel')}
      head={t('franchisePage.day')}
      labels={stats.days.map(({ day }) => day.slice(5))}
      series={[
        { name: t('franchisePage.visits'), values: stats.days.map(({ visits }) => visits) },
        { name: t('franchisePage.submits'), values: stats.days.map(({ submits }) => submits), dashed: true },
      ]}
      format={(value) => formatFigure(value, 'count', locale)}
    />
  );
}

interface ChannelTableProps {
  readonly stats: Stats;
  readonly mayEdit: boolean;
  readonly start: (action: Action<Row>, row: Row) => void;
}

/** Shows the funnel of each channel, and of visits without a channel: visits → applications → followed up → signed. */
function ChannelTable({ stats, mayEdit, start }: ChannelTableProps) {
  const t = useT();
  const locale = useLocale();
  const count = (value: number) => formatFigure(value, 'count', locale);
  const percent = (part: number, whole: number) =>
    whole === 0
      ? '—'
      : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole);
  const figures = ({ visits, submits, following, signed }: Stats['direct']) => [
    count(visits),
    count(submits),
    percent(submits, visits),
    count(following),
    count(signed),
    percent(signed, submits),
  ];
  const actions = actionsWith(({ code }) => history.push(addressWith({ open: code })));
  const rowOf = (one: Channel, at: number): Row => ({
    ...one,
    id: at + 1,
    actions: mayEdit ? ['qr', one.isActive ? 'off' : 'on'] : [],
  });
  return (
    <SmallTable
      isNamed
      label={t('franchisePage.tabChannels')}
      heads={[
        t('franchisePage.channelName'),
        t('franchisePage.code'),
        t('franchisePage.stateHead'),
        t('franchisePage.visits'),
        t('franchisePage.submits'),
        t('franchisePage.conversion'),
        t('franchisePage.following'),
        t('franchisePage.signed'),
        t('franchisePage.signedShare'),
        t('list.actions'),
      ]}
      rows={[
        ...stats.list.map((one, at) => ({
          key: one.code,
          cells: [
            <span key="name" dir="auto">
              {one.name}
            </span>,
            one.code,
            <StatusTag
              key="state"
              tone={one.isActive ? 'good' : 'neutral'}
              text={t(one.isActive ? 'franchisePage.on' : 'franchisePage.off')}
            />,
            ...figures(one),
            <RowActions key="actions" row={rowOf(one, at)} actions={actions} start={start} name={one.name} />,
          ],
        })),
        { key: '', cells: [t('franchisePage.direct'), '—', '—', ...figures(stats.direct), ''] },
      ]}
    />
  );
}

const EMPTY: FormValues = { code: '', name: '' };
const GROUPS = [
  {
    key: 'franchiseChannel',
    fields: [
      { kind: 'text', name: 'name', label: 'franchisePage.channelName', required: true, ...PAGE.channel.name },
      {
        kind: 'text',
        name: 'code',
        label: 'franchisePage.code',
        help: 'franchisePage.codeHelp',
        required: true,
        min: 2,
        max: 32,
        pattern: PAGE.channel.code,
      },
    ],
  },
] as const;

function ChannelForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal open width={480} title={t('franchisePage.newChannel')} footer={null} onCancel={onClose}>
      <EntityForm<'franchise.Page/makeQr', FormValues>
        formKey="franchiseChannel.new"
        initial={EMPTY}
        groups={GROUPS}
        address="franchise.Page/makeQr"
        toInput={({ values }) => ({ code: String(values.code).trim(), name: String(values.name).trim() })}
        submit="franchisePage.newChannel"
        onDone={({ code }) => history.replace(addressWith({ form: null, open: code }))}
      />
    </Modal>
  );
}

const QR_SIZE = 240;

/** Shows a QR code to download, and its URL to copy. */
function QrDialog({ channel, onClose }: { readonly channel: Channel | undefined; readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      open={channel !== undefined}
      width={420}
      title={channel ? t('franchisePage.qrOf', { name: channel.name }) : ''}
      footer={null}
      onCancel={onClose}
    >
      {channel ? <Qr channel={channel} /> : null}
    </Modal>
  );
}

function Qr({ channel: { code, name, url } }: { readonly channel: Channel }) {
  const t = useT();
  const query = useData('franchise.Page/getQr', { code });
  return (
    <div className={styles.qr}>
      <QueryBoundary query={query} minHeight={QR_SIZE}>
        {({ qr }) => (
          <>
            <img src={qr} width={QR_SIZE} height={QR_SIZE} alt={t('franchisePage.qrOf', { name })} />
            <a href={qr} download={`${code}.svg`}>
              {t('franchisePage.download')}
            </a>
          </>
        )}
      </QueryBoundary>
      <CopyText text={url} />
    </div>
  );
}
