import { useSearchParams } from '@umijs/max';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Rules } from './Rules';

const Plans = lazy(() => import('./Plans').then((module) => ({ default: module.Plans })));
const Charges = lazy(() => import('./Charges').then((module) => ({ default: module.Charges })));
const Calculator = lazy(() => import('./Calculator').then((module) => ({ default: module.Calculator })));

/** Shows the fee management page (费用管理, DOMAIN §3.5): rules with their versions, plans, charges, and a calculator. */
export default function CostPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.costManagement" />
      <Tabs
        label={t('costRule.tabs')}
        active={query.get('part')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(part) => setQuery(part === 'rules' ? {} : { part }, { replace: true })}
        items={[
          { key: 'rules', label: t('costRule.tabRules'), content: () => <Rules /> },
          { key: 'plans', label: t('costRule.tabPlans'), content: () => <Plans /> },
          { key: 'charges', label: t('costRule.tabCharges'), content: () => <Charges /> },
          { key: 'calculator', label: t('costRule.tabCalculator'), content: () => <Calculator /> },
        ]}
      />
    </>
  );
}
