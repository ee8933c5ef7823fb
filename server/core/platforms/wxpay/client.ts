import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Clock } from '../../clock';
import {
  askUpstream,
  type Fetch,
  type UpstreamAnswer,
  type UpstreamCall,
  UpstreamFailure,
  UpstreamTimeout,
} from '../outbound';
import type { WxPayConfig, WxPlatformCertificate } from './config';
import { DOUBTS, type Doubt } from './doubts';
import { createKeyring, type WxKeyring } from './keyring';
import {
  answerSignature,
  authorization,
  isFresh,
  isSignedBy,
  openResource,
  type SealedResource,
  SIGNATURE_WINDOW_MS,
} from './sign';

export interface WxPayParts {
  /** `https://api.mch.weixin.qq.com`, or the simulator's origin. */
  readonly origin: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Timeout of a call in milliseconds. The default is ten seconds. */
  readonly timeoutMs?: number;
}

export interface WxPayCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** `true` when the call moves money. Without a trusted answer, the outcome is then unknown. */
  readonly money?: boolean;
}

/** An answer or a callback as received: the headers with the signature, and the bytes that the signature covers. */
interface Signed {
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface WxPayClient {
  readonly clock: Clock;
  readonly keyring: WxKeyring;
  /**
   * Calls the platform and verifies its answer.
   *
   * @throws UpstreamFailure with the platform's code and message for a refusal, with a {@link Doubt} as code for an untrusted answer, and
   *   without a code when the connection fails or the status is 5xx
   * @throws UpstreamTimeout when no answer arrives in time. For a call with `money`, also after a failed connection, a status of 5xx, or an
   *   untrusted or unreadable answer
   */
  ask<T>(call: WxPayCall): Promise<T>;
  /**
   * Downloads a statement file. The platform does not sign these answers.
   *
   * @throws UpstreamFailure when the platform refuses, the connection fails or the status is 5xx
   * @throws UpstreamTimeout when no answer arrives in time
   */
  download(path: string): Promise<Buffer>;
  /**
   * Downloads the platform certificates and uses them for later answers.
   *
   * @throws UpstreamFailure for a refusal, a failed connection, a status of 5xx or a {@link Doubt}
   * @throws UpstreamTimeout when no answer arrives in time
   */
  certificates(): Promise<readonly WxPlatformCertificate[]>;
  /**
   * Checks the signature of a body. In the mode `platformCert`, an unknown serial number triggers a download of the certificates, at most
   * once a minute.
   *
   * @param anyMoment accepts signatures older than five minutes, because the caller has checked the time when the body arrived
   * @returns the reason not to trust the body, or `null` when the signature is valid
   */
  doubtAbout(signed: Signed, anyMoment?: boolean): Promise<Doubt | null>;
  open(resource: SealedResource): Buffer;
}

const NONCE_BYTES = 16;
/** Statuses of unsigned answers whose error code we accept: the platform has refused our signature or has not checked it. */
const UNSIGNED = [401, 429];
/** Minimum milliseconds between downloads of certificates. Without it, each forged serial number would cause a download. */
const REFRESH_PAUSE_MS = 60_000;

/** @throws UpstreamFailure BAD_ANSWER when the text is not JSON */
function parseJson<T>(answer: { readonly text: string }): T {
  try {
    return JSON.parse(answer.text) as T;
  } catch {
    throw new UpstreamFailure(DOUBTS.BAD_ANSWER['en-US'], 'BAD_ANSWER');
  }
}

/** Reads the platform's code and message of an error answer. @returns `null` when the answer has another format */
function refusalIn(text: string): { readonly code: string; readonly message: string } | null {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
  } catch {
    return null;
  }
}

/** Checks whether the answer's `Date` differs so much from our clock that the platform refuses our signatures. */
function isSkewed(headers: Headers, now: Date): boolean {
  const date = Date.parse(headers.get('date') ?? '');
  return !Number.isNaN(date) && Math.abs(date - now.getTime()) > SIGNATURE_WINDOW_MS;
}

