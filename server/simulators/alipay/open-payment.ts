import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import { type CertificateName, issueCertificate } from '../certificates';
import { type OpenSettings, type SimulatorStore, settingText } from '../simulator';
import { registerApp } from './setup';
import type { SimulatedApp } from './world';

const NOTIFY_URL = '/api/callback.AliPay/notify';
const OPENING_FEN = 100_000_000;
const VALID_DAYS = 730;

/**
 * `typed` is the platform's public key or certificate that the settings contained at registration. `simulated` is the simulator's own
 * value, which has to replace `typed` in the settings.
 */
interface Shown {
  readonly typed: string;
  readonly simulated: string;
}
/** Name of the setting that contains the platform's public key or certificate, by mode. */
const SHOWN = { publicKey: 'alipayPublicKey', cert: 'alipayCert' } as const;
type Mode = keyof typeof SHOWN;

const generate = promisify(generateKeyPair);
const textIn = (settings: OpenSettings, name: string): string => settingText(settings, name).trim();

/** Computes the public key of a private key as PEM. The private key is PEM, or the bare base64 text that Alipay's key tool writes. */
function publicHalf(text: string): string {
  const der = (type: 'pkcs8' | 'pkcs1') =>
    createPrivateKey({ key: Buffer.from(text.replace(/\s/g, ''), 'base64'), format: 'der', type });
  const read = () => {
    if (text.includes('-----BEGIN')) return createPrivateKey(text);
    try {
      return der('pkcs8');
    } catch {
      return der('pkcs1');
    }
  };
  return createPublicKey(read()).export({ type: 'spki', format: 'pem' }).toString();
}

/** Creates the platform's key, and in certificate mode also a certificate for it. */
async function makePlatform(clock: Clock, pid: string, mode: Mode) {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 });
  const name: CertificateName = [
    ['C', 'CN'],
    ['O', 'Ant Financial'],
    ['OU', 'Alipay'],
    ['CN', `支付宝(中国)网络技术有限公司-${pid}`],
  ];
  const from = clock.now();
  const simulated =
    mode === 'publicKey'
      ? publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
      : issueCertificate({
          serial: clock.randomBytes(16).toString('hex').replace(/^./, '2'),
          subject: name,
          key: publicKey,
          issuer: name,
          issuerKey: privateKey,
          from,
          to: new Date(from.getTime() + VALID_DAYS * DAY_MS),
        });
  return { alipayPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), simulated };
}

/**
 * Registers the application of these settings if it is unknown. A change to certificate mode registers it again.
 *
 * @returns the platform's public key or certificate under its name in the settings; empty if the settings contain another value than at the
 * registration
 */
export async function openPaymentApp(
  store: SimulatorStore,
  clock: Clock,
  settings: OpenSettings,
): Promise<Readonly<Record<string, string>>> {
  const [appId, pid] = [textIn(settings, 'appId'), textIn(settings, 'pid')];
  const mode: Mode = settings.keyMode === 'cert' ? 'cert' : 'publicKey';
  const typed = textIn(settings, SHOWN[mode]);
  const known = await store.get<SimulatedApp>('app', appId);
  if (!known || (mode === 'cert' && known.certificates === null)) {
    const { alipayPrivateKey, simulated } = await makePlatform(clock, pid, mode);
    await registerApp(store, {
      appId,
      pid,
      appPublicKey: publicHalf(textIn(settings, 'appPrivateKey')),
      alipayPrivateKey,
      certificates:
        mode === 'publicKey'
          ? null
          : { appCert: textIn(settings, 'appCert'), alipayCert: simulated, rootCert: textIn(settings, 'rootCert') },
      encryptKey: textIn(settings, 'encryptKey') || null,
      balanceFen: known?.balanceFen ?? OPENING_FEN,
      payees: known?.payees ?? {},
      notifyUrl: known?.notifyUrl ?? NOTIFY_URL,
      template: known?.template ?? null,
    });
    await store.put('shown', appId, { typed, simulated } satisfies Shown);
  }
  const shown = await store.get<Shown>('shown', appId);
  return shown?.typed === typed ? { [SHOWN[mode]]: shown.simulated } : {};
}
