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

/** Differences between statements and books; or those whose amount waits in suspense, the oldest first. */
export function Items({ inSuspense = false }: { readonly inSuspense?: boolean }) {
  const common = { inside: KEPT, actions: ACTIONS, rowName: nameOf };
  const detail = (context: Parameters<typeof ItemDrawer>[0]['context']) => (
    <Suspense fallback={null}>
      <ItemDrawer context={context} />
    </Suspense>
  );
  return inSuspense ? (
    <ListPage<'finance.Recon/getSuspense'>
      {...SUSPENSE}
      {...common}
      name="reconSuspense"
      title="recon.partSuspense"
      empty={{ text: 'recon.emptySuspense' }}
      detail={detail}
    />
  ) : (
    <ListPage<'finance.Recon/getItems'>
      {...LIST}
      {...common}
      name="reconItems"
      title="recon.partItems"
      empty={{ text: 'recon.emptyItems' }}
      detail={detail}
    />
  );
}
