import { generateKeyPairSync, type KeyPairKeyObjectResult as Pair } from 'node:crypto';
import { DAY_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import { type CertificateName, issueCertificate } from '../certificates';
import type { SimulatorParts, SimulatorStore } from '../simulator';
import { type SimulatedTrade, tradeStatus } from './money';
import { notify } from './notify';
import { keyOf, numberOf, type SimulatedApp, type SimulatedAuth, written, yuanOf } from './world';

/**
 * This module simulates events at Alipay that no call to Alipay causes: applications are registered, merchants authorise applications, and
 * buyers pay.
 */

/** Adds an application to the platform, or replaces it. */
export async function registerApp(store: SimulatorStore, app: SimulatedApp): Promise<void> {
  await store.put('app', app.appId, app);
}

/** Records that a merchant authorised a third-party application. `token` is the `app_auth_token`. */
export async function authorizeApp(store: SimulatorStore, token: string, auth: SimulatedAuth): Promise<void> {
  await store.put('auth', token, auth);
}

/** Records that a buyer paid, and notifies the application. */
export async function payTrade(
  parts: SimulatorParts,
  app: SimulatedApp,
  order: { readonly outTradeNo: string; readonly subject: string; readonly buyer: string; readonly totalFen: number },
): Promise<SimulatedTrade> {
  const now = parts.clock.now();
  const trade: SimulatedTrade = { ...order, tradeNo: numberOf(parts, now), paidMs: now.getTime() };
  await parts.store.put('trade', keyOf(app, trade.outTradeNo), trade);
  await notify(parts, app, now, {
    notify_type: 'trade_status_sync',
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    buyer_logon_id: trade.buyer,
    seller_id: app.pid,
    subject: trade.subject,
    trade_status: tradeStatus(trade, now),
    total_amount: yuanOf(trade.totalFen),
    receipt_amount: yuanOf(trade.totalFen),
    gmt_create: written(now),
    gmt_payment: written(now),
  });
  return trade;
}

const CA = [
  ['C', 'CN'],
  ['O', 'Ant Financial'],
  ['OU', 'Certification Authority'],
] as const satisfies CertificateName;

/** Keys and certificates of a new application, as its owner downloads them. `app` is what the platform stores. */
export interface MadeApp {
  readonly app: SimulatedApp;
  readonly appPrivateKey: string;
  /** Base64 of the DER format, as the platform shows the key. */
  readonly alipayPublicKey: string;
}

type Wanted = Pick<SimulatedApp, 'appId' | 'pid' | 'balanceFen' | 'payees' | 'notifyUrl' | 'template'> & {
  readonly mode: 'publicKey' | 'cert';
  readonly isEncrypted: boolean;
};

const PEM = { format: 'pem', type: 'pkcs8' } as const;

/**
 * Creates an application with its keys, but does not register it. In certificate mode, the function also creates a root certificate and
 * certificates for both sides. Generating the keys takes about half a second in either mode.
 */
export function makeApp(clock: Clock, { mode, isEncrypted, ...wanted }: Wanted): MadeApp {
  const [own, platform, root] = [0, 1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [
    Pair,
    Pair,
    Pair,
  ];
  const now = clock.now();
  const issuer: CertificateName = [...CA, ['CN', 'Simulated Certification Authority R1']];
  const issue = (subject: CertificateName, key: Pair) =>
    issueCertificate({
      serial: clock.randomBytes(16).toString('hex').replace(/^./, '2'),
      subject,
      key: key.publicKey,
      issuer,
      issuerKey: root.privateKey,
      from: new Date(now.getTime() - DAY_MS),
      to: new Date(now.getTime() + 730 * DAY_MS),
    });
  const named = (name: string): CertificateName => [
    ['C', 'CN'],
    ['O', '示例公司'],
    ['OU', 'Alipay'],
    ['CN', name],
  ];
  return {
    app: {
      ...wanted,
      appPublicKey: own.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      alipayPrivateKey: platform.privateKey.export(PEM).toString(),
      encryptKey: isEncrypted ? clock.randomBytes(16).toString('base64') : null,
      certificates:
        mode === 'publicKey'
          ? null
          : {
              appCert: issue(named(`${wanted.pid}-${wanted.appId}`), own),
              alipayCert: issue(named(`支付宝(中国)网络技术有限公司-${wanted.pid}`), platform),
              rootCert: issue(issuer, root),
            },
    },
    appPrivateKey: own.privateKey.export(PEM).toString(),
    alipayPublicKey: platform.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}
