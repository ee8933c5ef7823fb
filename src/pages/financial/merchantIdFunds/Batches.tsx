import { BATCH } from '@contract/recon.fields';
import { batchLifecycle } from '@contract/recon.states';
import { Link } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { type Action, post } from '@/ui/actions/types';
import { CutText } from '@/ui/CutText';
import { ListPage } from '@/ui/ListPage';
import { cellOf } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import { type BatchRow, itemsOf, KEPT } from './links';

const BatchDrawer = lazy(() => import('./BatchDrawer').then((module) => ({ default: module.BatchDrawer })));

const LIST = listOf('finance.Recon/getBatches', BATCH, {
  columns: {
    merchantNo: (row) => <span title={row.merchantName}>{row.merchantNo}</span>,
    openItems: (row, t) =>
      row.openItems > 0 ? (
        <Link to={itemsOf(row)}>{cellOf(BATCH, 'openItems', row, t)}</Link>
      ) : (
        cellOf(BATCH, 'openItems', row, t)
      ),
    fault: (row) => (row.fault ? <CutText text={row.fault} most={240} /> : '—'),
  },
});
const label = (action: Parameters<typeof batchLifecycle.transition>[0]) => batchLifecycle.transition(action).text;

/** Actions on a statement of a payment platform. The `actions` of the row determine which of them are available. */
const ACTIONS: readonly Action<BatchRow>[] = [
  {
    key: 'refetch',
    label: label('refetch'),
    confirm: { text: (names, _rows, t) => t('recon.refetchText', { names }) },
    call: post('finance.Recon/fetch', ({ merchantNumberId, day, kind }: BatchRow) => ({
      merchantNumberId,
      day,
      kind,
      again: true,
    })),
  },
  {
    key: 'compare',
    label: label('compare'),
    confirm: { text: (names, _rows, t) => t('recon.compareText', { names }) },
    call: post('finance.Recon/compare', ({ id }: BatchRow) => ({ id })),
  },
  {
    key: 'closeBatch',
    label: label('closeBatch'),
    hotkey: 'c',
    confirm: { text: (names, _rows, t) => t('recon.closeText', { names }) },
    call: post('finance.Recon/closeBatch', ({ id, version }: BatchRow) => ({ id, version })),
  },
];
const nameOf = (row: BatchRow) => row.no;

/** Lists the statements by merchant number, day and kind. */
export function Batches() {
  return (
    <ListPage<'finance.Recon/getBatches'>
      {...LIST}
      name="reconBatches"
      title="recon.partBatches"
      inside={KEPT}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'recon.emptyBatches' }}
      detail={(context) => (
        <Suspense fallback={null}>
          <BatchDrawer context={context} />
        </Suspense>
      )}
    />
  );
}
