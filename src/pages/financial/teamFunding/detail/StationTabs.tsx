import { useSearchParams } from '@umijs/max';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import type { FundRow } from '@/features/funds';
import type { ActionRunner } from '@/ui/actions/useActions';
import { Tabs } from '@/ui/Tabs';
import { asOfOf } from './AsOf';
import { Deposit } from './Deposit';
import { Flow } from './Flow';
import { Pending } from './Pending';

const Adjusts = lazy(() => import('@/features/funds/Adjusts').then((module) => ({ default: module.Adjusts })));
const Statements = lazy(() => import('@/features/statements').then((module) => ({ default: module.Statements })));
const Receivables = lazy(() => import('./Receivables').then((module) => ({ default: module.Receivables })));

interface StationTabsProps {
  readonly row: FundRow;
  readonly start: ActionRunner<FundRow>['start'];
  readonly onOpen: (txNo: string | null) => void;
}

/** Shows the tabs of a station, for example the movements, the pending settlements and the receivables. */
export function StationTabs({ row, start, onOpen }: StationTabsProps) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const { id: teamId } = row;
  // Drop the other query parameters, because each tab has its own filters.
  const changeTab = (tab: string) => {
    const asOf = asOfOf(query);
    setQuery({ teamId: String(teamId), tab, ...(asOf && { asOf }) }, { replace: true });
  };
  return (
    <Tabs
      label={t('fund.detailTabs')}
      active={query.get('tab')}
      onChange={changeTab}
      items={[
        { key: 'flow', label: t('fund.flow'), content: () => <Flow key="all" teamId={teamId} onOpen={onOpen} /> },
        { key: 'pending', label: t('fund.settlement'), content: () => <Pending teamId={teamId} /> },
        {
          key: 'deposit',
          label: t('fund.deposit'),
          content: () => (
            <>
              <Deposit row={row} start={start} />
              <Flow key="deposit" teamId={teamId} onOpen={onOpen} fixed="deposit" />
            </>
          ),
        },
        {
          key: 'receivables',
          label: t('fund.receivables'),
          content: () => <Receivables teamId={teamId} />,
        },
        {
          key: 'adjusts',
          label: t('fund.tabAdjusts'),
          content: () => <Adjusts teamId={teamId} />,
        },
        {
          key: 'statements',
          label: t('statement.tab'),
          content: () => <Statements teamId={teamId} />,
        },
      ]}
    />
  );
}
