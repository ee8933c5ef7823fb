import { paymentEndpoints } from '../../../contract/payment';
import { PAYMENT } from '../../../contract/payment.settings';
import { handlers } from '../../core/http/context';
import { platformCalls } from '../setting';
import { signerOf } from './adapters';
import { aliFaults, dyErrors, payoutErrors, payoutsInFlight, wxFaults } from './checks';
import { tryAli, tryDy, tryWx } from './connection';
import { numberFaults, storeNumbers } from './numbers';

const { wx, ali } = PAYMENT.groups;

/** Handlers of payment settings (支付配置, DOMAIN §3.10). */
export const paymentHandlers = handlers(
  paymentEndpoints,
  platformCalls('config.Payment', PAYMENT, {
    wx: {
      verify: (ctx, _before, after) => wxFaults(ctx, wx, after),
      // Disabling (`after` is null) is allowed, because open payouts are completed with the stored settings.
      inUse: async (ctx, before, after) =>
        after && payoutsInFlight(ctx, 'wechat', { before: signerOf(before), after: signerOf(after) }),
      test: tryWx,
    },
    ali: {
      verify: (ctx, _before, after) => aliFaults(ctx, ali, after),
      inUse: async (ctx, before, after) =>
        after && payoutsInFlight(ctx, 'alipay', { before: before.pid, after: after.pid }),
      test: tryAli,
    },
    dy: {
      check: (values, { locale }) => dyErrors(values, locale),
      test: tryDy,
    },
    payout: { check: (values, { locale }) => payoutErrors(values, locale) },
    numbers: {
      verify: (ctx, _before, after) => numberFaults(ctx, after),
      afterSave: (ctx, after) => storeNumbers(ctx, after),
    },
  }),
);
