import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { fixedClock } from '../../core/clock';
import { createWxPay, type WxPay } from '../../core/platforms/wxpay/adapter';
import type { WxPayVerification } from '../../core/platforms/wxpay/config';
import { type Callback, type Fault, memoryStore, simulatorFetch } from '../simulator';
import { createWxPaySimulator, registerMerchant } from '../wxpay';
import { makeCertificate } from './certificate';
import type { MerchantRegistration } from './world';

/** Test environment of WeChat Pay: a simulated platform with one merchant, and the adapter that calls it. */

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export const MERCHANT = {
  mchId: '1900000109',
  appId: 'wx0123456789abcdef',
  openid: 'o-MYE42l80oelYMDE34nYD456Xoy',
  serialNo: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  apiV3Key: 'MyApiV3KeyForSimulatedPayments01',
  privateKey,
  publicKey,
};
export const NOTIFY_URL = 'https://console.example.com/api/callback.WxPay/transfer';

/** Creates the merchant's `apiclient_cert.pem`. */
export function merchantCertificate(
  change: { readonly commonName?: string; readonly to?: Date; readonly key?: string } = {},
): Promise<string> {
  const key = createPrivateKey(change.key ?? privateKey);
  return makeCertificate({
    serialNo: MERCHANT.serialNo,
    commonName: change.commonName ?? MERCHANT.mchId,
    privateKey: key,
    publicKey: createPublicKey(key),
    from: new Date('2026-01-01T00:00:00Z'),
    to: change.to ?? new Date('2031-01-01T00:00:00Z'),
  });
}

/** Opens a simulated platform with a merchant and its adapter. @param options `skewMs`: how far our clock is ahead of the platform's */
export async function openWorld(
  options: {
    readonly registration?: Partial<MerchantRegistration>;
    readonly verification?: WxPayVerification;
    readonly config?: Partial<WxPay['config']>;
    readonly skewMs?: number;
  } = {},
) {
  const clock = fixedClock('2026-03-02T11:00:00+08:00');
  const store = memoryStore();
  const callbacks: Callback[] = [];
  const simulator = createWxPaySimulator({ clock, store, callBack: async (callback) => void callbacks.push(callback) });
  const { mchId, serialNo: serial, apiV3Key, appId } = MERCHANT;
  const registration = { mchId, serial, publicKey, apiV3Key, appIds: [appId], ...options.registration };
  const shown = await registerMerchant(store, clock, registration);
  const calls: string[] = [];
  let faults: Fault[] = [];
  const fetcher = simulatorFetch([simulator], new URL('http://simulator.test'), (_name, path) => {
    calls.push(path);
    return faults.shift() ?? null;
  });
  const wxPay = createWxPay(
    {
      mchId,
      subMchId: null,
      serialNo: MERCHANT.serialNo,
      privateKey,
      apiV3Key,
      appIds: [appId],
      verification: options.verification ?? { mode: 'publicKey', ...shown },
      transferSceneId: '1005',
      transferReport: [
        { type: '岗位类型', content: '骑手' },
        { type: '报酬说明', content: '配送收入' },
      ],
      ...options.config,
    },
    {
      origin: new URL('http://simulator.test/wxpay'),
      fetch: fetcher,
      clock: { ...clock, now: () => new Date(clock.now().getTime() + (options.skewMs ?? 0)) },
      timeoutMs: 60,
    },
  );
  return {
    clock,
    store,
    simulator,
    callbacks,
    calls,
    fetcher,
    registration,
    shown,
    wxPay,
    /** Plans one fault for each of the next calls. */
    plant(...next: Fault[]) {
      faults = next;
    },
  };
}
export type WxWorld = Awaited<ReturnType<typeof openWorld>>;

/** Builds a transfer of ¥123.45. */
export const transferOf = (outBillNo: string, change: object = {}) => ({
  outBillNo,
  appId: MERCHANT.appId,
  openid: MERCHANT.openid,
  amountFen: 12_345,
  remark: '配送收入提现',
  notifyUrl: NOTIFY_URL,
  ...change,
});
