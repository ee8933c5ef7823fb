import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { isSameText } from '../checks';
import { type MessageFields, readMessageXml, UnreadableMessage, writeMessageXml } from './xml';

/**
 * Signs, encrypts and reads message pushes (消息推送) and our answers.
 *
 * Only encrypted messages are authentic. In plain mode the platform signs token, timestamp and nonce, but not the body. Before a handler
 * acts on a plain message (`isSealed` is false), it must read the same data from the platform, unless a forged message does little harm
 * (`modules/serviceNumber/receiver.ts`).
 */

export const ENCRYPT_MODES = ['plain', 'compatible', 'safe'] as const;
export type EncryptMode = (typeof ENCRYPT_MODES)[number];

export interface MessageConfig {
  readonly token: string;
  /** 43 letters and digits, or `null` in plain mode. */
  readonly encodingAesKey: string | null;
  readonly mode: EncryptMode;
  /** The app id for which messages are encrypted: in component mode (第三方平台) the component's, in the other mode the account's. */
  readonly appId: string;
}

/** The unchanged query string parameters of a push. */
export type PushQuery = Readonly<Record<string, string | undefined>>;

/** Refusal of a push that is not from the platform or is for another receiver. */
export class RefusedPush extends Error {}

export interface Push {
  readonly fields: MessageFields;
  readonly format: 'xml' | 'json';
  /** `true` when the body is encrypted. Only then does a signature cover it. */
  readonly isSealed: boolean;
  /** The signed time of the push. The caller refuses old pushes. */
  readonly sentAt: Date;
}

const BLOCK = 32;
const RANDOM_BYTES = 16;
const LENGTH_BYTES = 4;
export const AES_KEY_SHAPE = /^[A-Za-z0-9]{43}$/;

/** Computes the SHA-1 of the sorted texts, joined without a separator, in lower-case hexadecimal. */
export function signParts(...parts: readonly string[]): string {
  return createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');
}

/**
 * Answers the platform's check of our callback URL (服务器验证).
 *
 * @returns the text to answer, or `null` when no token is set, `echostr` is missing or the signature is wrong
 */
export function verifyServer(token: string, query: PushQuery): string | null {
  const { signature, timestamp = '', nonce = '', echostr } = query;
  if (token === '' || echostr === undefined) return null;
  return isSameText(signParts(token, timestamp, nonce), signature) ? echostr : null;
}

/** Builds the query string parameters of the platform's check, so that we can test our own callback URL. */
export function serverCheckQuery(token: string, timestamp: string, nonce: string, echostr: string) {
  return { signature: signParts(token, timestamp, nonce), timestamp, nonce, echostr };
}

/** Decodes the key. @throws RefusedPush when the key is not 43 letters and digits */
function keyBytes(encodingAesKey: string | null): Buffer {
  if (!AES_KEY_SHAPE.test(encodingAesKey ?? '')) throw new RefusedPush('no encryption key');
  return Buffer.from(`${encodingAesKey}=`, 'base64');
}

/**
 * Encrypts a message with AES-256-CBC. The plain text is 16 random bytes, the length, the text and the app id. It is padded to a multiple
 * of 32 bytes (PKCS#7).
 *
 * @param random 16 unpredictable bytes
 * @returns base64
 */
export function sealMessage(text: string, config: MessageConfig, random: Buffer): string {
  const key = keyBytes(config.encodingAesKey);
  const body = Buffer.from(text);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(body.length);
  const plain = Buffer.concat([random.subarray(0, RANDOM_BYTES), length, body, Buffer.from(config.appId)]);
  const fill = BLOCK - (plain.length % BLOCK);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(fill, fill)])), cipher.final()]).toString(
    'base64',
  );
}

/** Decrypts a message. @throws RefusedPush when the message is not encrypted with this key or is for another app id */
export function openMessage(sealed: string, config: MessageConfig): string {
  const key = keyBytes(config.encodingAesKey);
  const bytes = Buffer.from(sealed, 'base64');
  // Buffer ignores characters that are not base64. We accept only the canonical encoding of an encrypted message.
  if (bytes.length === 0 || bytes.length % 16 !== 0 || bytes.toString('base64') !== sealed) {
    throw new RefusedPush('not sealed');
  }
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const fill = padded.at(-1) ?? 0;
  const end = padded.length - fill;
  const start = RANDOM_BYTES + LENGTH_BYTES;
  const isPadded = fill >= 1 && fill <= BLOCK && end >= start && padded.subarray(end).every((byte) => byte === fill);
  if (!isPadded) throw new RefusedPush('not sealed');
  const textEnd = start + padded.readUInt32BE(RANDOM_BYTES);
  if (textEnd > end || padded.subarray(textEnd, end).toString() !== config.appId) {
    throw new RefusedPush('sealed for another app');
  }
  return padded.subarray(start, textEnd).toString();
}

