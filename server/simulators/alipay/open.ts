import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '../../../contract/units';
import { readPrivateKey } from '../../core/platforms/pem';
import { type CertificateName, issueCertificate } from '../certificates';
import { type OpenSettings, type SimulatorParts, type SimulatorStore, settingText } from '../simulator';
import { addTemplatesOfSettings } from '../subscriptions';
import { authorizeApp, registerApp } from './setup';
import type { SimulatedApp } from './world';

/**
 * This module registers mini programs from their settings. The settings do not contain the platform's private key. The simulator
 * therefore creates one key for all applications and returns its public key.
 */

/** URL for the simulator's notifications. Only its path is used. */
const GATEWAY_URL = 'https://console.invalid/api/callback.AliMini/event';
const CERTIFICATE_DAYS = 730;
const DEFAULT_TEMPLATE_VERSIONS = ['0.0.1', '0.0.2'];
const PEM = { format: 'pem', type: 'pkcs8' } as const;
const generate = promisify(generateKeyPair);

async function platformKey(store: SimulatorStore): Promise<string> {
  const kept = await store.get<string>('platformKey', 'alipay');
  if (kept !== null) return kept;
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const pem = privateKey.export(PEM).toString();
  await store.put('platformKey', 'alipay', pem);
  return pem;
}

function issuePlatformCertificate(parts: SimulatorParts, pem: string): string {
  const key = createPrivateKey(pem);
  const now = parts.clock.now().getTime();
  const name: CertificateName = [
    ['C', 'CN'],
    ['O', 'Ant Financial'],
    ['CN', 'Simulated Alipay'],
  ];
  return issueCertificate({
    serial: parts.clock.randomBytes(16).toString('hex').replace(/^./, '2'),
    ...{ subject: name, key: createPublicKey(key), issuer: name, issuerKey: key },
    ...{ from: new Date(now - DAY_MS), to: new Date(now + CERTIFICATE_DAYS * DAY_MS) },
  });
}

const publicOf = (pem: string): string => {
  const key = readPrivateKey(pem);
  return key === null ? '' : createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
};

/** Finds an application. An unknown application is registered with the values of the settings. */
async function openApp(
  parts: SimulatorParts,
  store: SimulatorStore,
  appId: string,
  settings: OpenSettings,
): Promise<SimulatedApp> {
  const known = await store.get<SimulatedApp>('app', appId);
  if (known) return known;
  const alipayPrivateKey = await platformKey(store);
  const byCertificate = settings.keyMode === 'cert';
  const template = settingText(settings, 'templateId');
  const version = settingText(settings, 'templateVersion');
  const app: SimulatedApp = {
    ...{ appId, pid: settingText(settings, 'pid'), alipayPrivateKey, balanceFen: 0, payees: {} },
    appPublicKey: publicOf(settingText(settings, 'appPrivateKey')),
    certificates: byCertificate
      ? {
          appCert: settingText(settings, 'appCert'),
          alipayCert: issuePlatformCertificate(parts, alipayPrivateKey),
          rootCert: settingText(settings, 'rootCert'),
        }
      : null,
    encryptKey: settingText(settings, 'aesKey') || null,
    notifyUrl: GATEWAY_URL,
    template:
      template === ''
        ? null
        : { id: template, versions: [...DEFAULT_TEMPLATE_VERSIONS, ...(version ? [version] : [])] },
  };
  await registerApp(store, app);
  return app;
}

const keysFor = (caller: SimulatedApp): Readonly<Record<string, string>> => ({
  alipayPublicKey: publicOf(caller.alipayPrivateKey),
  ...(caller.certificates && { alipayCert: caller.certificates.alipayCert }),
});

/** Returns the same keys as `openAlipayMini`, but registers nothing. The result is empty while the calling application is unknown. */
export async function givenToAlipayMini(
  store: SimulatorStore,
  settings: OpenSettings,
): Promise<Readonly<Record<string, string>>> {
  const name = settings.accessMode === 'isv' ? 'isvAppId' : 'appId';
  const caller = await store.get<SimulatedApp>('app', settingText(settings, name));
  return caller ? keysFor(caller) : {};
}

/**
 * Registers the applications of these settings, their message templates, and the authorization of a third-party application.
 *
 * @returns `alipayPublicKey` (PEM), and `alipayCert` in certificate mode
 */
export function openAlipayMini(
  parts: SimulatorParts,
  settings: OpenSettings,
): Promise<Readonly<Record<string, string>>> {
  return parts.store.alone(async (store) => {
    const mini = await openApp(parts, store, settingText(settings, 'appId'), settings);
    await addTemplatesOfSettings(store, mini.appId, settings.messageTemplates);
    const isOfIsv = settings.accessMode === 'isv';
    const caller = isOfIsv ? await openApp(parts, store, settingText(settings, 'isvAppId'), settings) : mini;
    if (isOfIsv) {
      const token = settingText(settings, 'appAuthToken');
      const hasGrant = (await store.list<{ isvAppId: string; appId: string }>('auth')).some(
        ({ value }) => value.isvAppId === caller.appId && value.appId === mini.appId,
      );
      if (!hasGrant) await authorizeApp(store, token, { isvAppId: caller.appId, appId: mini.appId });
    }
    return keysFor(caller);
  });
}