function failure(doubt: Doubt): UpstreamFailure {
  return new UpstreamFailure(DOUBTS[doubt]['en-US'], doubt);
}

interface CertificateAnswer {
  readonly data: readonly {
    readonly serial_no: string;
    readonly effective_time: string;
    readonly expire_time: string;
    readonly encrypt_certificate: SealedResource;
  }[];
}

/** Reads a certificate's serial number. @returns `null` when the text is not a certificate */
function serialOf(certificate: string): string | null {
  try {
    return new X509Certificate(certificate).serialNumber;
  } catch {
    return null;
  }
}

/**
 * Decrypts the certificates of an answer.
 *
 * @throws UpstreamFailure DECRYPT_FAILED, or BAD_ANSWER when the answer has no list of certificates, or a certificate is not readable or
 *   has another serial number than stated
 */
function readCertificates(answer: UpstreamAnswer, open: (resource: SealedResource) => Buffer): WxPlatformCertificate[] {
  const { data } = parseJson<Partial<CertificateAnswer>>(answer);
  if (!Array.isArray(data)) throw failure('BAD_ANSWER');
  return (data as CertificateAnswer['data']).map((entry) => {
    const certificate = open(entry.encrypt_certificate).toString('utf8');
    if (serialOf(certificate) !== entry.serial_no) throw failure('BAD_ANSWER');
    return {
      serialNo: entry.serial_no,
      certificate,
      effectiveAt: new Date(entry.effective_time),
      expireAt: new Date(entry.expire_time),
    };
  });
}

interface Signer {
  readonly mchId: string;
  readonly serialNo: string;
  readonly privateKey: KeyObject;
}

/** Builds a signed call. @param answeredWith serial of the key that must sign the answer and that encrypts personal fields */
function signedCall(
  signer: Signer,
  clock: Clock,
  { method, path, body }: WxPayCall,
  answeredWith?: string,
): UpstreamCall {
  const written = body === undefined ? '' : JSON.stringify(body);
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const nonce = clock.randomBytes(NONCE_BYTES).toString('hex').toUpperCase();
  return {
    method,
    path,
    headers: {
      accept: 'application/json',
      'user-agent': 'multistation-console',
      authorization: authorization(signer, { method, path, timestamp, nonce, body: written }),
      ...(answeredWith && { 'wechatpay-serial': answeredWith }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: written }),
    repeatable: method === 'GET',
  };
}

function doubtBy(ring: WxKeyring, { headers, bytes }: Signed, now: Date, anyMoment = false): Doubt | null {
  const signature = answerSignature(headers);
  if (signature === 'missing') return 'SIGNATURE_MISSING';
  if (signature === 'malformed') return 'SIGNATURE_WRONG';
  const key = ring.keyOf(signature.serial, now);
  if (!key) return 'SERIAL_UNKNOWN';
  if (!isSignedBy(key, signature, bytes)) return 'SIGNATURE_WRONG';
  return anyMoment || isFresh(signature.timestamp, now) ? null : 'CLOCK_SKEW';
}

/**
 * Converts an error answer to a failure with the platform's code and message. An answer in another format gets the code BAD_ANSWER.
 * SIGN_ERROR becomes CLOCK_SKEW when our clock differs too much from the platform's clock.
 */
function refusalOf(answer: UpstreamAnswer, now: Date): UpstreamFailure {
  const stated = refusalIn(answer.text);
  if (!stated) return new UpstreamFailure(`HTTP ${answer.status}`, 'BAD_ANSWER');
  if (stated.code === 'SIGN_ERROR' && isSkewed(answer.headers, now)) return failure('CLOCK_SKEW');
  return new UpstreamFailure(stated.message, stated.code);
}

/**
 * Reads an answer.
 *
 * @param doubt the reason not to trust the answer, or `null`
 * @throws UpstreamFailure with the platform's refusal or with the doubt, or BAD_ANSWER when the answer is not JSON
 * @throws UpstreamTimeout for an untrusted answer to a call that moves money
 */
