import { createCipheriv } from 'node:crypto';
import type { Clock } from '../../core/clock';
import type { Callback, SimulatorParts } from '../simulator';
import { signedHeaders } from './gate';
import { type Merchant, type PlatformKey, type World, writeMoment } from './world';

/** Seconds before each repetition of a callback, as documented. */
const RETRY_SECONDS = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600];
export const WXPAY_RETRY_MS: readonly number[] = RETRY_SECONDS.map((seconds) => seconds * 1000);

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NONCE_LENGTH = 12;

function randomText(clock: Clock, length: number): string {
  return Array.from({ length }, () => CHARACTERS[clock.randomInt(0, CHARACTERS.length)]).join('');
}

/** Encrypts content with AEAD_AES_256_GCM, as callbacks and certificates contain it. */
export function seal(clock: Clock, apiV3Key: string, associatedData: string, plain: string) {
  const nonce = randomText(clock, NONCE_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(associatedData));
  const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: associatedData,
    nonce,
  };
}

export interface Notice {
  readonly eventType: 'MCHTRANSFER.BILL.FINISHED' | 'REFUND.SUCCESS';
  readonly summary: string;
  readonly originalType: 'mch_payment' | 'refund';
  readonly url: string;
  readonly at: Date;
  readonly content: object;
}

/** Returns the key that signs callbacks: that of the newest certificate, or the platform's key if there is no certificate. */
const callbackKey = (merchant: Merchant): PlatformKey => merchant.certificates.at(-1) ?? merchant.platformKey;

/** Encrypts and signs a notification and schedules it for the merchant. */
export async function notify(parts: SimulatorParts, merchant: Merchant, notice: Notice): Promise<void> {
  const { clock } = parts;
  const { eventType, summary, originalType, url, at, content } = notice;
  const id = clock.randomBytes(16).toString('hex');
  const body = JSON.stringify({
    id: [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-'),
    create_time: writeMoment(at),
    resource_type: 'encrypt-resource',
    event_type: eventType,
    summary,
    resource: {
      original_type: originalType,
      ...seal(clock, merchant.apiV3Key, originalType, JSON.stringify(content)),
    },
  });
  const headers = {
    'content-type': 'application/json',
    // The real platform has no such header. The simulator uses it to find the signing key for a repetition.
    'x-simulated-merchant': merchant.mchId,
    ...signedHeaders(callbackKey(merchant), clock, body),
  };
  await parts.callBack({ url, headers, body, dueAt: at });
}

/**
 * Signs a callback with the present time. A repetition after more than five minutes with its old signature would be refused. A callback of
 * an unknown merchant stays unchanged.
 */
export async function renewCallback(all: World, clock: Clock, callback: Callback): Promise<Callback> {
  const merchant = await all.get('merchant', callback.headers['x-simulated-merchant'] ?? '');
  if (!merchant) return callback;
  return {
    ...callback,
    headers: { ...callback.headers, ...signedHeaders(callbackKey(merchant), clock, callback.body) },
  };
}
