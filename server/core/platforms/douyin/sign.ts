import { createHash, createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto';
import { isSameText, parseObject } from '../checks';

/**
 * Signatures of Douyin's (抖音) mini program payments.
 *
 * Sources: open platform, "担保支付 · 签名 DEMO" (MD5 and SHA-1) and "签名算法" (SHA256-RSA2048).
 */

/** Refusal of a callback or an answer: it has no valid signature of the platform, is not readable, or is for another receiver. */
export class SignatureRefused extends Error {}

/** Parameters that are not part of the signed text: identifiers of the caller, the signature itself and settlement instructions. */
const UNSIGNED = new Set(['app_id', 'thirdparty_id', 'sign', 'other_settle_params']);

/** Formats a value like the platform's example: trimmed and without the quotes around a JSON string. */
function signedValue(value: unknown): string {
  const text = (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')).trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return (isQuoted ? text.slice(1, -1) : text).trim();
}

/** Compares the bytes of two texts. The platform's Go example sorts in this order. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Signs a call of the guaranteed payment (担保支付): the MD5 of all signed, non-empty values and the salt, sorted and joined with `&`.
 *
 * @returns 32 hexadecimal digits
 */
export function signPayRequest(params: Readonly<Record<string, unknown>>, salt: string): string {
  const values = Object.entries(params)
    .filter(([key]) => !UNSIGNED.has(key))
    .map(([, value]) => signedValue(value))
    .filter((value) => value !== '' && value !== 'null');
  return createHash('md5')
    .update([...values, salt].sort(byBytes).join('&'))
    .digest('hex');
}

/** Computes the SHA-1 of the sorted texts, joined without a separator. @returns 40 hexadecimal digits */
export function signCallbackParts(parts: readonly string[]): string {
  return createHash('sha1')
    .update([...parts].sort(byBytes).join(''))
    .digest('hex');
}

export const PAY_CALLBACK_TYPES = ['payment', 'refund', 'settle', 'withdraw'] as const;
export type PayCallbackType = (typeof PAY_CALLBACK_TYPES)[number];

export interface PayCallback {
  readonly type: PayCallbackType;
  /** The signed message. Its amounts are in fen. */
  readonly message: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * Reads a callback of the guaranteed payment. The platform does not sign `type`, so callers must use only the data in the signed message.
 *
 * @param token the token (令牌) of the payment settings
 * @throws SignatureRefused when the signature is wrong or the callback is not readable
 */
export function readPayCallback(body: string, token: string): PayCallback {
  const { timestamp: moment, nonce, msg, type, msg_signature: signature } = parseObject(body) ?? {};
  const timestamp = String(moment ?? '');
  if (typeof nonce !== 'string' || typeof msg !== 'string' || token === '')
    throw new SignatureRefused('the callback is not complete');
  if (!isSameText(signCallbackParts([token, timestamp, nonce, msg]), signature)) {
    throw new SignatureRefused('the signature is wrong');
  }
  const message = parseObject(msg);
  const known = PAY_CALLBACK_TYPES.find((name) => name === type);
  if (!message || !known || !/^\d{1,10}$/.test(timestamp)) throw new SignatureRefused('the callback is not readable');
  return { type: known, message, at: new Date(Number(timestamp) * 1000) };
}

/** The answer to a received callback. Without this answer the platform repeats the callback. */
export const PAY_CALLBACK_ANSWER = JSON.stringify({ err_no: 0, err_tips: 'success' });

export interface RsaRequest {
  readonly appId: string;
  /** The version of the application's public key, as shown in the platform's console. */
  readonly keyVersion: string;
  /** PEM in PKCS#8 or PKCS#1. */
  readonly privateKey: string;
  /** The HTTP method in capitals. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path with the query string, without the host. */
  readonly uri: string;
  readonly body: string;
  readonly at: Date;
  readonly nonce: string;
}

const lines = (...parts: readonly string[]) => parts.map((part) => `${part}\n`).join('');

/**
 * Computes the header `Byte-Authorization`. For an order that the mini program places, the parameter `byteAuthorization` has
 * the same format (with `uri` `/requestOrder`).
 *
 * @throws Error when the private key is unreadable
 */
export function byteAuthorization(request: RsaRequest): string {
  const timestamp = String(Math.floor(request.at.getTime() / 1000));
  const signature = createSign('RSA-SHA256')
    .update(lines(request.method, request.uri, timestamp, request.nonce, request.body))
    .sign(createPrivateKey(request.privateKey), 'base64');
  const fields = [
    ['appid', request.appId],
    ['nonce_str', request.nonce],
    ['timestamp', timestamp],
    ['key_version', request.keyVersion],
    ['signature', signature],
  ];
  return `SHA256-RSA2048 ${fields.map(([key, value]) => `${key}=${value}`).join(',')}`;
}

/** Maximum difference between our clock and the time of a signed callback or answer, in milliseconds. */
const RSA_WINDOW_MS = 5 * 60 * 1000;

/**
 * Verifies the platform's signature of a callback or an answer. The signature covers time, nonce and body, each followed by a line feed.
 *
 * @param platformPublicKey PEM from the console; every mini program has a different key
 * @throws SignatureRefused when the signature is missing, wrong or more than five minutes from our clock, or when the key is unreadable
 */
export function verifyPlatform(headers: Headers, body: string, platformPublicKey: string, now: Date): void {
  const timestamp = headers.get('byte-timestamp') ?? '';
  const nonce = headers.get('byte-nonce-str') ?? '';
  const signature = headers.get('byte-signature') ?? '';
  if (!/^\d{1,10}$/.test(timestamp) || nonce === '' || signature === '') throw new SignatureRefused('not signed');
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > RSA_WINDOW_MS) throw new SignatureRefused('too old');
  const bytes = Buffer.from(signature, 'base64');
  // Buffer ignores characters that are not base64. We accept only the canonical encoding, so that a signature has exactly one form.
  if (bytes.toString('base64') !== signature) throw new SignatureRefused('the signature is wrong');
  const verifier = createVerify('RSA-SHA256').update(lines(timestamp, nonce, body));
  let isGood = false;
  try {
    isGood = verifier.verify(createPublicKey(platformPublicKey), bytes);
  } catch {
    throw new SignatureRefused('the public key of the platform is not readable');
  }
  if (!isGood) throw new SignatureRefused('the signature is wrong');
}

/** Returns the length of an RSA private key in bits. @returns `null` when the text is not an RSA private key */
export function rsaBits(pem: string): number | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? null) : null;
  } catch {
    return null;
  }
}
