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
const StatementForm = lazy(() => import('./StatementForm').then((module) => ({ default: module.StatementForm })));

const later = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>;
const HANDLE = 3806;
type Form = 'fetch' | 'upload';

/** Reconciliation with the payment platforms (商户号资金对账, DOMAIN §3.5): statements, differences, merchant numbers, suspense. */
export default function MerchantFundsPage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const part = query.get('part') ?? 'batches';
  const asked = query.get('form');
  const [form, setForm] = useState<Form | null>(asked === 'fetch' || asked === 'upload' ? asked : null);
  return (
    <>
      <PageHeader
        title="menu.merchantIdFunds"
        extra={
          can(HANDLE) ? (
            <>
              <PageAction label="recon.upload" run={() => setForm('upload')} />
              <PageAction primary hotkey="n" label="recon.fetch" run={() => setForm('fetch')} />
            </>
          ) : null
        }
      />
      <Tabs
        label={t('menu.merchantIdFunds')}
        active={part}
        onChange={(key) => setQuery(key === 'batches' ? {} : { part: key })}
        items={[
          { key: 'batches', label: t('recon.partBatches'), content: () => <Batches /> },
          { key: 'items', label: t('recon.partItems'), content: () => later(<Items />) },
          { key: 'numbers', label: t('recon.partNumbers'), content: () => later(<Numbers />) },
          { key: 'suspense', label: t('recon.partSuspense'), content: () => later(<SuspendedItems />) },
        ]}
      />
      {form === null ? null : later(<StatementForm isUpload={form === 'upload'} onClose={() => setForm(null)} />)}
    </>
  );
}
