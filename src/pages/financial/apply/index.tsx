import { lazy, Suspense, useMemo } from 'react';
import { t as tNow } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS } from './actions';
import { type ApplyRow, COLUMNS } from './columns';
import { countedFilters, summaryCards } from './filters';

const ApplyDrawer = lazy(() => import('./ApplyDrawer').then((module) => ({ default: module.ApplyDrawer })));

const nameOf = (row: ApplyRow) => row.wdNo;

/** Shows the withdrawal applications page (提现申请, DOMAIN §3.5): review, payouts, and the results from the payout channels. */
export default function ApplyPage() {
  const { data } = useData('finance.Withdraw/getCounters', {});
  const filters = useMemo(() => countedFilters(data?.counts), [data]);
  return (
    <ListPage<'finance.Withdraw/getList'>
      address="finance.Withdraw/getList"
      name="withdraw"
      title="menu.apply"
      filters={filters}
      columns={COLUMNS}
      cards={7}
      summary={summaryCards}
      actions={ACTIONS}
      rowName={nameOf}
      note={({ fromDay, toDay }, filters) => {
        if (fromDay === null || toDay === null) return tNow('withdrawal.allTimes');
        const isAsked = 'appliedFrom' in filters || 'appliedTo' in filters;
        return tNow(isAsked ? 'withdrawal.days' : 'withdrawal.daysAndOpen', { from: fromDay, to: toDay });
      }}
      empty={{ text: 'withdrawal.empty' }}
      detail={(context) => (
        <Suspense fallback={null}>
          <ApplyDrawer {...context} />
        </Suspense>
      )}
    />
  );
}
