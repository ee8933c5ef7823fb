import { createPublicKey } from 'node:crypto';
import type { Clock } from '../../core/clock';
import type { SettingValues, SimulatorStore } from '../simulator';
import { registerMerchant, world } from './world';

/** The platform's public key as the settings had it when the merchant number was opened. */
interface Typed {
  readonly publicKeyId: string;
  readonly publicKey: string;
}
const TYPED = 'typed';
const textIn = (settings: SettingValues, name: string): string =>
  typeof settings[name] === 'string' ? settings[name] : '';
const listIn = (settings: SettingValues, name: string): readonly string[] =>
  Array.isArray(settings[name]) ? settings[name].map(String) : [];

/** Opens the merchant number of these settings where it is not known: see `Simulator.adopt`. */
export async function adoptMerchant(
  store: SimulatorStore,
  clock: Clock,
  settings: SettingValues,
): Promise<SettingValues> {
  const mchId = textIn(settings, 'mchId');
  const given: Typed = {
    publicKeyId: textIn(settings, 'publicKeyId'),
    publicKey: textIn(settings, 'publicKey').trim(),
  };
  const known = await world(store).get('merchant', mchId);
  if (!known) {
    const scene = textIn(settings, 'transferSceneId');
    await registerMerchant(store, clock, {
      mchId,
      serial: textIn(settings, 'merchantSerialNo'),
      publicKey: createPublicKey(textIn(settings, 'merchantPrivateKey'))
        .export({ type: 'spki', format: 'pem' })
        .toString(),
      apiV3Key: textIn(settings, 'apiV3Key'),
      appIds: listIn(settings, 'appIds'),
      ...(scene !== '' && { scenes: [scene] }),
      hasCertificates: settings.verifyMode === 'platformCert',
    });
    await store.put(TYPED, mchId, given);
  }
  const merchant = known ?? (await world(store).get('merchant', mchId));
  const typed = await store.get<Typed>(TYPED, mchId);
  const isSame = typed?.publicKeyId === given.publicKeyId && typed.publicKey === given.publicKey;
  if (!merchant || !isSame) return settings;
  const { serial, publicKey } = merchant.platformKey;
  return { ...settings, publicKeyId: serial, publicKey };
}
