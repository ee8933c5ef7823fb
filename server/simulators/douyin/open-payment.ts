import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type OpenSettings, type SimulatorStore, settingText } from '../simulator';
import { registerDouyinApp, type SimulatedDouyinApp } from './world';

const NOTIFY_URL = '/api/callback.DyPay/notify';
const generate = promisify(generateKeyPair);

/** Registers the mini program of these settings. A known mini program gets only the payment data that it lacks. */
export async function openPaymentApp(store: SimulatorStore, settings: OpenSettings): Promise<Record<string, never>> {
  const appId = settingText(settings, 'appId');
  const [salt, token] = [settingText(settings, 'salt'), settingText(settings, 'token')];
  const [keyVersion, privateKey] = [settingText(settings, 'keyVersion'), settingText(settings, 'appPrivateKey')];
  const known = await store.get<SimulatedDouyinApp>('app', appId);
  const lacksPay = !known?.pay && salt !== '';
  const lacksKey = privateKey !== '' && known?.keys?.application[keyVersion] === undefined;
  if (known && !lacksPay && !lacksKey) return {};
  const makePlatformKey = async () =>
    (await generate('rsa', { modulusLength: 2048 })).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await registerDouyinApp(store, {
    appId,
    appSecret: known?.appSecret ?? settingText(settings, 'appSecret'),
    component: known?.component ?? null,
    pay: lacksPay ? { salt, token, notifyUrl: NOTIFY_URL } : (known?.pay ?? null),
    keys: lacksKey
      ? {
          application: {
            ...known?.keys?.application,
            [keyVersion]: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
          },
          platformPrivateKey: known?.keys?.platformPrivateKey ?? (await makePlatformKey()),
        }
      : (known?.keys ?? null),
    message: known?.message ?? null,
    hostNames: known?.hostNames ?? [],
    isDevelopmentGranted: known?.isDevelopmentGranted ?? false,
  });
  return {};
}
