import { ALIPAY_MINI } from './alipayMini.settings';
import { platformEndpoints } from './settings.platform';

/** Endpoints for the settings of the Alipay mini program (支付宝小程序, DOMAIN §3.10). */
export const alipayMiniEndpoints = platformEndpoints('config.AlipayMini', ALIPAY_MINI);
