import { testAlipay } from '../../core/platforms/alipay/checks';
import { testDouyin } from '../../core/platforms/douyin/config';
import { testWxPay } from '../../core/platforms/wxpay/connection';
import type { PlatformSettings } from '../setting';
import {
  type AliValues,
  type DyValues,
  openAlipay,
  openDouyin,
  openWxPay,
  type PaymentTools,
  type WxValues,
} from './adapters';

/** Connection tests (DOMAIN §3.10). Their calls change nothing on the platforms. */

export const tryWx = async (tools: PaymentTools, settings: PlatformSettings<WxValues>) =>
  testWxPay(await openWxPay(tools, settings));

export const tryAli = async (tools: PaymentTools, settings: PlatformSettings<AliValues>) =>
  testAlipay(await openAlipay(tools, settings), { clock: tools.clock, pid: settings.values.pid || null });

export async function tryDy(tools: PaymentTools, settings: PlatformSettings<DyValues>) {
  const { adapter, config, token } = await openDouyin(tools, settings);
  return testDouyin(adapter, config, token, `TEST${tools.clock.randomBytes(10).toString('hex')}`);
}
