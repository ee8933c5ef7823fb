import { useSearchParams } from '@umijs/max';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
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
const FORMS = ['fetch', 'upload', 'transfer'] as const;
type Form = (typeof FORMS)[number];

/** Shows the reconciliation page (商户号资金对账, DOMAIN §3.5): statements, differences, merchant numbers, transfers, suspense. */
export default function MerchantFundsPage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const part = query.get('part') ?? 'batches';
  const asked = query.get('form');
  const [form, setForm] = useState<Form | null>(FORMS.find((one) => one === asked) ?? null);
  const close = () => setForm(null);
  return (
    <>
      <PageHeader
        title="menu.merchantIdFunds"
        extra={
          <>
            {can(TRANSFER) ? <PageAction label="transfer.propose" run={() => setForm('transfer')} /> : null}
            {can(HANDLE) ? (
              <>
                <PageAction label="recon.upload" run={() => setForm('upload')} />
                <PageAction primary hotkey="n" label="recon.fetch" run={() => setForm('fetch')} />
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
