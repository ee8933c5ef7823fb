import { createPublicKey } from 'node:crypto';
import type { Clock } from '../../core/clock';
import { type OpenSettings, type SimulatorStore, settingText } from '../simulator';
import { registerMerchant, world } from './world';

/** The public key in the settings when the merchant number was registered. */
interface Typed {
  readonly publicKeyId: string;
  readonly publicKey: string;
}
const TYPED = 'typed';
const listIn = (settings: OpenSettings, name: string): readonly string[] =>
  Array.isArray(settings[name]) ? settings[name].map(String) : [];

/**
 * Registers the merchant number of these settings if it is unknown.
 *
 * @returns the platform's `publicKeyId` and `publicKey`; empty if the key in the settings differs from the key at the registration
 */
export async function openWxMerchant(
  store: SimulatorStore,
  clock: Clock,
  settings: OpenSettings,
): Promise<Readonly<Record<string, string>>> {
  const isPartner = settings.mode === 'partner';
  const mchId = settingText(settings, isPartner ? 'spMchId' : 'mchId');
  const given: Typed = {
    publicKeyId: settingText(settings, 'publicKeyId'),
    publicKey: settingText(settings, 'publicKey').trim(),
  };
  const known = await world(store).get('merchant', mchId);
  if (!known) {
    const scene = settingText(settings, 'transferSceneId');
    await registerMerchant(store, clock, {
      mchId,
      serial: settingText(settings, 'merchantSerialNo'),
      publicKey: createPublicKey(settingText(settings, 'merchantPrivateKey'))
        .export({ type: 'spki', format: 'pem' })
        .toString(),
      apiV3Key: settingText(settings, 'apiV3Key'),
      appIds: listIn(settings, 'appIds'),
      ...(scene !== '' && { scenes: [scene] }),
      ...(isPartner && { subMchIds: [settingText(settings, 'mchId')] }),
      hasCertificates: settings.verifyMode === 'platformCert',
    });
    await store.put(TYPED, mchId, given);
  }
  const merchant = known ?? (await world(store).get('merchant', mchId));
  const typed = await store.get<Typed>(TYPED, mchId);
  const isSame = typed?.publicKeyId === given.publicKeyId && typed.publicKey === given.publicKey;
  if (!merchant || !isSame) return {};
  const { serial, publicKey } = merchant.platformKey;
  return { publicKeyId: serial, publicKey };
}
