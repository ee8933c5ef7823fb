import type { Data } from '@contract/index';
import { ITEM } from '@contract/recon.fields';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import type { ItemRow } from './actions';

type Detail = Data<'finance.Recon/getItem'>;

/** Shows a difference in a drawer: the values in the statement and in the books, its files, and its history. */
export function ItemDrawer({ context }: { readonly context: DetailContext<ItemRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="finance.Recon/getItem"
      context={context}
      name={(item) => item.itemNo}
      title={(item) => `${item.typeText} · ${item.outNo ?? item.billNo ?? ''}`}
      beside={(item) => cellOf(ITEM, 'state', item, t)}
      visible={3}
      tabs={(item) => [
        { key: 'item', label: t('recon.tabItem'), content: () => <Whole item={item} /> },
        { key: 'history', label: t('recon.tabHistory'), content: () => <Steps item={item} /> },
      ]}
    />
  );
}

function Whole({ item }: { readonly item: Detail }) {
  const t = useT();
  return (
    <>
      <Facts items={facts(ITEM, item, t)} />
      <p>
        <Link to={`/financial/merchantIdFunds?open=${item.batchId}`}>
          {t('recon.batch')} {item.batchNo}
        </Link>
        {item.billId === null ? null : (
          <>
            {' · '}
            <Link to={`/financial/bill?open=${item.billId}`}>{t('recon.openBill')}</Link>
          </>
        )}
      </p>
      {item.evidence.map((file) => (
        <p key={file.fileId}>
          <a href={serverAddress(file.url)} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        </p>
      ))}
    </>
  );
}

function Steps({ item }: { readonly item: Detail }) {
  const t = useT();
  return (
    <SmallTable
      label={t('recon.tabHistory')}
      heads={[
        t('recon.historyWhen'),
        t('recon.historyWhat'),
        t('recon.historyWho'),
        t('recon.reason'),
        t('recon.txNo'),
      ]}
      rows={item.steps.map((step) => ({
        key: step.key,
        cells: [<TimeText key="at" at={step.at} />, step.text, step.byName || '—', step.note || '—', step.txNo ?? '—'],
      }))}
    />
  );
}
