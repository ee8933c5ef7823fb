import { LIST_LIMITS } from '@contract/limits';
import { useSearchParams } from '@umijs/max';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useOptions } from '@/app/request/useData';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RangePicker } from '@/ui/RangePicker';
import { Select } from '@/ui/Select';
import { Tabs } from '@/ui/Tabs';
import { dayIn } from '@/ui/TimeText/format';
import { Cards } from './Cards';
import { hasSums, isUntouched } from './figures';
import styles from './index.css';
import { askOf, readView, type View } from './links';
import { NothingMoved, NothingYet } from './Nothing';

const Charts = lazy(() => import('./Charts').then((module) => ({ default: module.Charts })));
const SummaryList = lazy(() => import('./Summary').then((module) => ({ default: module.SummaryList })));
const Movements = lazy(() => import('./Movements').then((module) => ({ default: module.Movements })));
const TrialBalance = lazy(() => import('./TrialBalance').then((module) => ({ default: module.TrialBalance })));
const InvoiceForm = lazy(() => import('./Invoice').then((module) => ({ default: module.InvoiceForm })));
const Days = lazy(() => import('./Days').then((module) => ({ default: module.Days })));
const Escrow = lazy(() => import('./Escrow').then((module) => ({ default: module.Escrow })));

/** Shows the bill management page (账单管理, DOMAIN §3.5), for example balances, movements, the trial balance and days with their postings. */
export default function InformationPage() {
  const t = useT();
  const { now, timeZone } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const today = dayIn(now(), timeZone);
  const text = query.toString();
  const view = useMemo(() => readView(new URLSearchParams(text), today), [text, today]);
  const part = query.get('part') ?? 'overview';
  const change = (patch: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(query);
    next.delete('page');
    // A time belongs to its day, so each change of the filters removes the time.
    next.delete('time');
    for (const [key, value] of Object.entries(patch)) {
      if (value === '') next.delete(key);
      else next.set(key, value);
    }
    setQuery(next, { replace: true });
  };
  const openPart = (key: string) => {
    // The tabs share days and stations. Other query parameters belong to one tab and are dropped.
    const { teamIds, dayFrom, dayTo } = Object.fromEntries(query);
    setQuery({
      ...(key === 'overview' ? {} : { part: key }),
      ...(dayFrom && dayTo ? { dayFrom, dayTo } : {}),
      ...(teamIds ? { teamIds } : {}),
    });
  };
  const [listWanted, wantList] = useState(view.teamIds.length > 0);
  const teams = useOptions('teams', listWanted);
  const summary = useData('finance.Information/getSummary', askOf(view), {
    keepPrevious: true,
    enabled: part === 'overview',
  });
  return (
    <>
      <PageHeader
        title="menu.information"
        {...(part === 'overview' && { asOf: summary.data?.asOf })}
        extra={
          part === 'invoice' ? null : (
            <Scope view={view} today={today} teams={teams} onTeams={() => wantList(true)} onChange={change} />
          )
        }
      />
      <Tabs
        label={t('menu.information')}
        active={part}
        onChange={openPart}
        items={[
          {
            key: 'overview',
            label: t('finance.partOverview'),
            content: () => <Overview summary={summary} view={view} today={today} onChange={change} />,
          },
          { key: 'summary', label: t('finance.partSummary'), content: () => <SummaryList view={view} /> },
          { key: 'movements', label: t('finance.partMovements'), content: () => <Movements view={view} /> },
          { key: 'trial', label: t('finance.partTrial'), content: () => <TrialBalance view={view} /> },
          { key: 'days', label: t('finance.partDays'), content: () => <Days view={view} /> },
          { key: 'escrow', label: t('finance.partEscrow'), content: () => <Escrow view={view} /> },
          { key: 'invoice', label: t('finance.partInvoice'), content: () => <InvoiceForm /> },
        ]}
      />
    </>
  );
}

interface ViewProps {
  readonly view: View;
  readonly today: string;
  readonly onChange: (patch: Readonly<Record<string, string>>) => void;
}

interface ScopeProps extends ViewProps {
  readonly teams: ReturnType<typeof useOptions>;
  /** Called when the list of stations opens. */
  readonly onTeams: () => void;
}

/** Shows the filters that the tabs share: stations and days. */
function Scope({ view, today, teams, onTeams, onChange }: ScopeProps) {
  const t = useT();
  return (
    <>
      <div className={styles.stations}>
        <Select<number>
          multiple
          value={view.teamIds}
          onChange={(teamIds) => onChange({ teamIds: teamIds.join(',') })}
          {...teams}
          onOpen={onTeams}
          label={t('bill.teamId')}
          placeholder={t('finance.allStations')}
          search
          clearable
        />
      </div>
      <RangePicker
        value={{ from: view.dayFrom, to: view.dayTo }}
        onChange={({ from, to }) => onChange({ dayFrom: from, dayTo: to })}
        maxDays={LIST_LIMITS.rangeDays}
        max={today}
        label={t('finance.days')}
      />
    </>
  );
}

interface OverviewProps extends ViewProps {
  readonly summary: ReturnType<typeof useData<'finance.Information/getSummary'>>;
}

/** Shows current balances and movements. */
function Overview({ summary, view, today, onChange }: OverviewProps) {
  return (
    <QueryBoundary
      query={summary}
      minHeight={640}
      isEmpty={isUntouched}
      empty={
        <NothingYet
          view={view}
          onAllStations={() => onChange({ teamIds: '' })}
          onRefresh={() => void summary.refetch()}
        />
      }
    >
      {(data) => (
        <>
          <Cards
            summary={data}
            view={view}
            nothing={
              <NothingMoved
                view={view}
                today={today}
                onDays={({ from, to }) => onChange({ dayFrom: from, dayTo: to })}
              />
            }
          />
          <Suspense fallback={null}>{hasSums(data) ? <Charts summary={data} /> : null}</Suspense>
        </>
      )}
    </QueryBoundary>
  );
}
