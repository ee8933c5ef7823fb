import { constants, createDecipheriv, type KeyObject, privateDecrypt, publicEncrypt, sign, verify } from 'node:crypto';

/** Signatures and encryption of WeChat Pay API v3 (微信支付 APIv3). Time and random values are parameters. */

const SCHEME = 'WECHATPAY2-SHA256-RSA2048';
/** Maximum difference between a signature's time and our clock, in milliseconds. */
export const SIGNATURE_WINDOW_MS = 5 * 60 * 1000;
const TAG_BYTES = 16;

export interface SignedRequest {
  readonly method: string;
  /** The path with the query string, exactly as sent. */
  readonly path: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonce: string;
  /** The body exactly as sent. Empty when the call has no body. */
  readonly body: string;
}

/** Builds the text of five lines that a merchant signs. */
export function requestMessage({ method, path, timestamp, nonce, body }: SignedRequest): string {
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
}

/** Builds the value of the header `Authorization`. */
export function authorization(
  merchant: { readonly mchId: string; readonly serialNo: string; readonly privateKey: KeyObject },
  request: SignedRequest,
): string {
  const signature = sign('RSA-SHA256', Buffer.from(requestMessage(request)), merchant.privateKey).toString('base64');
  const fields = {
    mchid: merchant.mchId,
    nonce_str: request.nonce,
    signature,
    timestamp: request.timestamp,
    serial_no: merchant.serialNo,
  };
  const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `${SCHEME} ${written.join(',')}`;
}

/** The signature of an answer or a callback. */
export interface AnswerSignature {
  /** The id of a WeChat Pay public key (`PUB_KEY_ID_…`), or the serial number of a platform certificate. */
  readonly serial: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonce: string;
  readonly signature: Buffer;
}

/**
 * Decodes base64. It accepts only the canonical encoding, so that every changed character is detected.
 *
 * @returns `null` for any other text
 */
function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null;
}

/** Reads the signature from the headers of an answer or a callback. */
export function answerSignature(headers: Headers): AnswerSignature | 'missing' | 'malformed' {
  const written = headers.get('wechatpay-signature');
  if (!written) return 'missing';
  const scheme = headers.get('wechatpay-signature-type');
  const serial = headers.get('wechatpay-serial');
  const timestamp = headers.get('wechatpay-timestamp') ?? '';
  const nonce = headers.get('wechatpay-nonce');
  const signature = strictBase64(written);
  const isWhole = serial && nonce && signature && /^[1-9]\d{0,11}$/.test(timestamp);
  if (!isWhole || (scheme !== null && scheme !== SCHEME)) return 'malformed';
  return { serial, timestamp: Number(timestamp), nonce, signature };
}

/** Checks whether this key signed this body. {@link isFresh} checks the time. */
export function isSignedBy(key: KeyObject, { timestamp, nonce, signature }: AnswerSignature, body: Buffer): boolean {
  const message = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return verify('RSA-SHA256', message, key, signature);
}

/** Checks whether a signature's time differs from `now` by at most five minutes. */
export function isFresh(timestamp: number, now: Date): boolean {
  return Math.abs(timestamp * 1000 - now.getTime()) <= SIGNATURE_WINDOW_MS;
}

/** Encrypted content of a callback or a certificate. */
export interface SealedResource {
  readonly algorithm?: string;
  readonly ciphertext: string;
  readonly nonce: string | Buffer;
  readonly associated_data?: string | Buffer;
}

const bytesOf = (value: string | Buffer) => (typeof value === 'string' ? Buffer.from(value) : value);

/**
 * Decrypts AEAD_AES_256_GCM. The authentication tag follows the encrypted bytes.
 *
 * @param key the APIv3 key, 32 bytes
 * @throws Error when the key, the nonce, the associated data or any byte is wrong
 */
export function openResource(key: Buffer, { ciphertext, nonce, associated_data = '' }: SealedResource): Buffer {
  const bytes = strictBase64(ciphertext);
  if (!bytes || bytes.length < TAG_BYTES) throw new Error('the ciphertext is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(nonce), { authTagLength: TAG_BYTES });
  decipher.setAAD(bytesOf(associated_data));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
}

const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' } as const;

/** Encrypts a personal field (RSA-OAEP with SHA-1, base64) for the holder of the private key. */
export function encryptField(key: KeyObject, plain: string): string {
  return publicEncrypt({ key, ...OAEP }, Buffer.from(plain)).toString('base64');
}

/** Decrypts a personal field. @throws Error when the field was encrypted for another key */
export function decryptField(key: KeyObject, encrypted: string): string {
  return privateDecrypt({ key, ...OAEP }, Buffer.from(encrypted, 'base64')).toString('utf8');
}
