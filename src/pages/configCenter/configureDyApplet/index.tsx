import { useT } from '@/app/i18n/i18n';
import { codeTab } from '@/features/miniCode';
import { PlatformSettingsPage } from '@/features/settings';

/** Shows the settings of the Douyin mini program (抖音小程序, DOMAIN §3.10): parameters, and versions of the program code. */
export default function DyAppletSettings() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.dyApplet"
      formKey="dyApplet"
      address="config.DyApplet"
      groups={[{ key: 'dyApplet', label: 'miniCode.parameters' }]}
      others={[codeTab('dy', t)]}
    />
  );
}