function readFields(text: string, format: 'xml' | 'json'): MessageFields {
  if (format === 'xml') return readMessageXml(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableMessage('no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnreadableMessage('shape');
  return plainFields(value as Record<string, unknown>);
}

/** Converts numbers and booleans to text, as in XML, so that handlers read both formats in the same way. It drops lists and `null`. */
function plainFields(value: Readonly<Record<string, unknown>>): MessageFields {
  const fields: Record<string, string | MessageFields> = Object.create(null);
  for (const [name, part] of Object.entries(value)) {
    if (['string', 'number', 'boolean'].includes(typeof part)) fields[name] = String(part);
    else if (typeof part === 'object' && part !== null && !Array.isArray(part)) {
      fields[name] = plainFields(part as Record<string, unknown>);
    }
  }
  return fields;
}

/** Fields that an envelope in safe mode may have. Pushes to a component identify the component with `AppId`. */
const ENVELOPE = new Set(['ToUserName', 'AppId', 'Encrypt']);

function openEnvelope(envelope: MessageFields, query: PushQuery, config: MessageConfig): string {
  const { Encrypt: sealed } = envelope;
  if (query.encrypt_type !== 'aes' || typeof sealed !== 'string') throw new RefusedPush('not sealed');
  // In the encrypted modes the platform requires a check of `msg_signature` only, not of `signature`.
  const expected = signParts(config.token, query.timestamp ?? '', query.nonce ?? '', sealed);
  if (!isSameText(expected, query.msg_signature)) throw new RefusedPush('signature');
  if (config.mode === 'safe' && Object.keys(envelope).some((name) => !ENVELOPE.has(name))) {
    throw new RefusedPush('unknown field beside the sealed message');
  }
  return openMessage(sealed, config);
}

/** Checks that receiver, app id and sender outside the encrypted message, if present, equal those inside. @throws RefusedPush */
function checkOutside(envelope: MessageFields, fields: MessageFields, query: PushQuery): void {
  for (const name of ['ToUserName', 'AppId']) {
    if (envelope[name] !== undefined && envelope[name] !== fields[name]) throw new RefusedPush(`${name} differs`);
  }
  if (query.openid !== undefined && query.openid !== fields.FromUserName) throw new RefusedPush('sender differs');
}

/**
 * Reads a push. A push in compatible mode also contains the message in plain text, which is ignored because it is not signed.
 *
 * @param body the unchanged body
 * @throws RefusedPush when the timestamp is not a number, or the signature, key, app id, receiver, sender or mode is wrong
 * @throws UnreadableMessage when the body cannot be parsed
 */
export function readPush(config: MessageConfig, query: PushQuery, body: string): Push {
  const { timestamp = '', nonce = '' } = query;
  if (config.token === '' || !/^\d{1,10}$/.test(timestamp)) throw new RefusedPush('signature');
  const format = body.trimStart().startsWith('<') ? 'xml' : 'json';
  const sentAt = new Date(Number(timestamp) * 1000);
  if (config.mode === 'plain') {
    if (!isSameText(signParts(config.token, timestamp, nonce), query.signature)) throw new RefusedPush('signature');
    return { fields: readFields(body, format), format, isSealed: false, sentAt };
  }
  const envelope = readFields(body, format);
  const fields = readFields(openEnvelope(envelope, query, config), format);
  checkOutside(envelope, fields, query);
  return { fields, format, isSealed: true, sentAt };
}

/**
 * Builds the answer to a push. It encrypts the answer unless the account uses plain mode.
 *
 * @param parts time and random values of the answer; `random` is 16 unpredictable bytes
 */
export function sealReply(
  text: string,
  config: MessageConfig,
  format: 'xml' | 'json',
  parts: { readonly at: Date; readonly nonce: string; readonly random: Buffer },
): string {
  if (config.mode === 'plain') return text;
  const sealed = sealMessage(text, config, parts.random);
  const timestamp = Math.floor(parts.at.getTime() / 1000);
  const reply = {
    Encrypt: sealed,
    MsgSignature: signParts(config.token, `${timestamp}`, parts.nonce, sealed),
    TimeStamp: timestamp,
    Nonce: parts.nonce,
  };
  return format === 'xml' ? writeMessageXml(reply) : JSON.stringify(reply);
}
