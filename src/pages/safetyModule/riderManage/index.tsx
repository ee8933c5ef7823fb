import { lazy, Suspense } from 'react';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, LIST, type RiderRow } from './list';

const RiderDrawer = lazy(() => import('./RiderDrawer').then((module) => ({ default: module.RiderDrawer })));
const nameOf = (row: RiderRow) => row.name;

/** Shows the rider management page (骑手管理, DOMAIN §3.8): riders, and whether they may work. */
export default function RidersPage() {
  return (
    <ListPage<'safety.Rider/getList'>
      {...LIST}
      name="rider"
      title="menu.riderManage"
      cards={10}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'rider.empty' }}
      detail={(context) => (
        <Suspense fallback={null}>
          <RiderDrawer context={context} />
        </Suspense>
      )}
    />
  );
}
