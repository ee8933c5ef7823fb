import type { Data } from '@contract/index';
import { BATCH } from '@contract/recon.fields';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { type BatchRow, itemsOf } from './links';

type Detail = Data<'finance.Recon/getBatch'>;

/** Shows a statement in a drawer: its figures, and its differences by type. */
export function BatchDrawer({ context }: { readonly context: DetailContext<BatchRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="finance.Recon/getBatch"
      context={context}
      name={(batch) => batch.no}
      title={(batch) => `${batch.merchantName} · ${batch.day}`}
      beside={(batch) => cellOf(BATCH, 'state', batch, t)}
      tabs={(batch) => [
        { key: 'batch', label: t('recon.tabBatch'), content: () => <Facts items={facts(BATCH, batch, t)} /> },
        { key: 'types', label: t('recon.tabTypes'), content: () => <Types batch={batch} /> },
      ]}
    />
  );
}

function Types({ batch }: { readonly batch: Detail }) {
  const t = useT();
  if (batch.types.length === 0) return <EmptyState text={t('recon.noTypes')} />;
  return (
    <>
      <SmallTable
        label={t('recon.tabTypes')}
        heads={[t('recon.type'), t('recon.typeCount'), t('recon.typeOpen'), t('recon.gapFen')]}
        rows={batch.types.map((type) => ({
          key: type.type,
          cells: [type.typeText, type.count, type.open, <Money key="gap" fen={type.gapFen} />],
        }))}
      />
      <p>
        <Link to={itemsOf(batch)}>{t('recon.openItemsOf')}</Link>
      </p>
    </>
  );
}
