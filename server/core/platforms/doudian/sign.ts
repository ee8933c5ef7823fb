import { createHash, createHmac } from 'node:crypto';
import { isSameText, parseObject } from '../checks';

/**
 * Signatures of the e-commerce platform Doudian (抖店). Pure.
 *
 * Sources: open platform, "API 调用指南" (calls), "SPI" (calls to us) and "消息推送" (messages).
 */

export const SIGN_METHODS = ['hmac-sha256', 'md5'] as const;
export type SignMethod = (typeof SIGN_METHODS)[number];

/** A call to us that the platform did not sign, or signed for another application. */
export class RefusedCall extends Error {}

function digest(text: string, secret: string, method: SignMethod): string {
  const hash = method === 'md5' ? createHash('md5') : createHmac('sha256', secret);
  return hash.update(text).digest('hex');
}

/** Copies a value with sorted object keys, as the platform signs it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** Serializes business parameters as they are sent and signed: keys sorted at every depth, no spaces. */
export const paramJson = (params: Readonly<Record<string, unknown>>): string => JSON.stringify(sorted(params));

export interface DoudianCall {
  readonly appKey: string;
  /** For example `shop.getStoreList`. */
  readonly method: string;
  /** Serialized by {@link paramJson}. */
  readonly param: string;
  /** `yyyy-MM-dd HH:mm:ss` in GMT+8. */
  readonly timestamp: string;
}

/** Signs a call: the secret before and after the sorted public parameters. The access token is not signed. */
export function signCall(call: DoudianCall, secret: string, signMethod: SignMethod = 'hmac-sha256'): string {
  const { appKey, method, param, timestamp } = call;
  const text = `app_key${appKey}method${method}param_json${param}timestamp${timestamp}v2`;
  return digest(`${secret}${text}${secret}`, secret, signMethod);
}

const HOUR_MS = 3_600_000;

/** Formats a moment as the platform does. */
export const doudianTime = (at: Date): string =>
  new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Parses a moment of the platform: `yyyy-MM-dd HH:mm:ss` in GMT+8, or seconds since 1970; null for other texts. */
export function readDoudianTime(text: string): Date | null {
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000);
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text);
  const at = match ? new Date(`${match[1]}T${match[2]}+08:00`) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** Maximum difference between our clock and the time of a call to us, in milliseconds; the platform uses the same limit. */
const WINDOW_MS = 10 * 60 * 1000;

export interface SpiKeys {
  readonly appKey: string;
  readonly appSecret: string;
}

/** Computes the signature of a call to us (SPI). */
function signSpi({ appKey, appSecret }: SpiKeys, timestamp: string, param: string, method: SignMethod): string {
  const text = `app_key${appKey}${param === '' ? '' : `param_json${param}`}timestamp${timestamp}`;
  return digest(`${appSecret}${text}${appSecret}`, appSecret, method);
}

/**
 * Reads a call to us (SPI). The platform signs the body with sorted keys, so the keys are sorted before the check.
 *
 * @param query `app_key`, `timestamp`, `sign` and `sign_method` (default: MD5)
 * @returns the body
 * @throws RefusedCall
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

/** A pushed message (消息推送). `tag` is its kind; `0` is the platform's test of our address. */
export interface DoudianMessage {
  readonly tag: string;
  readonly id: string;
  readonly data: unknown;
}

/** The answer to an accepted message; without it the platform repeats the message. */
export const MESSAGE_ANSWER = JSON.stringify({ code: 0, msg: 'success' });

/**
 * Reads pushed messages: the header `event-sign` is the MD5 of application key, body and secret.
 *
 * @param secret the secret of the message page (`pushSecret`), else the application's secret
 * @throws RefusedCall
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
