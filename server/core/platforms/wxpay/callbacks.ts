import type { WxPayClient } from './client';
import type { Doubt } from './doubts';
import type { SealedResource } from './sign';

/** A verified and decrypted callback. */
export interface WxCallback {
  /** The id of the event, which is the same for all repetitions. */
  readonly id: string;
  /** For example `TRANSACTION.SUCCESS`, `REFUND.SUCCESS` or `MCHTRANSFER.BILL.FINISHED`. */
  readonly eventType: string;
  readonly createdAt: Date;
  /** The time when the platform sent this callback. Each repetition has its own time. */
  readonly signedAt: Date;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** Refusal of an untrusted or unreadable callback. Its content must not be used. */
export class WxCallbackRefused extends Error {
  constructor(readonly reason: Doubt) {
    super(reason);
  }
}

interface Envelope {
  readonly id: string;
  readonly event_type: string;
  readonly create_time: string;
  readonly resource: SealedResource;
}

function parseEnvelope(body: Buffer): Envelope {
  try {
    const envelope = JSON.parse(body.toString('utf8')) as Envelope;
    if (envelope.id && envelope.event_type && envelope.resource.ciphertext) return envelope;
  } catch {
    // The statement after this block refuses the body as malformed.
  }
  throw new WxCallbackRefused('BAD_ANSWER');
}

export interface ReadingOptions {
  /** `true` for a later retry. The reader then accepts a signature older than five minutes: we checked `signedAt` on arrival. */
  readonly anyMoment?: boolean;
}

/**
 * Verifies and decrypts a callback. Repetitions have the same id, and the caller must handle each id only once.
 *
 * @param body the unchanged bytes
 * @throws WxCallbackRefused when the callback is not trusted or not readable
 */
export async function readCallback(
  client: WxPayClient,
  headers: Headers,
  body: Buffer,
  { anyMoment = false }: ReadingOptions = {},
): Promise<WxCallback> {
  const doubt = await client.doubtAbout({ headers, bytes: body }, anyMoment);
  if (doubt) throw new WxCallbackRefused(doubt);
  const envelope = parseEnvelope(body);
  let resource: Record<string, unknown>;
  try {
    resource = JSON.parse(client.open(envelope.resource).toString('utf8'));
  } catch {
    throw new WxCallbackRefused('DECRYPT_FAILED');
  }
  return {
    id: envelope.id,
    eventType: envelope.event_type,
    createdAt: new Date(envelope.create_time),
    signedAt: new Date(Number(headers.get('wechatpay-timestamp')) * 1000),
    resource,
  };
}
