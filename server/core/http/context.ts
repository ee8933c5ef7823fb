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

/** What handlers must know about how this server was started. */
export interface Deployment {
  /** The database lies in the data folder and belongs to this server alone. */
  readonly embeddedDatabase: boolean;
  /** One fixed captcha/SMS code that is always valid, or null. */
  readonly automationCode: string | null;
  /** Origin of the console, set by the operator (`PUBLIC_ORIGIN`); null where it is not set. */
  readonly publicOrigin: string | null;
  /** Addresses from which this server calls outside platforms (`OUTGOING_ADDRESSES`). */
  readonly outgoingAddresses: readonly string[];
  /** How many people of the head office may have an account (42344). */
  readonly staffSeats: number;
  /** Folder of everything that the server writes. */
  readonly dataDir: string;
}

/**
 * What every handler gets besides its input. `db` is the request's transaction: it commits only when the call succeeds.
 * For the addresses in `ownTransactions` (server/modules/index.ts) it is the plain connection instead: what they count, a
 * failed sign-in for instance, must outlive the refusal.
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
  /** The caller sits at this very machine, with no proxy between. */
  readonly isLocal: boolean;
  /** Origin of the console by the caller's headers (`https://console.example`): for passkeys. Links: {@link consoleLink}. */
  readonly origin: string;
  readonly deployment: Deployment;
  /** The file of a multipart call (`body: 'multipart'`), null otherwise. */
  readonly upload: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** The file of a multipart call that was written to disk. */
  readonly spooled?: SpooledFile | undefined;
  /** The server that signed the call (`access: 'signed'`), null otherwise. */
  readonly client: SignedClient | null;
  /** A text of the contract in the caller's language. */
  t(text: Text, params?: TextParams): string;
  /** Describes the change for the one audit record of this call. Calling it again replaces the earlier description. */
  audit(change: AuditChange): void;
  /** For checks that only this call's values can decide: throws 40303 unless a valid second-verification ticket came with it. */
  requireSecond(): void;
  /**
   * For changes that two people must agree to (4E): the call is undone and kept as a proposal, unless this is the approved
   * proposal, or the rule is switched off, or no other person could approve (then the audit row says so).
   *
   * @throws Refusal 40901 when the state is another than the one that was proposed, and what the approver may not agree to
   */
  secondPerson(request: SecondPersonRequest): Promise<void>;
  /** Makes a kept call, with its proposer's rights. @throws Refusal of that call · 40301 when the proposer or the caller may not */
  executeProposal(kept: StoredProposal): Promise<void>;
  /**
   * What a call about several records amounts to: the call about one of them that would have done the same, so that it can be taken
   * back record by record. What stood there `before` is what was last recorded (`audit`), where nothing else is said.
   */
  recordUndoable(single: Pick<SingleCall, 'address' | 'input' | 'data'> & { readonly before?: object }): void;
  /** Makes the call that takes a former one back, with the caller's rights as they are now. Answers its data, and what it records. */
  compensate(call: CompensatingCall): Promise<{ readonly data: unknown; readonly change: AuditChange }>;
  /**
   * The same for many former calls to one address: each by itself, in the given order. What a call cannot be made for is refused and
   * has changed nothing.
   */
  compensateEach(calls: CompensatingCalls): Promise<readonly (DoneOne | Refusal)[]>;
  /** The page re-reads `getSiteInfo` after this answer. */
  permissionChanged(): void;
  /**
   * Runs after the transaction has committed (sending a message, for instance); its failure is logged, never answered. `db` of the task
   * is the plain connection: the transaction is over.
   */
  afterCommit(task: AfterCommit): void;
  /**
   * Delays the answer of a committed call until work outside its transaction ends. The stored answer of an idempotency key stays
   * what the handler answered, so a repetition does not wait.
   */
  followUp(work: FollowUp): void;
}

export type AfterCommit = (db: Kysely<Database>) => Promise<void>;
/**
 * @param closing aborted when the server stops: answer at once
 * @returns later data, answered with 100; null: the handler's own answer is kept
 * @throws Refusal answered in place of it; the call stays done
 */
export type FollowUp = (db: Kysely<Database>, closing: AbortSignal) => Promise<object | null>;

/** Context of an endpoint that needs a session. */
export interface ActorContext extends CallContext {
  readonly actor: Actor;
  /** The call takes a former one back: its values are the record's own of then, as the server noted them, not the caller's. */
  readonly isUndo: boolean;
  can(rule: number): boolean;
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? CallContext & { readonly actor: Actor | null }
  : E['access'] extends 'signed'
    ? CallContext & { readonly actor: null }
    : ActorContext;

/** One function per address. Answers `data`; refusals are thrown. */
export type HandlersOf<M extends Record<string, Endpoint>> = {
  readonly [A in keyof M]: (
    ctx: ContextOf<M[A]>,
    input: ParsedOf<M[A]>,
  ) => Promise<DataOf<M[A]> | Accepted<DataOf<M[A]>>>;
};

/** Binds a module's handlers to its part of the contract; a missing or foreign address does not compile. */
export function handlers<const M extends Record<string, Endpoint>>(_endpoints: M, bound: HandlersOf<M>): HandlersOf<M> {
  return bound;
}
