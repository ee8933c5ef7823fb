import { lazy, type ReactNode, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PlatformSettingsPage } from '@/features/settings';

const Shops = lazy(() => import('./Shops').then((module) => ({ default: module.Shops })));
const Stores = lazy(() => import('./Stores').then((module) => ({ default: module.Stores })));
const Reports = lazy(() => import('./Reports').then((module) => ({ default: module.Reports })));
const late = (content: ReactNode) => <Suspense fallback={null}>{content}</Suspense>;

/** Hour-to-reach (抖音小时达配置, DOMAIN §3.10): the application, its shops, their stores, and reports of delivery states. */
export default function HourToReachSettings() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.hourToReach"
      formKey="hourToReach"
      address="config.HourToReach"
      groups={[{ key: 'hourToReach', label: 'menu.hourToReach' }]}
      others={[
        { key: 'shops', label: t('hourShop.tab'), content: () => late(<Shops />) },
        { key: 'stores', label: t('hourStore.tab'), content: () => late(<Stores />) },
        { key: 'reports', label: t('hourReport.tab'), content: () => late(<Reports />) },
      ]}
    />
  );
}
