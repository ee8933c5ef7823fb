import type { Kysely } from 'kysely';
import type { DataOf, Endpoint, ParsedOf } from '../../contract/endpoint';
import type { Locale, Text } from '../../contract/text';
import type { Clock } from './clock';
import type { Database } from './database/schema';
import type { Ids } from './ids';
import type { Ports } from './ports';
import type { Accepted } from './refusal';

/** Rows that a person may see (DOMAIN §1). Several identities: the widest wins. */
export type DataScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'regions'; readonly codes: readonly string[] }
  | { readonly kind: 'teams'; readonly ids: readonly number[] }
  | { readonly kind: 'franchisees'; readonly ids: readonly number[] };

/** The person behind a session. */
export interface Actor {
  readonly accountId: number;
  readonly account: string;
  readonly name: string;
  readonly tel: string;
  readonly accountType: 'owner' | 'staff' | 'station' | 'franchisee';
  readonly identityNames: readonly string[];
  readonly rules: ReadonlySet<number>;
  readonly scope: DataScope;
  readonly sessionId: number;
  readonly mustChangePassword: boolean;
}

/** What one changed object leaves in the audit log. Secret and personal fields are masked by the pipe (AuditSpec). */
export interface AuditChange {
  readonly objectId?: number;
  readonly objectNo?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** Module-specific facts, for example the failed rows of a bulk call. */
  readonly detail?: unknown;
}

/** What handlers must know about how this server was started. */
export interface Deployment {
  /** The database lies in the data folder and belongs to this server alone. */
  readonly embeddedDatabase: boolean;
  /** One fixed captcha/SMS code that is always valid, or null. */
  readonly automationCode: string | null;
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
  /** Origin under which the caller has the console open (`https://console.example`): for links and passkeys. */
  readonly origin: string;
  readonly deployment: Deployment;
  /** The file of a multipart call (`body: 'multipart'`), null otherwise. */
  readonly upload: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** A text of the contract in the caller's language. */
  t(text: Text, params?: Readonly<Record<string, string | number>>): string;
  /** Describes the change for the one audit record of this call. Calling it again replaces the earlier description. */
  audit(change: AuditChange): void;
  /** For checks that only this call's values can decide: throws 40303 unless a valid second-verification ticket came with it. */
  requireSecond(): void;
  /** The page re-reads `getSiteInfo` after this answer. */
  permissionChanged(): void;
  /** Runs after the transaction has committed (sending a message, for instance); its failure is logged, never answered. */
  afterCommit(task: () => Promise<void>): void;
}

/** Context of an endpoint that needs a session. */
export interface ActorContext extends CallContext {
  readonly actor: Actor;
  can(rule: number): boolean;
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? CallContext & { readonly actor: Actor | null }
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
