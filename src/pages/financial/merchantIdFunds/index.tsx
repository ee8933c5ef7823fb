import { useSearchParams } from '@umijs/max';
import { lazy, type ReactNode, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useOpenForm } from '@/app/useOpenForm';
import { PageAction } from '@/ui/actions/PageAction';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Batches } from './Batches';

const Items = lazy(() => import('./Items').then((module) => ({ default: module.Items })));
const SuspendedItems = lazy(() => import('./Items').then((module) => ({ default: module.SuspendedItems })));
const Numbers = lazy(() => import('./Numbers').then((module) => ({ default: module.Numbers })));
const Transfers = lazy(() => import('./Transfers').then((module) => ({ default: module.Transfers })));
const TransferForm = lazy(() => import('./TransferForm').then((module) => ({ default: module.TransferForm })));
const StatementForm = lazy(() => import('./StatementForm').then((module) => ({ default: module.StatementForm })));

const later = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>;
const HANDLE = 3806;
const TRANSFER = 3809;

/** Shows the reconciliation page (商户号资金对账, DOMAIN §3.5): statements, differences, merchant numbers, transfers, suspense. */
export default function MerchantFundsPage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const part = query.get('part') ?? 'batches';
  const may = { fetch: can(HANDLE), upload: can(HANDLE), transfer: can(TRANSFER) };
  const [form, open] = useOpenForm(may);
  const close = () => open(null);
  return (
    <>
      <PageHeader
        title="menu.merchantIdFunds"
        extra={
          <>
            {may.transfer ? <PageAction label="transfer.propose" run={() => open('transfer')} /> : null}
            {may.fetch ? (
              <>
                <PageAction label="recon.upload" run={() => open('upload')} />
                <PageAction primary hotkey="n" label="recon.fetch" run={() => open('fetch')} />
              </>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('menu.merchantIdFunds')}
        active={part}
        onChange={(key) => setQuery(key === 'batches' ? {} : { part: key })}
        items={[
          { key: 'batches', label: t('recon.partBatches'), content: () => <Batches /> },
          { key: 'items', label: t('recon.partItems'), content: () => <Items /> },
          { key: 'numbers', label: t('recon.partNumbers'), content: () => <Numbers /> },
          { key: 'transfers', label: t('transfer.part'), content: () => <Transfers /> },
          { key: 'suspense', label: t('recon.partSuspense'), content: () => <SuspendedItems /> },
        ]}
      />
      {form === 'transfer' ? later(<TransferForm onClose={close} />) : null}
      {form === 'fetch' || form === 'upload'
        ? later(<StatementForm isUpload={form === 'upload'} onClose={close} />)
        : null}
    </>
  );
}
