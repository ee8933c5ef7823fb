import { NOTICE_CHANNEL_TEXT } from '@contract/notice.events';
import { useSearchParams } from '@umijs/max';
import { useSay } from '@/app/i18n/translate';
import { useData, useRefresh } from '@/app/request/useData';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/ListPage/types';
import { Drawer } from '@/ui/library/Drawer';
import { LoadError } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Hint } from '@/ui/Tooltip';
import styles from './index.css';
import { RuleForm } from './RuleForm';
import type { Rule } from './rule';

type Row = Rule & { readonly id: number };

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'event',
    title: 'notice.eventName',
    width: 180,
    render: (row) => (
      <>
        {row.eventText} <Hint text={row.help} />
      </>
    ),
  },
  {
    key: 'enabled',
    title: 'notice.enabled',
    render: (row, say) => (
      <StatusTag tone={row.enabled ? 'good' : 'neutral'} text={say(row.enabled ? 'notice.on' : 'notice.off')} />
    ),
  },
  {
    key: 'threshold',
    title: 'notice.threshold',
    render: (row, say) => (row.threshold === null ? '—' : say('notice.thresholdValue', { n: row.threshold })),
  },
  {
    key: 'channels',
    title: 'notice.channels',
    render: (row, say) => row.channels.map((channel) => say(NOTICE_CHANNEL_TEXT[channel])).join(say('list.separator')),
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
    render: (row, say) =>
      row.mergeMin === 0 ? say('notice.mergeNever') : say('notice.mergeValue', { n: row.mergeMin }),
  },
  {
    key: 'quiet',
    title: 'notice.quiet',
    render: (row, say) => (row.quiet ? say('notice.quietValue', row.quiet) : say('notice.never')),
  },
  {
    key: 'updated',
    title: 'notice.updated',
    render: (row, say) =>
      row.updatedAt === null ? (
        say('notice.neverSaved')
      ) : (
        <span>
          {row.updatedByName} <TimeText at={row.updatedAt} />
        </span>
      ),
  },
];

/** Notice rules (通知规则): a rule for each event; one at a time in the drawer. */
export function Rules() {
  const say = useSay();
  const refresh = useRefresh();
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
  if (rules.error && !rows) return <LoadError error={rules.error} onRetry={() => rules.refetch()} />;
  return (
    <>
      <p className={styles.intro}>{say('notice.rulesIntro')}</p>
      {rules.error ? <LoadError error={rules.error} onRetry={() => rules.refetch()} /> : null}
      <DataTable<Row>
        label={say('notice.tabRules')}
        columns={COLUMNS}
        rows={rows}
        rowName={(row) => row.eventText}
        skeletonRows={3}
        actions={(row) => (
          <button
            type="button"
            className={styles.edit}
            aria-label={say('notice.editOf', { event: row.eventText })}
            onClick={() => show(row.event)}
          >
            {say('notice.edit')}
          </button>
        )}
      />
      {open && rules.data ? (
        <Drawer
          open
          size="min(560px, 100vw)"
          title={say('notice.editOf', { event: open.eventText })}
          onClose={() => show(null)}
        >
          <RuleForm
            rule={open}
            smsSimulated={rules.data.smsSimulated}
            smsQuota={rules.data.smsQuota}
            onDone={() => {
              show(null);
              refresh('dashboard.Notice/getRules');
            }}
          />
        </Drawer>
      ) : null}
    </>
  );
}
