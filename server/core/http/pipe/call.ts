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

/** A handler with its types erased; `handlers()` has checked them. */
export type AnyHandler = (ctx: ActorContext, input: unknown) => Promise<unknown>;

/** An endpoint bound to its handler. */
export interface Bound {
  readonly address: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** Runs many such calls in a few statements, if the module has a batch handler. */
  readonly batchHandler?: BatchHandler | undefined;
  /** The handler opens its own transactions; see CallContext. */
  readonly ownTransaction: boolean;
}

/** A request as the HTTP server hands it over. */
export interface Incoming {
  readonly requestId: string;
  readonly ip: string;
  readonly isLocal: boolean;
  /** See CallContext. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The raw JSON, the text fields of an upload, or the reason why it could not be read. */
  readonly body: Buffer | Readonly<Record<string, string>> | Refusal | null;
  readonly upload: CallContext['upload'];
  readonly spooled?: CallContext['spooled'];
  /** The server that signed an upload. It was checked before the file was read, since each signature is accepted once. */
  readonly client?: SignedClient;
}

/** What the HTTP server sends back. */
export interface Outgoing {
  readonly answer: Answer;
  readonly permissionChanged: boolean;
  /** The undo number; null when the call cannot be undone. */
  readonly undoId: number | null;
  /** The caller, for the log; 0 without a session. */
  readonly accountId: number;
  /** 0 without a session. */
  readonly sessionId: number;
  /** The language of a stream's messages. */
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
  /** The endpoint of a stored proposal or of an undo. */
  endpointAt(address: string): Bound | undefined;
  /** The server that signed a request, or null. */
  signedClient(incoming: Pick<Incoming, 'headers' | 'body'>, address: string): Promise<SignedClient | null>;
  /** Checks whether this address may use the console at all (site settings, `ipAllowList`). */
  addressAllowed(ip: string): Promise<boolean>;
  /** Checks whether a moment is outside office hours in the platform's time zone. Called before any transaction begins. */
  isOutOfHours(at: Date): Promise<boolean>;
  /** While the disk is full only sign-in, sign-out and reads work. */
  isDiskFull: DiskGuard;
}

/** A request in the pipe. Steps never change it: each returns a new call with what it found. */
export interface Call {
  readonly bound: Bound;
  readonly incoming: Incoming;
  readonly locale: Locale;
  /** Start time by `performance.now()`. */
  readonly startedMs: number;
  readonly isOutOfHours: boolean;
  /** The decoded input; empty until it is decoded. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly session: Session | null;
  /** The server that signed the request (`access: 'signed'`). */
  readonly client: SignedClient | null;
}

/** Creates a call that holds only the request. */
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
