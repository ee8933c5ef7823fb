import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { SettingValues, SimulatorStore } from '../simulator';
import { registerDouyinApp, type SimulatedDouyinApp } from './world';

const NOTIFY_URL = '/api/callback.DyPay/notify';
const generate = promisify(generateKeyPair);
const textIn = (settings: SettingValues, name: string): string =>
  typeof settings[name] === 'string' ? settings[name] : '';

/** Registers the mini program of these settings, or what it lacks for payment: see `Simulator.adopt`. */
export async function adoptDouyinApp(store: SimulatorStore, settings: SettingValues): Promise<SettingValues> {
  const appId = textIn(settings, 'appId');
  const [salt, token] = [textIn(settings, 'salt'), textIn(settings, 'token')];
  const [keyVersion, privateKey] = [textIn(settings, 'keyVersion'), textIn(settings, 'appPrivateKey')];
  const known = await store.get<SimulatedDouyinApp>('app', appId);
  const lacksPay = !known?.pay && salt !== '';
  const lacksKey = privateKey !== '' && known?.keys?.application[keyVersion] === undefined;
  if (known && !lacksPay && !lacksKey) return settings;
  const makePlatformKey = async () =>
    (await generate('rsa', { modulusLength: 2048 })).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await registerDouyinApp(store, {
    appId,
    appSecret: known?.appSecret ?? textIn(settings, 'appSecret'),
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
  return settings;
}
