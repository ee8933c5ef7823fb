import { NOTICE_CHANNEL_TEXT, noticeEvent } from '@contract/notice.events';
import { useSearchParams } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/ListPage/types';
import { Drawer } from '@/ui/library/Drawer';
import { formatAmount } from '@/ui/Money/format';
import { QueryError } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Tooltip } from '@/ui/Tooltip';
import styles from './index.css';
import { RuleForm } from './RuleForm';
import type { Rule } from './rule';

type Row = Rule & { readonly id: number };

/** Shows the threshold of a rule in its unit: days in advance, or an amount with its currency. */
function Threshold({ rule: { event, threshold } }: { readonly rule: Rule }) {
  const t = useT();
  const locale = useLocale();
  if (threshold === null) return '—';
  return noticeEvent(event).threshold?.unit === 'fen'
    ? t('notice.balanceValue', { amount: formatAmount(threshold, locale) })
    : t('notice.thresholdValue', { n: threshold });
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'event',
    title: 'notice.eventName',
    width: 180,
    render: (row) => (
      <>
        {row.eventText} <Tooltip text={row.help} />
      </>
    ),
  },
  {
    key: 'enabled',
    title: 'notice.enabled',
    render: (row, t) => (
      <StatusTag tone={row.enabled ? 'good' : 'neutral'} text={t(row.enabled ? 'notice.on' : 'notice.off')} />
    ),
  },
  {
    key: 'threshold',
    title: 'notice.threshold',
    render: (row) => <Threshold rule={row} />,
  },
  {
    key: 'channels',
    title: 'notice.channels',
    render: (row, t) => row.channels.map((channel) => t(NOTICE_CHANNEL_TEXT[channel])).join(t('list.separator')),
  },
  {
    key: 'receivers',
    title: 'notice.receivers',
    width: 220,
    render: (row) => <span className={styles.receivers}>{row.receiverText}</span>,
  },
  {
    key: 'merge',
    title: 'notice.merge',
    render: (row, t) => (row.mergeMin === 0 ? t('notice.mergeNever') : t('notice.mergeValue', { n: row.mergeMin })),
  },
  {
    key: 'quiet',
    title: 'notice.quiet',
    render: (row, t) => (row.quiet ? t('notice.quietValue', row.quiet) : t('notice.never')),
  },
  {
    key: 'updated',
    title: 'notice.updated',
    render: (row, t) =>
      row.updatedAt === null ? (
        t('notice.neverSaved')
      ) : (
        <span>
          {row.updatedByName} <TimeText at={row.updatedAt} />
        </span>
      ),
  },
];

/** Lists the notice rules (通知规则). Each event has one rule, which is edited in a drawer. */
export function Rules() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const rules = useData('dashboard.Notice/getRules', {}, { staleTime: 0 });
  const rows = rules.data?.list.map((rule, id) => ({ ...rule, id }));
  const open = rows?.find((rule) => rule.event === query.get('rule'));
  const show = (event: string | null) => {
    const next = new URLSearchParams(query);
    if (event === null) next.delete('rule');
    else next.set('rule', event);
    setQuery(next);
  };
  if (rules.error && !rows) return <QueryError query={rules} />;
  return (
    <>
      <p className={styles.intro}>{t('notice.rulesIntro')}</p>
      <QueryError query={rules} />
      <DataTable<Row>
        label={t('notice.tabRules')}
        columns={COLUMNS}
        rows={rows}
        rowName={(row) => row.eventText}
        skeletonRows={3}
        actions={(row) => (
          <button
            type="button"
            className={styles.edit}
            aria-label={t('notice.editOf', { event: row.eventText })}
            onClick={() => show(row.event)}
          >
            {t('notice.edit')}
          </button>
        )}
      />
      {open && rules.data ? (
        <Drawer
          open
          size="min(560px, 100vw)"
          title={t('notice.editOf', { event: open.eventText })}
          onClose={() => show(null)}
        >
          <RuleForm
            rule={open}
            smsSimulated={rules.data.smsSimulated}
            smsQuota={rules.data.smsQuota}
            onDone={() => show(null)}
          />
        </Drawer>
      ) : null}
    </>
  );
}
