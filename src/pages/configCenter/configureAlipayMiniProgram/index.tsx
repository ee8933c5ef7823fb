import { useT } from '@/app/i18n/i18n';
import { codeTab } from '@/features/miniCode';
import { PlatformSettingsPage } from '@/features/settings';

/** Shows the settings of the Alipay mini program (支付宝小程序, DOMAIN §3.10): parameters, and versions of the program code. */
export default function AlipayMiniSettings() {
  const t = useT();
  return (
    <PlatformSettingsPage
      title="menu.alipayMini"
      formKey="alipayMini"
      address="config.AlipayMini"
      groups={[{ key: 'alipayMini', label: 'miniCode.parameters' }]}
      others={[codeTab('ali', t)]}
    />
  );
}
