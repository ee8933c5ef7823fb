import { useSearchParams } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { ListPage } from '@/ui/ListPage';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { ACTIONS } from './actions';
import { type BillRow, LIST } from './list';

const BillDrawer = lazy(() => import('./BillDrawer').then((module) => ({ default: module.BillDrawer })));
const Statements = lazy(() => import('@/features/statements').then((module) => ({ default: module.Statements })));

const nameOf = (row: BillRow) => row.billNo;

/** Shows the page with bill details and monthly statements (账单明细, DOMAIN §3.5). */
export default function BillPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.bill" />
      <Tabs
        label={t('statement.tabs')}
        active={query.get('part')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(part) => setQuery(part === 'bills' ? {} : { part }, { replace: true })}
        items={[
          { key: 'bills', label: t('statement.tabBills'), content: () => <Bills /> },
          {
            key: 'statements',
            label: t('statement.tab'),
            content: () => <Statements />,
          },
        ]}
      />
    </>
  );
}

const INSIDE = ['part'];

/** Lists the bills: money that was received or paid through a payment platform, through the bank, or offline. */
function Bills() {
  return (
    <ListPage<'finance.Bill/getList'>
      {...LIST}
      inside={INSIDE}
      name="bill"
      title="statement.tabBills"
      actions={ACTIONS}
      rowName={nameOf}
      note={({ fromDay, toDay }) =>
        fromDay && toDay ? tNow('bill.days', { from: fromDay, to: toDay }) : tNow('bill.allTimes')
      }
      empty={{ text: 'bill.empty' }}
      detail={(context) => (
        <Suspense fallback={null}>
          <BillDrawer context={context} />
        </Suspense>
      )}
    />
  );
}
