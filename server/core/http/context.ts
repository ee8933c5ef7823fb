import type { Kysely } from 'kysely';
import type { DataOf, Endpoint, ParsedOf } from '../../../contract/endpoint';
import type { TextParams } from '../../../contract/message';
import type { Locale, Text } from '../../../contract/text';
import type { Actor } from '../actor';
import type { AuditChange, DoneOne } from '../audit';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Ids } from '../ids';
import type { Ports } from '../platforms/ports';
import type { SecondPersonRequest, StoredProposal } from './four-eyes';
import type { Accepted, Refusal } from './refusal';
import type { SignedClient } from './signed';
import type { CompensatingCall, CompensatingCalls, SingleCall } from './undo';
import type { SpooledFile } from './upload-guard';

/** The start-up options of this server that handlers need. */
export interface Deployment {
  /** The database is in the data folder and only this server uses it. */
  readonly embeddedDatabase: boolean;
  /** A fixed captcha and SMS code that is always valid; null: none. */
  readonly automationCode: string | null;
  /** Origin of the console, set by the operator (`PUBLIC_ORIGIN`); null: not set. */
  readonly publicOrigin: string | null;
  /** Addresses from which this server calls outside platforms (`OUTGOING_ADDRESSES`). */
  readonly outgoingAddresses: readonly string[];
  /** The maximum number of head office accounts (42344). */
  readonly staffSeats: number;
  /** The folder that all files of the server are written to. */
  readonly dataDir: string;
}

/**
 * What every handler receives besides its input. `db` is the request's transaction: it commits only when the call succeeds.
 * For the addresses in `ownTransactions` (server/modules/index.ts) `db` is the plain connection instead. Their writes, such as the
 * count of failed sign-ins, must persist when the call is refused.
 */
export interface CallContext {
  readonly db: Kysely<Database>;
  readonly locale: Locale;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The request comes from this machine, without a proxy. */
  readonly isLocal: boolean;
  /** Origin of the console from the request's headers (`https://console.example`), for passkeys. Links use {@link consoleLink}. */
  readonly origin: string;
  readonly deployment: Deployment;
  /** The file of a multipart call (`body: 'multipart'`); null for other calls. */
  readonly upload: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** The file of a multipart call that was written to disk. */
  readonly spooled?: SpooledFile | undefined;
  /** The server that signed the call (`access: 'signed'`); null for other calls. */
  readonly client: SignedClient | null;
  /** Translates a text of the contract into the caller's language. */
  t(text: Text, params?: TextParams): string;
  /** Describes the change for the call's only audit record. A second call replaces the description. */
  audit(change: AuditChange): void;
  /** Requires a second verification when the input decides the need. @throws Refusal 40303 without a valid ticket */
  requireSecond(): void;
  /**
   * Requires a second person for a change (4E): rolls the call back and keeps it as a proposal. It does nothing when this call is
   * the approved proposal, when the setting is off, or when no other person could approve. The audit record notes the last two cases.
   *
   * @throws Refusal 40901 when the state differs from the proposed one, and the refusals of `mayAgree`
   */
  secondPerson(request: SecondPersonRequest): Promise<void>;
  /** Runs a stored proposal with its proposer's permissions. @throws Refusal of that call · 40301 the proposer or the caller may not */
  executeProposal(kept: StoredProposal): Promise<void>;
  /**
   * Records one of the single calls that a bulk call consists of, so that an undo can reverse each record separately. Without
   * `before`, the state before the change is taken from the last `audit` call.
   */
  recordUndoable(single: Pick<SingleCall, 'address' | 'input' | 'data'> & { readonly before?: object }): void;
  /** Runs the inverse of an earlier call, with the caller's current permissions. @returns its data and its audit description */
  compensate(call: CompensatingCall): Promise<{ readonly data: unknown; readonly change: AuditChange }>;
  /**
   * Runs the inverses of many earlier calls to one address, each separately and in the given order.
   *
   * @returns the result or the refusal of each call; a refused call has changed nothing
   */
  compensateEach(calls: CompensatingCalls): Promise<readonly (DoneOne | Refusal)[]>;
  /** Makes the page reload `getSiteInfo` after this answer. */
  permissionChanged(): void;
  /**
   * Runs a task after the transaction has committed, such as sending a message. A failure is logged, never answered. `db` of the task
   * is the plain connection.
   */
  afterCommit(task: AfterCommit): void;
  /**
   * Delays the answer of a committed call until work outside its transaction ends. The idempotency key stores the answer of the
   * handler, so a repeated call does not wait.
   */
  followUp(work: FollowUp): void;
}

export type AfterCommit = (db: Kysely<Database>) => Promise<void>;
/**
 * Work that the answer of a committed call waits for.
 *
 * @param closing aborted when the server stops: return at once
 * @returns later data, answered with 100; null keeps the handler's own answer
 * @throws Refusal replaces the handler's answer; the change remains committed
 */
export type FollowUp = (db: Kysely<Database>, closing: AbortSignal) => Promise<object | null>;

/** Context of an endpoint that needs a session. */
export interface ActorContext extends CallContext {
  readonly actor: Actor;
  /** The call is an undo: its input comes from the stored record, not from the caller. */
  readonly isUndo: boolean;
  can(rule: number): boolean;
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? CallContext & { readonly actor: Actor | null }
  : E['access'] extends 'signed'
    ? CallContext & { readonly actor: null }
    : ActorContext;

/** One function per address. It returns `data` and throws refusals. */
export type HandlersOf<M extends Record<string, Endpoint>> = {
  readonly [A in keyof M]: (
    ctx: ContextOf<M[A]>,
    input: ParsedOf<M[A]>,
  ) => Promise<DataOf<M[A]> | Accepted<DataOf<M[A]>>>;
};

/** Binds a module's handlers to its part of the contract. A missing or foreign address is a compile error. */
export function handlers<const M extends Record<string, Endpoint>>(_endpoints: M, bound: HandlersOf<M>): HandlersOf<M> {
  return bound;
}
