import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PlatformSettingsPage, SettingTab } from '@/features/settings';
import { VerifyServer } from './VerifyServer';

const MenuEditor = lazy(() => import('./MenuEditor').then((module) => ({ default: module.MenuEditor })));

const REPLIES = { get: 'config.ServiceNumber/getReply', save: 'config.ServiceNumber/saveReply' } as const;

/** Shows the settings of the official account (微信服务号, DOMAIN §3.10): parameters, menu and replies. */
export default function ServiceNumberPage() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.serviceNumber"
      formKey="serviceNumber"
      address="config.ServiceNumber"
      groups={[{ key: 'serviceNumber', label: 'menu.serviceNumber', footer: <VerifyServer /> }]}
      others={[
        {
          key: 'serviceMenu',
          label: t('serviceNumber.menuTab'),
          content: () => <MenuEditor />,
        },
        {
          key: 'serviceReply',
          label: t('serviceNumber.replyTab'),
          content: () => (
            <SettingTab
              calls={REPLIES}
              group="serviceReply"
              title={t('serviceNumber.replyTab')}
              formKey="serviceNumber.serviceReply"
            />
          ),
        },
      ]}
    />
  );
}
