import type { Kysely } from 'kysely';
import type { AuditSpec } from '../../../../contract/endpoint';
import type { AuditChange } from '../../audit';
import type { Database } from '../../database/schema';
import type { AfterCommit, FollowUp } from '../context';
import type { Answer } from '../envelope';
import type { SingleCall } from '../undo';
import type { Call } from './call';

/** A search for a whole phone number by a user who sees masked numbers (./phone-search). */
export interface GuardedSearch {
  readonly accountId: number;
  readonly typed: string;
}

/** Results that a handler reports through its context. Each attempt of the transaction starts with an empty report. */
export interface Report {
  change: AuditChange;
  /** Audit specification with which an undo is recorded. `null` when this call is not an undo. */
  undoSpec: AuditSpec | null;
  /** The single calls of a bulk call, so that each can be undone separately. */
  readonly undoables: SingleCall[];
  readonly searches: (GuardedSearch & { readonly isFound: boolean })[];
  /** Tasks that run after the commit, on a connection without a transaction. */
  readonly tasks: AfterCommit[];
  /** Work after the commit that delays the answer. `null` when the answer is sent immediately. */
  followUp: FollowUp | null;
  permissionChanged: boolean;
  /** Whether the change took effect without a second user, because no other user could approve or the site setting is off. */
  withoutSecondPerson: boolean;
}

/** A run of a handler. Each retry of the call's transaction is a new attempt. */
export interface Attempt {
  readonly call: Call;
  readonly db: Kysely<Database>;
  readonly report: Report;
}

export function newReport(): Report {
  return {
    change: {},
    undoSpec: null,
    undoables: [],
    searches: [],
    tasks: [],
    followUp: null,
    permissionChanged: false,
    withoutSecondPerson: false,
  };
}

/** Error of a handler or of a later step of the attempt. The audit record of the refusal includes the handler's report. */
export class AttemptFailed extends Error {
  constructor(
    override readonly cause: unknown,
    /** Input of the handler after validation. */
    readonly input: unknown,
    readonly report: Report,
  ) {
    super('a handler failed');
  }
}

/** The result of a successful call. */
export interface Execution {
  readonly answer: Answer;
  readonly undoId: number | null;
  readonly permissionChanged: boolean;
  /** Tasks that start after the commit. */
  readonly tasks: readonly AfterCommit[];
  readonly followUp: FollowUp | null;
}

/** Stores the answer under the idempotency key in the transaction of the call. */
export type StoreAnswer = (db: Kysely<Database>, answer: Answer) => Promise<void>;
