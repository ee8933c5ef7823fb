import type { Kysely } from 'kysely';
import type { Text } from '../../../contract/text';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Ids } from '../ids';
import type { Ports } from './ports';

/** Calls from platforms to us (DOMAIN §6.8 "Inbound"). They have no session. Signature and answer have the platform's own format. */

export const CALLBACK_METHODS = ['GET', 'POST'] as const;
export type CallbackMethod = (typeof CALLBACK_METHODS)[number];

/** A call exactly as received. Signatures are computed from the exact characters of `query` and the exact bytes of `body`. */
export interface CallbackRequest {
  readonly method: CallbackMethod;
  /** The query string without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** Empty when the call has no body. */
  readonly body: Buffer;
}

export interface CallbackAnswer {
  readonly status: number;
  /** The media type with its charset. */
  readonly type: string;
  readonly body: string;
}

export interface CallbackTools {
  /**
   * The database connection. `handle` without `isDirect`, and `read` before a retry, get the transaction that marks the event as handled.
   * All other calls get a connection without a transaction.
   */
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
}

export type CallbackReading<Payload> =
  | {
      /** The platform's id of the event, unique among all receivers of the platform. An event with a known id has no second effect. */
      readonly eventId: string;
      readonly payload: Payload;
      /**
       * The signed time, if the call has one. A call is refused when this time differs from our clock by more than five minutes.
       * `repeatedMs` extends the maximum age.
       */
      readonly signedAt?: Date;
      /** Milliseconds during which the platform repeats a call with its first signature. They extend the maximum age of `signedAt`. */
      readonly repeatedMs?: number;
    }
  /** The signature is wrong, the account is unknown or the body is unreadable. Nothing is stored. */
  | { readonly refusal: CallbackAnswer }
  /** A query without an effect, for example when the platform checks our URL (`echostr`). Nothing is stored. */
  | { readonly echo: CallbackAnswer };

/** Handles the calls that a platform makes to one of our URLs. */
export interface Receiver<Payload = unknown> {
  /** For example `callback.WxPay/notify`. The URL's path is `/api/<address>`. */
  readonly address: `callback.${string}/${string}`;
  /** The name of the platform's simulator. */
  readonly platform: string;
  /** The name of the platform in notices about failed events. */
  readonly title: Text;
  readonly methods: readonly CallbackMethod[];
  /**
   * Verifies the signature, then reads the call. `read` changes nothing. After a failure of `handle`, the call is read again later without
   * checking `signedAt`.
   *
   * @throws only on server faults; the answer is then `answer(false)` with status 500, and the platform repeats the call
   */
  read(request: CallbackRequest, tools: CallbackTools): Promise<CallbackReading<Payload>>;
  /**
   * Applies the event in the transaction that also marks the event as handled, except with `isDirect`. Events may arrive in any order.
   *
   * @returns an answer that replaces `answer(true)`; repeated events receive the same answer
   * @throws when the event cannot be applied yet; the transaction rolls back, and a job retries it. With `isDirect`, the platform must
   *   repeat the call
   */
  handle(tools: CallbackTools, payload: Payload): Promise<CallbackAnswer | undefined>;
  /**
   * `true` when `handle` runs without a transaction and the event is not stored. It suits idempotent calls with an immediate answer that
   * may change.
   */
  readonly isDirect?: true;
  /** Builds the answer "received" or "not received, call again" in the platform's format. */
  answer(isReceived: boolean): CallbackAnswer;
}
