import { useSearchParams } from '@umijs/max';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Policies } from './Policies';

const Claims = lazy(() => import('./Claims').then((module) => ({ default: module.Claims })));
const Products = lazy(() => import('./Products').then((module) => ({ default: module.Products })));
const Recon = lazy(() => import('./Recon').then((module) => ({ default: module.Recon })));

/** Shows the insurance data page (保险数据, DOMAIN §3.8): policies and their costs, claims, products, and the insurers' files. */
export default function InsureDataPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.insureData" />
      <Tabs
        label={t('insure.tabs')}
        active={query.get('part')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(part) => setQuery(part === 'policies' ? {} : { part }, { replace: true })}
        items={[
          { key: 'policies', label: t('insure.tabPolicies'), content: () => <Policies /> },
          { key: 'claims', label: t('insure.tabClaims'), content: () => <Claims /> },
          { key: 'products', label: t('insure.tabProducts'), content: () => <Products /> },
          { key: 'recon', label: t('insure.tabRecon'), content: () => <Recon /> },
        ]}
      />
    </>
  );
}
