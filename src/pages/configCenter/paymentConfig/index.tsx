import { PlatformSettingsPage } from '@/features/settings';

/** Shows the payment settings (支付配置, DOMAIN §3.10). */
export default function PaymentSettings() {
  return (
    <PlatformSettingsPage
      title="menu.paymentConfig"
      formKey="payment"
      address="config.Payment"
      groups={[
        { key: 'wx', label: 'payment.wx' },
        { key: 'ali', label: 'payment.ali' },
        { key: 'dy', label: 'payment.dy' },
        { key: 'payout', label: 'payment.payout' },
        { key: 'numbers', label: 'payment.numbers' },
      ]}
    />
  );
}
