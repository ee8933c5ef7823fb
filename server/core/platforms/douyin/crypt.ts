import { createDecipheriv } from 'node:crypto';
import { isSameText, parseObject } from '../checks';
import { SignatureRefused, signCallbackParts } from './sign';

/** 43 letters and digits. With an appended `=` they are the base64 of 32 bytes. */
export const AES_KEY_SHAPE = /^[A-Za-z0-9]{43}$/;

const BLOCK = 32;
const RANDOM_BYTES = 16;
const HEAD_BYTES = RANDOM_BYTES + 4;

export interface MessageKeys {
  /** The app id for which the message is encrypted: the component's in component mode, the mini program's in the other mode. */
  readonly appId: string;
  readonly token: string;
  readonly encodingAesKey: string;
}

export interface PushedMessage {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * Decrypts a message (AES-256-CBC). The first 16 bytes of the key are the initialization vector. The plain text consists of 16 random
 * bytes, the length (4 bytes, big endian), the text and the app id. It is padded to a multiple of 32 bytes.
 *
 * @throws SignatureRefused when the message is not encrypted with this key and for this app id
 */
function openSealed(sealed: string, { encodingAesKey, appId }: MessageKeys): string {
  if (!AES_KEY_SHAPE.test(encodingAesKey)) throw new SignatureRefused('no encryption key');
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length === 0 || bytes.length % 16 !== 0 || bytes.toString('base64') !== sealed) {
    throw new SignatureRefused('not sealed');
  }
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const fill = padded.at(-1) ?? 0;
  const end = padded.length - fill;
  const isPadded =
    fill >= 1 && fill <= BLOCK && end >= HEAD_BYTES && padded.subarray(end).every((byte) => byte === fill);
  if (!isPadded) throw new SignatureRefused('not sealed with this key');
  const textEnd = HEAD_BYTES + padded.readUInt32BE(RANDOM_BYTES);
  if (textEnd > end || padded.subarray(textEnd, end).toString() !== appId) {
    throw new SignatureRefused('sealed for another app');
  }
  return padded.subarray(HEAD_BYTES, textEnd).toString();
}

/**
 * Reads a pushed message (消息推送). `MsgSignature` is the SHA-1 of four sorted values: token, `TimeStamp`, `Nonce` and `Encrypt`.
 *
 * @param body the unchanged body
 * @throws SignatureRefused when the signature is wrong or the message is not readable
 */
export function readMessage(body: string, keys: MessageKeys): PushedMessage {
  const envelope = parseObject(body) ?? {};
  const { Nonce: nonce, Encrypt: sealed, MsgSignature: signature } = envelope;
  const timestamp = String(envelope.TimeStamp ?? '');
  if (keys.token === '' || typeof nonce !== 'string' || typeof sealed !== 'string' || !/^\d{1,10}$/.test(timestamp)) {
    throw new SignatureRefused('the message is not complete');
  }
  if (!isSameText(signCallbackParts([keys.token, timestamp, nonce, sealed]), signature)) {
    throw new SignatureRefused('the signature is wrong');
  }
  const fields = parseObject(openSealed(sealed, keys));
  if (!fields) throw new SignatureRefused('the message is no JSON');
  return { fields, at: new Date(Number(timestamp) * 1000) };
}
