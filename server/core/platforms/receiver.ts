import type { Kysely } from 'kysely';
import type { Text } from '../../../contract/text';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Ids } from '../ids';
import type { Ports } from './ports';

/** Calls that platforms make to us (DOMAIN §6.8 "Inbound"): no session, a signature of the platform's own, an answer in its own form. */

export const CALLBACK_METHODS = ['GET', 'POST'] as const;
export type CallbackMethod = (typeof CALLBACK_METHODS)[number];

/** A call as it came: `body` and `query` are exactly what was signed. */
export interface CallbackRequest {
  readonly method: CallbackMethod;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** Empty where nothing was sent. */
  readonly body: Buffer;
}

export interface CallbackAnswer {
  readonly status: number;
  /** Media type with its charset. */
  readonly type: string;
  readonly body: string;
}

export interface CallbackTools {
  /** While a call is read: the plain connection. While it is handled: the transaction that also notes it as handled. */
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
}

/** What a call turned out to be. */
export type CallbackReading<Payload> =
  | {
      /** What the platform names the event by; the same event has the same effect once. Unique among all receivers of the platform. */
      readonly eventId: string;
      readonly payload: Payload;
      /** The moment that the platform has signed, where it signs one: more than five minutes from our clock it is refused. */
      readonly signedAt?: Date;
      /** Milliseconds for which a repetition bears the first signature: `signedAt` may be so much older. */
      readonly repeatedMs?: number;
    }
  /** Wrong signature, unknown account, unreadable body. Nothing is kept of it. */
  | { readonly refusal: CallbackAnswer }
  /** A question without an effect, such as the check of an address (`echostr`). Nothing is kept of it. */
  | { readonly echo: CallbackAnswer };

/** One address that a platform calls. */
export interface Receiver<Payload = unknown> {
  /** `callback.WxPay/notify`; its address is `/api/<address>`. */
  readonly address: `callback.${string}/${string}`;
  /** Name of the platform, that of its simulator. */
  readonly platform: string;
  /** What the platform is called in notices. */
  readonly title: Text;
  readonly methods: readonly CallbackMethod[];
  /**
   * Verifies the signature first, then reads. It changes nothing. A call whose handler failed is read again later, then without a look at
   * `signedAt`.
   *
   * @throws only for faults of ours, answered by `answer(false)` with status 500, upon which platforms call again
   */
  read(request: CallbackRequest, tools: CallbackTools): Promise<CallbackReading<Payload>>;
  /**
   * The effect, in the transaction in which the event is noted as handled. Events may arrive in any order.
   *
   * @returns an answer of its own where `answer(true)` is not enough; the same event gets it again
   * @throws when it cannot be done now: it is undone, and repeated by a job
   */
  handle(tools: CallbackTools, payload: Payload): Promise<CallbackAnswer | undefined>;
  /**
   * `handle` runs on the plain connection and nothing is noted: for calls that must be answered at once, whose answer may change, and whose
   * effect is the same once by itself.
   */
  readonly isDirect?: true;
  /** The platform's form of "received" and of "not received, call again". */
  answer(isReceived: boolean): CallbackAnswer;
}
