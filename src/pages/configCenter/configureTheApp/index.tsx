import { APP_TEXT, APPS } from '@contract/appVersion.states';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PlatformSettingsPage, type SettingGroupTab } from '@/features/settings';
import { PushTest } from './PushTest';

const Versions = lazy(() => import('./Versions').then((module) => ({ default: module.Versions })));

const tabOf = (app: (typeof APPS)[number]): SettingGroupTab => ({
  key: app,
  label: APP_TEXT[app],
  footer: (open) => <PushTest app={app} open={open} />,
});
const [first, ...others] = APPS;

/** Shows the settings of the three apps and their versions (APP 配置, DOMAIN §3.10). */
export default function AppSettings() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.theApp"
      formKey="app"
      address="config.App"
      groups={[tabOf(first), ...others.map(tabOf)]}
      others={[
        {
          key: 'versions',
          label: t('appVersion.tab'),
          content: () => <Versions />,
        },
      ]}
    />
  );
}
