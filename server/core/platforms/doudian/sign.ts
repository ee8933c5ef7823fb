import { createHash, createHmac } from 'node:crypto';
import { isSameText, parseObject } from '../checks';

/**
 * Signatures of the e-commerce platform Doudian (抖店), and readers for its signed calls and messages.
 *
 * Sources: open platform, "API 调用指南" (our calls), "SPI" (the platform's calls to us) and "消息推送" (messages).
 */

export const SIGN_METHODS = ['hmac-sha256', 'md5'] as const;
export type SignMethod = (typeof SIGN_METHODS)[number];

/**
 * Refusal of a call to us: it is incomplete, unreadable or invalid, its timestamp differs too much from our clock, its signature is wrong,
 * or it is for another application.
 */
export class RefusedCall extends Error {}

function digest(text: string, secret: string, method: SignMethod): string {
  const hash = method === 'md5' ? createHash('md5') : createHmac('sha256', secret);
  return hash.update(text).digest('hex');
}

/** Copies a value with sorted object keys. The platform signs this form. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** Serializes business parameters in the form that is sent and signed: keys sorted at every depth, no spaces. */
export const paramJson = (params: Readonly<Record<string, unknown>>): string => JSON.stringify(sorted(params));

export interface DoudianCall {
  readonly appKey: string;
  /** The interface, for example `shop.getStoreList`. */
  readonly method: string;
  /** The parameters as serialized by {@link paramJson}. */
  readonly param: string;
  /** `yyyy-MM-dd HH:mm:ss` in GMT+8. */
  readonly timestamp: string;
}

/** Signs a call. The signed text is the sorted public parameters between two copies of the secret. The access token is not signed. */
export function signCall(call: DoudianCall, secret: string, signMethod: SignMethod = 'hmac-sha256'): string {
  const { appKey, method, param, timestamp } = call;
  const text = `app_key${appKey}method${method}param_json${param}timestamp${timestamp}v2`;
  return digest(`${secret}${text}${secret}`, secret, signMethod);
}

const HOUR_MS = 3_600_000;

/** Formats a moment in the platform's format: `yyyy-MM-dd HH:mm:ss` in GMT+8. */
export const doudianTime = (at: Date): string =>
  new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Parses a moment: `yyyy-MM-dd HH:mm:ss` in GMT+8, or seconds since 1970. @returns `null` when the text has another format */
export function readDoudianTime(text: string): Date | null {
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000);
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text);
  const at = match ? new Date(`${match[1]}T${match[2]}+08:00`) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** Maximum difference between our clock and the timestamp of a call to us, in milliseconds. The platform uses the same limit. */
const WINDOW_MS = 10 * 60 * 1000;

export interface SpiKeys {
  readonly appKey: string;
  readonly appSecret: string;
}

/** Computes the signature that the platform must send with a call to us (SPI). */
function signSpi({ appKey, appSecret }: SpiKeys, timestamp: string, param: string, method: SignMethod): string {
  const text = `app_key${appKey}${param === '' ? '' : `param_json${param}`}timestamp${timestamp}`;
  return digest(`${appSecret}${text}${appSecret}`, appSecret, method);
}

/**
 * Reads a call to us (SPI) and checks its signature. The platform signs the body with sorted keys, so we also check the sorted form.
 *
 * @param query `app_key`, `timestamp`, `sign` and `sign_method` (default: MD5)
 * @returns the fields of the body
 * @throws RefusedCall when the call is incomplete, more than `WINDOW_MS` from our clock, wrongly signed or for another application, or its
 *   body is not a JSON object
 */
export function readSpi(
  query: URLSearchParams,
  body: string,
  keys: SpiKeys,
  now: Date,
): Readonly<Record<string, unknown>> {
  const timestamp = query.get('timestamp') ?? '';
  const method = SIGN_METHODS.find((name) => name === (query.get('sign_method') ?? 'md5'));
  const at = readDoudianTime(timestamp);
  if (keys.appSecret === '' || query.get('app_key') !== keys.appKey || !method || !at) {
    throw new RefusedCall('the call is not complete');
  }
  if (Math.abs(at.getTime() - now.getTime()) > WINDOW_MS) throw new RefusedCall('the call is too old');
  const fields = parseObject(body);
  if (!fields) throw new RefusedCall('the body is no JSON');
  const given = query.get('sign');
  const isSigned =
    isSameText(signSpi(keys, timestamp, body, method), given) ||
    isSameText(signSpi(keys, timestamp, paramJson(fields), method), given);
  if (!isSigned) throw new RefusedCall('the signature is wrong');
  return fields;
}

/** A pushed message (消息推送). `tag` is the message type. The tag `0` means that the platform tests our callback URL. */
export interface DoudianMessage {
  readonly tag: string;
  readonly id: string;
  readonly data: unknown;
}

/** The answer to an accepted message. Without this answer the platform repeats the message. */
export const MESSAGE_ANSWER = JSON.stringify({ code: 0, msg: 'success' });

/**
 * Reads pushed messages. The header `event-sign` is the MD5 of application key, body and secret.
 *
 * @param secret the secret of the message page (`pushSecret`), or the application's secret when the page has none
 * @throws RefusedCall when the secret is empty, the signature is wrong, the body is not readable, or a message is for another application
 */
export function readMessages(
  headers: Headers,
  body: string,
  { appKey, secret }: { readonly appKey: string; readonly secret: string },
): readonly DoudianMessage[] {
  if (secret === '' || headers.get('app-id') !== appKey) throw new RefusedCall('for another application');
  const expected = createHash('md5').update(`${appKey}${body}${secret}`).digest('hex');
  if (!isSameText(expected, headers.get('event-sign'))) throw new RefusedCall('the signature is wrong');
  let list: unknown;
  try {
    list = JSON.parse(body);
  } catch {
    throw new RefusedCall('the body is no JSON');
  }
  if (!Array.isArray(list)) throw new RefusedCall('the body is no list');
  return list.map((entry: Readonly<Record<string, unknown>>) => ({
    tag: String(entry?.tag ?? ''),
    id: String(entry?.msg_id ?? ''),
    data: entry?.data ?? null,
  }));
}
