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

/** Start-up options of this server that handlers need. */
export interface Deployment {
  /** Whether the database is in the data folder, so that only this server uses it. */
  readonly embeddedDatabase: boolean;
  /**
   * SMS code that is always valid. Its first four characters are always valid as a captcha. `null` means that only generated codes are
   * valid.
   */
  readonly automationCode: string | null;
  /** Configured origin of the console (`PUBLIC_ORIGIN`). `null` when it is not configured. */
  readonly publicOrigin: string | null;
  /** IP addresses from which this server calls outside platforms (`OUTGOING_ADDRESSES`). */
  readonly outgoingAddresses: readonly string[];
  /** Maximum number of staff accounts that are not disabled. Further accounts are refused with 42344. */
  readonly staffSeats: number;
  /** Folder for the server's data, such as stored files and the embedded database. */
  readonly dataDir: string;
}

/**
 * Context that every handler receives in addition to its input. For changing calls, `db` is the request's transaction, which commits only
 * when the call succeeds. For reads (GET) and for endpoints in a module's list `…OwnTransactions`, `db` is a connection without a
 * transaction. What these endpoints write, such as the count of failed sign-ins, must persist when the call is refused.
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
  /** Whether the request comes from this machine without a proxy. */
  readonly isLocal: boolean;
  /** Origin of the console: `PUBLIC_ORIGIN`, or else from the request. Passkeys use this origin; links use {@link consoleLink}. */
  readonly origin: string;
  readonly deployment: Deployment;
  /** File of a multipart call (`body: 'multipart'`) in memory. `null` for other calls, and if the file was written to disk. */
  readonly upload: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** File of a multipart call that was written to disk instead of memory. */
  readonly spooled?: SpooledFile | undefined;
  /** Server that signed the call (`access: 'signed'`). `null` for other calls. */
  readonly client: SignedClient | null;
  /** Translates a text of the contract into the caller's language. */
  t(text: Text, params?: TextParams): string;
  /** Sets the description of the change for the call's only audit record. If the handler sets it twice, the second description is used. */
  audit(change: AuditChange): void;
  /**
   * Requires a second verification, for endpoints that need it only for some inputs.
   *
   * @throws Refusal 40303 no valid ticket · 40308 another factor must be bound first
   */
  requireSecond(): void;
  /**
   * Requires a second user for a change (4E): rolls the call back and stores it as a proposal. While an approved proposal runs, the
   * function only checks the state and `mayAgree`. If the setting is off or no other user could approve, the call continues. The audit
   * record then states that no second user approved the change.
   *
   * @throws Refusal 40901 when the state differs from the proposed state, the refusals of `mayAgree`, and 42201 in an undo
   */
  secondPerson(request: SecondPersonRequest): Promise<void>;
  /**
   * Runs a stored proposal with its proposer's permissions.
   *
   * @throws Refusal 40301 the proposer or the caller lacks the permission, or the endpoint no longer exists ·
   *   40901 the state has changed, or the stored input is no longer valid · the refusals of the proposed call
   */
  executeProposal(kept: StoredProposal): Promise<void>;
  /**
   * Records a single call of a bulk call, so that an undo can reverse each record separately. Without `before`, the state before the change
   * is taken from the last `audit` call.
   */
  recordUndoable(single: Pick<SingleCall, 'address' | 'input' | 'data'> & { readonly before?: object }): void;
  /**
   * Runs the compensation of an earlier call with the caller's current permissions.
   *
   * @returns its data and its audit description
   * @throws Refusal 40401 no such endpoint · 40301 missing permission · 40303, 40308 second verification ·
   *   42201 the compensation needs a second user · the refusals of the compensation
   */
  compensate(call: CompensatingCall): Promise<{ readonly data: unknown; readonly change: AuditChange }>;
  /**
   * Runs the compensations of many earlier calls to one endpoint, in one batch or one after the other. The results are in the given order.
   *
   * @returns the result or the refusal of each compensation; a refused compensation has changed nothing
   * @throws Refusal 40401 no such endpoint · 40301 missing permission · 40303, 40308 second verification
   */
  compensateEach(calls: CompensatingCalls): Promise<readonly (DoneOne | Refusal)[]>;
  /**
   * Searches with the filter of a list in another endpoint, such as an export or a bulk call. The limit for searches by whole phone numbers
   * (PhoneSearch) applies as in the list.
   *
   * @throws Refusal 42901 too many searches without a result
   */
  guardSearch<T>(search: ListSearch<T>): Promise<T>;
  /** Makes the page reload the user's permissions (`getSiteInfo`) after this answer. */
  permissionChanged(): void;
  /**
   * Runs a task after the transaction has committed, such as sending a message. A failure is logged and not returned to the caller. `db` of
   * the task is a connection without a transaction.
   */
  afterCommit(task: AfterCommit): void;
  /**
   * Delays the answer of a committed call until work outside its transaction ends. The idempotency key stores the handler's answer, so a
   * repeated call does not wait.
   */
  followUp(work: FollowUp): void;
}

/** A search with the filter of a list. */
export interface ListSearch<T> {
  /** The endpoint of the list. */
  readonly list: Endpoint;
  /** The parsed filter, with the names of the list's input. */
  readonly filter: unknown;
  find(): Promise<T>;
  /** Checks whether the search found a record. */
  isFound(found: T): boolean;
}

export type AfterCommit = (db: Kysely<Database>) => Promise<void>;
/**
 * Work that delays the answer of a committed call.
 *
 * @param closing aborted when the server stops; the work must then return immediately
 * @returns the data of a successful answer (100); `null` preserves the handler's own answer
 * @throws Refusal that replaces the handler's answer; the change remains committed
 */
export type FollowUp = (db: Kysely<Database>, closing: AbortSignal) => Promise<object | null>;

/** Context of an endpoint that needs a session. */
export interface ActorContext extends CallContext {
  readonly actor: Actor;
  /** Whether the call is an undo. Its input then comes from the stored undo entry and not from the caller. */
  readonly isUndo: boolean;
  can(rule: number): boolean;
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? CallContext & { readonly actor: Actor | null }
  : E['access'] extends 'signed'
    ? CallContext & { readonly actor: null }
    : ActorContext;

/** A handler function per endpoint address. It returns `data` and throws refusals. */
export type HandlersOf<M extends Record<string, Endpoint>> = {
  readonly [A in keyof M]: (
    ctx: ContextOf<M[A]>,
    input: ParsedOf<M[A]>,
  ) => Promise<DataOf<M[A]> | Accepted<DataOf<M[A]>>>;
};

/** Binds a module's handlers to its endpoints in the contract. A missing address or an address of another module does not compile. */
export function handlers<const M extends Record<string, Endpoint>>(_endpoints: M, bound: HandlersOf<M>): HandlersOf<M> {
  return bound;
}
