import { ITEM } from '@contract/recon.fields';
import { lazy, Suspense } from 'react';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';
import { ACTIONS, type ItemRow } from './actions';
import { KEPT } from './links';

const ItemDrawer = lazy(() => import('./ItemDrawer').then((module) => ({ default: module.ItemDrawer })));

const LIST = listOf('finance.Recon/getItems', ITEM);
const SUSPENSE = listOf('finance.Recon/getSuspense', ITEM, {
  columns: { state: false, ageDays: { card: 'fact' } },
  filters: { state: false },
});
const nameOf = (row: ItemRow) => row.itemNo;

const COMMON = { inside: KEPT, actions: ACTIONS, rowName: nameOf } as const;

function drawer(context: Parameters<typeof ItemDrawer>[0]['context']) {
  return (
    <Suspense fallback={null}>
      <ItemDrawer context={context} />
    </Suspense>
  );
}

/** Lists the differences between statements and books. */
export function Items() {
  return (
    <ListPage<'finance.Recon/getItems'>
      {...LIST}
      {...COMMON}
      name="reconItems"
      title="recon.partItems"
      empty={{ text: 'recon.emptyItems' }}
      detail={drawer}
    />
  );
}

/** Lists the differences with an amount in suspense, oldest first. */
export function SuspendedItems() {
  return (
    <ListPage<'finance.Recon/getSuspense'>
      {...SUSPENSE}
      {...COMMON}
      name="reconSuspense"
      title="recon.partSuspense"
      empty={{ text: 'recon.emptySuspense' }}
      detail={drawer}
    />
  );
}
