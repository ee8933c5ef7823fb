import { createPrivateKey, createPublicKey, generateKeyPair, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../../core/clock';
import type { SimulatorStore } from '../simulator';
import { makeCertificate } from './certificate';

/** This module defines the data of the simulated WeChat Pay and registers merchants and payees. Amounts are in fen. */

/** A key pair of the platform: that of a certificate, or the WeChat Pay public key with its private key. */
export interface PlatformKey {
  readonly serial: string;
  readonly privateKey: string;
  readonly publicKey: string;
}
export interface PlatformCertificate extends PlatformKey {
  readonly certificate: string;
  readonly from: string;
  readonly to: string;
}

export interface Merchant {
  readonly mchId: string;
  /** Serial number of the merchant's API certificate. */
  readonly serial: string;
  readonly publicKey: string;
  readonly apiV3Key: string;
  readonly appIds: readonly string[];
  /** Sub-merchants that authorised this service provider. */
  readonly subMchIds: readonly string[];
  /** Granted transfer scenes. An empty list means that the merchant has no transfers. */
  readonly scenes: readonly string[];
  readonly dailyTransferFen: number;
  /** The account's balance before its first movement. */
  readonly openingFen: number;
  readonly platformKey: PlatformKey;
  /** Certificates, newest last. The list is empty for merchants that use the platform's public key. */
  readonly certificates: readonly PlatformCertificate[];
}

export interface MerchantRegistration {
  readonly mchId: string;
  readonly serial: string;
  /** Public key or certificate as PEM. */
  readonly publicKey: string;
  readonly apiV3Key: string;
  readonly appIds: readonly string[];
  readonly subMchIds?: readonly string[];
  readonly scenes?: readonly string[];
  readonly dailyTransferFen?: number;
  readonly openingFen?: number;
  /** `true` if the platform signs with platform certificates, as it does only for older merchants. */
  readonly hasCertificates?: boolean;
}

/** A payee of transfers. A payee who is not registered confirms after one minute. */
export interface Payee {
  readonly openid: string;
  /** `null` means that any name is accepted. */
  readonly name: string | null;
  /** Seconds until the payee confirms. `null` means that the payee never confirms. */
  readonly confirmsAfterSec: number | null;
  /** Seconds between the confirmation and the final state. */
  readonly unclearSec: number;
  /** Reason why the transfer fails after the confirmation. `null` means that it succeeds. */
  readonly failReason: string | null;
  /** `true` if the transfer is created but its call is answered with a system error. */
  readonly isAnsweredByError: boolean;
}

export interface Transfer {
  readonly mchId: string;
  readonly outBillNo: string;
  readonly transferBillNo: string;
  readonly appId: string;
  readonly openid: string;
  readonly sceneId: string;
  readonly amountFen: number;
  readonly remark: string;
  readonly userName: string | null;
  readonly notifyUrl: string | null;
  /** Hash of all sent values. The same number with other values is refused. */
  readonly content: string;
  readonly createdAt: string;
  /** When the merchant's money was reserved. `null` while the balance is too low. */
  readonly lockedAt: string | null;
  readonly confirmedAt: string | null;
  readonly cancelAskedAt: string | null;
  /** Final state with its reason and its time. `null` while the transfer is open. */
  readonly finished: {
    readonly state: 'SUCCESS' | 'FAIL' | 'CANCELLED';
    readonly reason: string | null;
    readonly at: string;
  } | null;
}

export interface Order {
  readonly mchId: string;
  readonly appId: string;
  readonly outTradeNo: string;
  readonly transactionId: string;
  readonly openid: string;
  readonly totalFen: number;
  readonly feeRateBp: number;
  readonly description: string;
  readonly paidAt: string;
}

export interface Refund {
  readonly mchId: string;
  readonly outTradeNo: string;
  readonly outRefundNo: string;
  readonly refundId: string;
  readonly refundFen: number;
  readonly totalFen: number;
  readonly reason: string | null;
  readonly notifyUrl: string | null;
  readonly createdAt: string;
  /** End of the refund. `null` while the refund is open. */
  readonly finishedAt: string | null;
}

/** A movement of the merchant's account. It is one line of the account statement (资金账单). */
export interface Movement {
  readonly mchId: string;
  readonly no: string;
  readonly at: string;
  /** The platform's number of the order, refund or transfer that moved the money. */
  readonly bizNo: string;
  readonly name: string;
  readonly amountFen: number;
  readonly remark: string;
  /** The merchant's own number of the order, refund or transfer. */
  readonly voucherNo: string;
}

interface Kinds {
  readonly merchant: Merchant;
  readonly payee: Payee;
  readonly transfer: Transfer;
  readonly order: Order;
  readonly refund: Refund;
  readonly movement: Movement;
  /** Time at which a nonce was used, in milliseconds since 1970. */
  readonly nonce: number;
  /** Number of a merchant's calls in one second. `second` is that time in seconds since 1970. */
  readonly rate: { readonly second: number; readonly calls: number };
  readonly link: {
    readonly mchId: string;
    readonly kind: 'trade' | 'fund';
    readonly day: string;
    readonly isPacked: boolean;
    readonly until: string;
  };
}

/** Adds static types to the store: `kind` determines the type of the value. */
export function world(store: SimulatorStore) {
  return {
    get: <K extends keyof Kinds>(kind: K, key: string) => store.get<Kinds[K]>(kind, key),
    put: <K extends keyof Kinds>(kind: K, key: string, value: Kinds[K]) => store.put(kind, key, value),
    remove: (kind: keyof Kinds, key: string) => store.remove(kind, key),
    async list<K extends keyof Kinds>(kind: K): Promise<readonly Kinds[K][]> {
      return (await store.list<Kinds[K]>(kind)).map(({ value }) => value);
    },
    entries: <K extends keyof Kinds>(kind: K) => store.list<Kinds[K]>(kind),
  };
}
export type World = ReturnType<typeof world>;

/** Formats a time as `2026-03-01T09:30:00+08:00`, as the platform does. */
export function writeMoment(at: Date | string): string {
  return `${writeWall(at).replace(' ', 'T')}+08:00`;
}

/** Formats a time as `2026-03-01 09:30:00` in Beijing time. */
export function writeWall(at: Date | string): string {
  const beijing = new Date(new Date(at).getTime() + 8 * 3_600_000);
  return beijing.toISOString().slice(0, 19).replace('T', ' ');
}

/** Creates a number in the platform's format: prefix, day and 14 random digits. */
export function makeNo(prefix: string, clock: Clock): string {
  const random = BigInt(`0x${clock.randomBytes(8).toString('hex')}`)
    .toString()
    .padStart(20, '0')
    .slice(-14);
  return `${prefix}${writeWall(clock.now()).slice(0, 10).replaceAll('-', '')}${random}`;
}

const generate = promisify(generateKeyPair);

async function makeKey(): Promise<{ readonly privateKey: string; readonly publicKey: string }> {
  return generate('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

const YEARS_5_MS = 5 * 365 * 24 * 3_600_000;

/** Creates a serial number of 40 hexadecimal digits. With 5 as the first digit the number is positive in the certificate's encoding. */
const makeSerial = (clock: Clock) => `5${clock.randomBytes(20).toString('hex').slice(1)}`.toUpperCase();

async function makePlatformCertificate(clock: Clock): Promise<PlatformCertificate> {
  const key = await makeKey();
  const from = clock.now();
  const to = new Date(from.getTime() + YEARS_5_MS);
  const serial = makeSerial(clock);
  const certificate = await makeCertificate({
    serialNo: serial,
    commonName: 'Tenpay.com sign',
    privateKey: createPrivateKey(key.privateKey),
    publicKey: createPublicKey(key.publicKey),
    from,
    to,
  });
  return { ...key, serial, certificate, from: from.toISOString(), to: to.toISOString() };
}

const PLATFORM_NUMBER = '0000';

/**
 * Registers a merchant number on the simulated platform. A repeated registration replaces the values. It preserves the platform's key pair
 * and, with `hasCertificates`, the certificates.
 *
 * @returns what the platform's pages would show: the WeChat Pay public key and its id
 */
export async function registerMerchant(
  store: SimulatorStore,
  clock: Clock,
  registration: MerchantRegistration,
): Promise<{ readonly publicKeyId: string; readonly publicKey: string }> {
  const { mchId, serial, publicKey, apiV3Key, appIds } = registration;
  const existing = await world(store).get('merchant', mchId);
  const digits = `${mchId}${writeWall(clock.now()).slice(0, 10).replaceAll('-', '')}${PLATFORM_NUMBER}`;
  const platformKey = existing?.platformKey ?? {
    ...(await makeKey()),
    serial: `PUB_KEY_ID_01${digits.padEnd(26, '0')}`,
  };
  const certificates = existing?.certificates.length ? existing.certificates : null;
  await world(store).put('merchant', mchId, {
    mchId,
    serial: serial.toUpperCase(),
    publicKey: publicKey.includes('CERTIFICATE')
      ? new X509Certificate(publicKey).publicKey.export({ type: 'spki', format: 'pem' }).toString()
      : publicKey,
    apiV3Key,
    appIds,
    subMchIds: registration.subMchIds ?? [],
    scenes: registration.scenes ?? ['1000', '1005'],
    dailyTransferFen: registration.dailyTransferFen ?? 10_000_000,
    openingFen: registration.openingFen ?? 100_000_000,
    platformKey,
    certificates: registration.hasCertificates ? (certificates ?? [await makePlatformCertificate(clock)]) : [],
  });
  return { publicKeyId: platformKey.serial, publicKey: platformKey.publicKey };
}

/**
 * Registers a merchant number and creates the keys that a merchant would create. A settings form can be filled with the result.
 *
 * @returns the values of the form; keys and the certificate are PEM
 */
export async function openMerchant(
  store: SimulatorStore,
  clock: Clock,
  { mchId, appIds }: Pick<MerchantRegistration, 'mchId' | 'appIds'>,
) {
  const { privateKey, publicKey } = await makeKey();
  const serialNo = makeSerial(clock);
  const apiV3Key = clock.randomBytes(16).toString('hex');
  const from = clock.now();
  const merchantCert = await makeCertificate({
    serialNo,
    commonName: mchId,
    privateKey: createPrivateKey(privateKey),
    publicKey: createPublicKey(publicKey),
    from,
    to: new Date(from.getTime() + YEARS_5_MS),
  });
  const shown = await registerMerchant(store, clock, { mchId, serial: serialNo, publicKey, apiV3Key, appIds });
  return {
    mchId,
    appIds,
    merchantSerialNo: serialNo,
    merchantCert,
    merchantPrivateKey: privateKey,
    apiV3Key,
    ...shown,
  };
}

/**
 * Adds a platform certificate, which signs the following answers. The previous certificate stays valid; older ones are removed.
 *
 * @returns the serial number
 * @throws Error if the merchant is not registered
 */
export async function rotatePlatformCertificate(store: SimulatorStore, clock: Clock, mchId: string): Promise<string> {
  const merchant = await world(store).get('merchant', mchId);
  if (!merchant) throw new Error(`merchant ${mchId} is not registered`);
  const next = await makePlatformCertificate(clock);
  await world(store).put('merchant', mchId, { ...merchant, certificates: [...merchant.certificates, next].slice(-2) });
  return next.serial;
}

/** Sets how a payee behaves. Values that are not given get their defaults. */
export async function registerPayee(
  store: SimulatorStore,
  payee: { readonly openid: string } & Partial<Payee>,
): Promise<void> {
  await world(store).put('payee', payee.openid, { ...payeeBehaviour(payee.openid), ...payee });
}

/** Returns the behaviour of a payee who is not registered. */
export function payeeBehaviour(openid: string): Payee {
  return { openid, name: null, confirmsAfterSec: 60, unclearSec: 0, failReason: null, isAnsweredByError: false };
}
