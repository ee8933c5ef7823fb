import { PAYMENT } from './payment.settings';
import { platformEndpoints } from './settings.platform';

/** Endpoints for the payment settings (支付配置, DOMAIN §3.10). */
export const paymentEndpoints = platformEndpoints('config.Payment', PAYMENT);
