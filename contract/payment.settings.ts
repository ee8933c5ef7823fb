import { ALI_PAY } from './payment.ali';
import { DY_PAY } from './payment.dy';
import { NUMBERS, PAYOUT } from './payment.payout';
import { WX_PAY } from './payment.wx';
import { settingPage } from './settings';

/** The settings page for payment (支付配置, DOMAIN §3.10). */
export const PAYMENT = settingPage({
  access: 72,
  edit: 7202,
  secrets: 7206,
  module: 'config.payment',
  object: 'paymentSetting',
  groups: { wx: WX_PAY, ali: ALI_PAY, dy: DY_PAY, payout: PAYOUT, numbers: NUMBERS },
});
