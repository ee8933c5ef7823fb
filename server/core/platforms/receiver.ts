import type { Kysely } from 'kysely';
import type { Text } from '../../../contract/text';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Ids } from '../ids';
import type { Ports } from './ports';

/** Calls from platforms to us (DOMAIN §6.8 "Inbound"): no session; signature and answer in the platform's own form. */

export const CALLBACK_METHODS = ['GET', 'POST'] as const;
export type CallbackMethod = (typeof CALLBACK_METHODS)[number];

/** An unchanged call: `body` and `query` are exactly what was signed. */
export interface CallbackRequest {
  readonly method: CallbackMethod;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** Empty without a body. */
  readonly body: Buffer;
}

export interface CallbackAnswer {
  readonly status: number;
  /** Media type with its charset. */
  readonly type: string;
  readonly body: string;
}

export interface CallbackTools {
  /** During `read`: the plain connection. During `handle`: the transaction that also marks the event as handled. */
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
}

/** The result of reading a call. */
export type CallbackReading<Payload> =
  | {
      /** The platform's id of the event; an event takes effect once. Unique among all receivers of the platform. */
      readonly eventId: string;
      readonly payload: Payload;
      /** The signed time, if there is one: a call that differs from our clock by more than five minutes is refused. */
      readonly signedAt?: Date;
      /** A repeated call keeps its first signature for this time: `signedAt` may be older by as many milliseconds. */
      readonly repeatedMs?: number;
    }
  /** Wrong signature, unknown account, unreadable body. Nothing is stored. */
  | { readonly refusal: CallbackAnswer }
  /** A query without an effect, such as the check of an address (`echostr`). Nothing is stored. */
  | { readonly echo: CallbackAnswer };

/** An address that a platform calls. */
export interface Receiver<Payload = unknown> {
  /** `callback.WxPay/notify`; its address is `/api/<address>`. */
  readonly address: `callback.${string}/${string}`;
  /** Name of the platform's simulator. */
  readonly platform: string;
  /** Name of the platform in notices. */
  readonly title: Text;
  readonly methods: readonly CallbackMethod[];
  /**
   * Verifies the signature first, then reads. Changes nothing. If the handler failed, the call is read again later, without checking
   * `signedAt`.
   *
   * @throws only for server faults: they are answered by `answer(false)` with status 500, and the platform repeats the call
   */
  read(request: CallbackRequest, tools: CallbackTools): Promise<CallbackReading<Payload>>;
  /**
   * Applies the event in the transaction that also marks it as handled. Events may arrive in any order.
   *
   * @returns an answer that replaces `answer(true)`; repeated events get it too
   * @throws when it cannot be applied now: the transaction rolls back, and a job retries it
   */
  handle(tools: CallbackTools, payload: Payload): Promise<CallbackAnswer | undefined>;
  /**
   * `handle` runs on the plain connection and the event is not stored. For calls that need an immediate answer, whose answer may change,
   * and whose effect is idempotent.
   */
  readonly isDirect?: true;
  /** Builds the platform's form of "received" and of "not received, call again". */
  answer(isReceived: boolean): CallbackAnswer;
}
