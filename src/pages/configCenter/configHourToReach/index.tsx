import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PlatformSettingsPage } from '@/features/settings';

const Shops = lazy(() => import('./Shops').then((module) => ({ default: module.Shops })));
const Stores = lazy(() => import('./Stores').then((module) => ({ default: module.Stores })));
const Reports = lazy(() => import('./Reports').then((module) => ({ default: module.Reports })));
const Events = lazy(() => import('./Events').then((module) => ({ default: module.Events })));

/** Shows the settings of Hour-to-reach (抖音小时达配置, DOMAIN §3.10): application, shops, stores, delivery reports, messages. */
export default function HourToReachSettings() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.hourToReach"
      formKey="hourToReach"
      address="config.HourToReach"
      groups={[{ key: 'hourToReach', label: 'miniCode.parameters' }]}
      others={[
        { key: 'shops', label: t('hourShop.tab'), content: () => <Shops /> },
        { key: 'stores', label: t('hourStore.tab'), content: () => <Stores /> },
        { key: 'reports', label: t('hourReport.tab'), content: () => <Reports /> },
        { key: 'events', label: t('hourEvent.tab'), content: () => <Events /> },
      ]}
    />
  );
}
