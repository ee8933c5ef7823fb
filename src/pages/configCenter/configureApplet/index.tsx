import { useT } from '@/app/i18n/i18n';
import { codeTab } from '@/features/miniCode';
import { PlatformSettingsPage } from '@/features/settings';

/** Shows the settings of the WeChat mini program (微信小程序, DOMAIN §3.10): parameters, and versions of the program code. */
export default function AppletSettings() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.applet"
      formKey="applet"
      address="config.Applet"
      groups={[{ key: 'applet', label: 'miniCode.parameters' }]}
      others={[codeTab('wx', t)]}
    />
  );
}
