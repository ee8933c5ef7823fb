import type { WxPayClient } from './client';
import type { Doubt } from './doubts';
import type { SealedResource } from './sign';

/** A callback whose signature was right, decrypted. */
export interface WxCallback {
  /** The same for each repetition. */
  readonly id: string;
  /** `TRANSACTION.SUCCESS`, `REFUND.SUCCESS`, `MCHTRANSFER.BILL.FINISHED`, … */
  readonly eventType: string;
  readonly createdAt: Date;
  /** When the platform sent it; another moment for each repetition. */
  readonly signedAt: Date;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A callback that is not believed; nothing in it may be used. */
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
    // Told below, as a body of another shape is.
  }
  throw new WxCallbackRefused('BAD_ANSWER');
}

export interface ReadingOptions {
  /** Read it again later: its signature may be older than five minutes, because `signedAt` was compared when it came. */
  readonly anyMoment?: boolean;
}

/**
 * Verifies and decrypts a callback. Repetitions carry the same id; acting once for each is the caller's part.
 *
 * @param body exactly the bytes that came
 * @throws WxCallbackRefused
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
