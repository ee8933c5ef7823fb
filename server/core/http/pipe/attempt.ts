import type { Kysely } from 'kysely';
import type { AuditSpec } from '../../../../contract/endpoint';
import type { AuditChange } from '../../audit';
import type { Database } from '../../database/schema';
import type { AfterCommit, FollowUp } from '../context';
import type { Answer } from '../envelope';
import type { SingleCall } from '../undo';
import type { Call } from './call';

/** What a handler reports through its context. Each attempt at the transaction starts with a new report. */
export interface Report {
  change: AuditChange;
  /** How the undone call is audited; null when this call is not an undo. */
  undoSpec: AuditSpec | null;
  /** The single calls that a bulk call consists of, for undo. */
  readonly undoables: SingleCall[];
  /** Tasks that run after the commit, on the plain connection. */
  readonly tasks: AfterCommit[];
  /** Work after the commit that the answer waits for; null: none. */
  followUp: FollowUp | null;
  permissionChanged: boolean;
  /** The change needed a second person, but no other person could approve or the site setting is off. */
  withoutSecondPerson: boolean;
}

/** One run of a handler in one transaction. */
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
    tasks: [],
    followUp: null,
    permissionChanged: false,
    withoutSecondPerson: false,
  };
}

/** A handler failed after it had started. The audit record of the refusal includes what it had reported until then. */
export class AttemptFailed extends Error {
  constructor(
    override readonly cause: unknown,
    /** The validated input. */
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
  /** Tasks to start after the commit. */
  readonly tasks: readonly AfterCommit[];
  readonly followUp: FollowUp | null;
}

/** Stores the answer under the idempotency key, in the transaction of the call. */
export type StoreAnswer = (db: Kysely<Database>, answer: Answer) => Promise<void>;
