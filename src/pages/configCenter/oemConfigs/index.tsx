import { PlatformSettingsPage } from '@/features/settings';

/** Branding (贴牌配置, DOMAIN §3.10). */
export default function OemSettings() {
  return (
    <PlatformSettingsPage
      title="menu.oemConfigs"
      formKey="oem"
      address="config.Oem"
      groups={[{ key: 'oem', label: 'menu.oemConfigs' }]}
    />
  );
}
