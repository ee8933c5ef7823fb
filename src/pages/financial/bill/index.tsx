import { lazy, Suspense } from 'react';
import { t as tNow } from '@/app/i18n/i18n';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS } from './actions';
import { type BillRow, LIST } from './list';

const BillDrawer = lazy(() => import('./BillDrawer').then((module) => ({ default: module.BillDrawer })));

const nameOf = (row: BillRow) => row.billNo;

/** Bill details (账单明细, DOMAIN §3.5): one line for each movement of money at a payment platform. */
export default function BillPage() {
  return (
    <ListPage<'finance.Bill/getList'>
      {...LIST}
      name="bill"
      title="menu.bill"
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
