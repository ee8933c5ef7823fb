import type { Kysely } from 'kysely';
import type { AuditSpec } from '../../../../contract/endpoint';
import type { AuditChange } from '../../audit';
import type { Database } from '../../database/schema';
import type { AfterCommit, FollowUp } from '../context';
import type { Answer } from '../envelope';
import type { SingleCall } from '../undo';
import type { Call } from './call';

/** What a handler reports through its context. Each attempt at the transaction begins with a new one. */
export interface Report {
  change: AuditChange;
  /** How the undone call is audited; null where this call is no undo. */
  undoSpec: AuditSpec | null;
  /** The single calls that a bulk call consists of, for undo. */
  readonly undoables: SingleCall[];
  /** Run after the commit, on the plain connection. */
  readonly tasks: AfterCommit[];
  /** What the answer waits for after the commit; null: nothing. */
  followUp: FollowUp | null;
  permissionChanged: boolean;
  /** The change needed a second person, but there is none or the site setting is off. */
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

/** A handler failed after it had begun: what it had reported until then goes into the audit record of the refusal. */
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

/** A call that was done. */
export interface Execution {
  readonly answer: Answer;
  readonly undoId: number | null;
  readonly permissionChanged: boolean;
  /** To be started now that the transaction has committed. */
  readonly tasks: readonly AfterCommit[];
  readonly followUp: FollowUp | null;
}

/** Stores the answer under the idempotency key, in the transaction of the call. */
export type StoreAnswer = (db: Kysely<Database>, answer: Answer) => Promise<void>;
