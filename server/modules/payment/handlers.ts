import { paymentEndpoints } from '../../../contract/payment';
import { PAYMENT } from '../../../contract/payment.settings';
import { handlers } from '../../core/http/context';
import { testAlipay } from '../../core/platforms/alipay/checks';
import { testDouyin } from '../../core/platforms/douyin/config';
import { testWxPay } from '../../core/platforms/wxpay/connection';
import { platformCalls } from '../setting';
import { openAlipay, openDouyin, openWxPay } from './adapters';
import { aliFaults, answered, dyErrors, payoutErrors, wxFaults } from './checks';
import { numberFaults, storeNumbers } from './numbers';

const { wx, ali } = PAYMENT.groups;

/** Payment (支付配置, DOMAIN §3.10). */
export const paymentHandlers = handlers(
  paymentEndpoints,
  platformCalls('config.Payment', PAYMENT, {
    wx: {
      verify: (ctx, _before, after) => wxFaults(ctx, wx, after),
      test: async (ctx, settings) => answered(ctx, await testWxPay(await openWxPay(ctx, settings))),
    },
    ali: {
      verify: (ctx, _before, after) => aliFaults(ctx, ali, after),
      test: async (ctx, settings) =>
        answered(
          ctx,
          await testAlipay(await openAlipay(ctx, settings), { clock: ctx.clock, pid: settings.values.pid || null }),
        ),
    },
    dy: {
      check: (values, { locale }) => dyErrors(values, locale),
      async test(ctx, settings) {
        const { adapter, config, token } = await openDouyin(ctx, settings);
        const no = `TEST${ctx.clock.randomBytes(10).toString('hex')}`;
        return answered(ctx, await testDouyin(adapter, config, token, no));
      },
    },
    payout: { check: (values, { locale }) => payoutErrors(values, locale) },
    numbers: {
      verify: (ctx, _before, after) => numberFaults(ctx, after),
      afterSave: (ctx, after) => storeNumbers(ctx, after),
    },
  }),
);
