import { paymentEndpoints } from '../../../contract/payment';
import { PAYMENT } from '../../../contract/payment.settings';
import { handlers } from '../../core/http/context';
import { platformCalls } from '../setting';
import { aliFaults, answered, dyErrors, payoutErrors, wxFaults } from './checks';
import { tryAli, tryDy, tryWx } from './connection';
import { numberFaults, storeNumbers } from './numbers';

const { wx, ali } = PAYMENT.groups;

/** Payment (支付配置, DOMAIN §3.10). */
export const paymentHandlers = handlers(
  paymentEndpoints,
  platformCalls('config.Payment', PAYMENT, {
    wx: {
      verify: (ctx, _before, after) => wxFaults(ctx, wx, after),
      test: async (ctx, settings) => answered(ctx, await tryWx(ctx, settings)),
    },
    ali: {
      verify: (ctx, _before, after) => aliFaults(ctx, ali, after),
      test: async (ctx, settings) => answered(ctx, await tryAli(ctx, settings)),
    },
    dy: {
      check: (values, { locale }) => dyErrors(values, locale),
      test: async (ctx, settings) => answered(ctx, await tryDy(ctx, settings)),
    },
    payout: { check: (values, { locale }) => payoutErrors(values, locale) },
    numbers: {
      verify: (ctx, _before, after) => numberFaults(ctx, after),
      afterSave: (ctx, after) => storeNumbers(ctx, after),
    },
  }),
);