function readAnswer<T>(answer: UpstreamAnswer, doubt: Doubt | null, { money }: WxPayCall, now: Date): T {
  const refusal = answer.status >= 400 ? refusalOf(answer, now) : null;
  if (doubt && money) {
    throw new UpstreamTimeout(refusal ? `${refusal.code}: ${refusal.message}` : DOUBTS[doubt]['en-US']);
  }
  if (refusal && doubt === null) throw refusal;
  if (refusal && doubt === 'SIGNATURE_MISSING') {
    // The answer is not signed. Except for 401 and 429, we pass on the platform's message but not its code, because programs act on codes.
    throw UNSIGNED.includes(answer.status) ? refusal : new UpstreamFailure(refusal.message, doubt);
  }
  if (doubt) throw failure(doubt);
  return parseJson<T>(answer);
}

/** Creates the client that signs the calls of one merchant. @throws Error when a private key, public key or certificate is not PEM */
export function createWxPayClient(config: WxPayConfig, parts: WxPayParts): WxPayClient {
  const { origin, fetch, clock, timeoutMs } = parts;
  const keyring = createKeyring(config.verification);
  const signer = { mchId: config.mchId, serialNo: config.serialNo, privateKey: createPrivateKey(config.privateKey) };
  const apiV3Key = Buffer.from(config.apiV3Key);
  let refreshedAt = Number.NEGATIVE_INFINITY;

  function open(resource: SealedResource): Buffer {
    try {
      return openResource(apiV3Key, resource);
    } catch {
      throw failure('DECRYPT_FAILED');
    }
  }

  async function send(call: WxPayCall): Promise<UpstreamAnswer> {
    const signed = signedCall(signer, clock, call, keyring.current(clock.now())?.serial);
    return askUpstream(fetch, origin, { ...signed, ...(timeoutMs !== undefined && { timeoutMs }) });
  }

  async function certificates(): Promise<readonly WxPlatformCertificate[]> {
    refreshedAt = clock.now().getTime();
    const answer = await send({ method: 'GET', path: '/v3/certificates' });
    if (answer.status >= 400) throw refusalOf(answer, clock.now());
    const downloaded = readCertificates(answer, open);
    // The APIv3 key proves the origin of the certificates. A new or a previous certificate must have signed the answer.
    const ring = createKeyring({ mode: 'platformCert', certificates: downloaded });
    const doubt = doubtBy(ring, answer, clock.now());
    if (doubt && doubtBy(keyring, answer, clock.now())) throw failure(doubt);
    keyring.rotate(downloaded);
    return downloaded;
  }

  async function doubtAbout(signed: Signed, anyMoment = false): Promise<Doubt | null> {
    const doubt = doubtBy(keyring, signed, clock.now(), anyMoment);
    const mayRefresh = clock.now().getTime() - refreshedAt >= REFRESH_PAUSE_MS;
    if (doubt !== 'SERIAL_UNKNOWN' || config.verification.mode !== 'platformCert' || !mayRefresh) return doubt;
    try {
      await certificates();
    } catch {
      return doubt;
    }
    return doubtBy(keyring, signed, clock.now(), anyMoment);
  }

  async function ask<T>(call: WxPayCall): Promise<T> {
    try {
      const answer = await send(call);
      return readAnswer<T>(answer, await doubtAbout(answer), call, clock.now());
    } catch (error) {
      // After a broken connection, a 5xx status or an unreadable answer, it is unknown whether the platform ran the call.
      const isRefusal = error instanceof UpstreamFailure && error.code !== null && error.code !== 'BAD_ANSWER';
      if (call.money && error instanceof UpstreamFailure && !isRefusal) throw new UpstreamTimeout(error.message);
      throw error;
    }
  }

  async function download(path: string): Promise<Buffer> {
    const answer = await send({ method: 'GET', path });
    if (answer.status >= 400) throw refusalOf(answer, clock.now());
    return answer.bytes;
  }

  return { clock, keyring, ask, download, certificates, doubtAbout, open };
}
