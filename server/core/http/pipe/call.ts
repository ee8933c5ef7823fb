import type { Kysely } from 'kysely';
import type { Endpoint } from '../../../../contract/endpoint';
import type { Locale } from '../../../../contract/text';
import type { Session, Sessions } from '../../access/session';
import type { Clock } from '../../clock';
import type { Database } from '../../database/schema';
import type { DiskGuard } from '../../files/disk';
import type { Ids } from '../../ids';
import { localeOf } from '../../locale';
import type { Ports } from '../../platforms/ports';
import type { BatchHandler } from '../bulk';
import type { ActorContext, CallContext, Deployment } from '../context';
import type { Answer } from '../envelope';
import type { ProposalStore } from '../four-eyes';
import type { RateLimiter } from '../rate-limiter';
import type { Refusal } from '../refusal';
import type { SignedClient } from '../signed';
import type { UndoStore } from '../undo';

/** A handler without its type parameters. `handlers()` has checked them. */
export type AnyHandler = (ctx: ActorContext, input: unknown) => Promise<unknown>;

/** An endpoint with its handler. */
export interface Bound {
  readonly address: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** Runs many calls of this endpoint in a few statements. Absent when the endpoint has no batch handler. */
  readonly batchHandler?: BatchHandler | undefined;
  /** Whether the handler opens its own transactions (see CallContext). */
  readonly ownTransaction: boolean;
}

/** A request of the HTTP server. */
export interface Incoming {
  readonly requestId: string;
  readonly ip: string;
  readonly isLocal: boolean;
  /** Origin of the console (see CallContext). */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The raw JSON, the text fields of an upload, or the reason why the body could not be read. `null` without a body. */
  readonly body: Buffer | Readonly<Record<string, string>> | Refusal | null;
  readonly upload: CallContext['upload'];
  readonly spooled?: CallContext['spooled'];
  /** Server that signed an upload. Its signature was checked before the file was read, and a signature is accepted only once. */
  readonly client?: SignedClient;
}

/** The result of a call for the HTTP server: the answer, and facts about the call. */
export interface Outgoing {
  readonly answer: Answer;
  readonly permissionChanged: boolean;
  /** Number with which the call can be undone. `null` when the call cannot be undone. */
  readonly undoId: number | null;
  /** Account id of the caller, for the log. 0 without a session. */
  readonly accountId: number;
  /** Session id of the caller. 0 without a session. */
  readonly sessionId: number;
  /** Language of the messages in a stream of notices, and of the error message when the stream is refused. */
  readonly locale: Locale;
}

export interface PipeLog {
  error(details: object, text: string): void;
}

export interface PipeDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly sessions: Sessions;
  readonly deployment: Deployment;
  readonly limiter: RateLimiter;
  readonly log: PipeLog;
  readonly proposals: ProposalStore;
  readonly undo: UndoStore;
  /** Finds the endpoint of a stored proposal or of an undo. */
  endpointAt(address: string): Bound | undefined;
  /** Finds the server that signed a request. Returns `null` when the signature is not valid. */
  signedClient(incoming: Pick<Incoming, 'headers' | 'body'>, address: string): Promise<SignedClient | null>;
  /** Checks whether this IP address may use the console (site settings, `ipAllowList`). */
  addressAllowed(ip: string): Promise<boolean>;
  /** Checks whether a moment is outside office hours in the platform's time zone. It is called before a transaction begins. */
  isOutOfHours(at: Date): Promise<boolean>;
  /** Checks whether the disk is nearly full. Then only reads, public calls and sign-out are allowed. */
  isDiskFull: DiskGuard;
}

/** A request in the pipe. Steps do not change this object. A step that has results returns a new call with them. */
export interface Call {
  readonly bound: Bound;
  readonly incoming: Incoming;
  readonly locale: Locale;
  /** Start time as returned by `performance.now()`. */
  readonly startedMs: number;
  readonly isOutOfHours: boolean;
  /** The decoded input. It is empty before the decoding. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly session: Session | null;
  /** Server that signed the request (`access: 'signed'`). `null` for other endpoints and for a wrong signature. */
  readonly client: SignedClient | null;
}

/** Creates a call with the request, its language and the start time. The steps of the pipe add the rest. */
export function openCall(bound: Bound, incoming: Incoming): Call {
  return {
    bound,
    incoming,
    locale: localeOf(header(incoming, 'accept-language')),
    startedMs: performance.now(),
    isOutOfHours: false,
    raw: {},
    session: null,
    client: null,
  };
}

export function header({ headers }: Incoming, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
