import { useSearchParams } from '@umijs/max';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Enquiries } from './Enquiries';

const Rules = lazy(() => import('./Rules').then((module) => ({ default: module.Rules })));
const Blocks = lazy(() => import('./Blocks').then((module) => ({ default: module.Blocks })));

/** Shows the enquiry page (抖音询价, DOMAIN §3.9): enquiries, the rules that set their prices, and the refused shops. */
export default function EnquiryPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.enquiry" />
      <Tabs
        label={t('enquiry.tabs')}
        active={query.get('part')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(part) => setQuery(part === 'enquiries' ? {} : { part }, { replace: true })}
        items={[
          { key: 'enquiries', label: t('enquiry.tabList'), content: () => <Enquiries /> },
          { key: 'rules', label: t('enquiry.tabRules'), content: () => <Rules /> },
          { key: 'blocks', label: t('enquiry.tabBlocks'), content: () => <Blocks /> },
        ]}
      />
    </>
  );
}
