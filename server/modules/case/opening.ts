import type { CaseStep } from '../../../contract/case';
import type { AuditChange } from '../../core/audit';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { CaseDefinition } from './definition';
import type { caseInbox } from './inbox';
import { lockCase } from './store';

export interface StepInput {
  readonly id: number;
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
  readonly note?: string;
}

/** Returns the text that the history records for a step: the reason, or the note when there is no reason. */
export const noteOf = ({ reason, note }: StepInput) => reason ?? note ?? '';

/** Builds the checks that precede each step of a document. */
export function caseOpening<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O>(
  definition: CaseDefinition<S, A, T, R, O>,
  { entriesOf }: Pick<ReturnType<typeof caseInbox<S, A, T, R, O>>, 'entriesOf'>,
) {
  const { type, table } = definition;

  /** Returns the fields of every operation record about a document. */
  const described = (row: R): AuditChange => {
    const { id, no } = definition.record(row);
    return { objectId: id, ...(no !== null && { objectNo: no }), ...definition.described?.(row) };
  };

  /**
   * Finds and locks the document if the caller may take this step.
   *
   * @throws Refusal 40401 (unknown id), 40302 (outside the scope), 40305 (the caller made the document), 40301 or 40401 (only another
   *   person may act), 42201 (wrong state) or the kind's `expiredCode` (expired document), 40901 (changed meanwhile), 42245 (only the owner
   *   may act)
   */
  async function open(ctx: ActorContext, action: A, input: StepInput) {
    const step: CaseStep<S> = type.steps[action];
    const row = await lockCase<R>(ctx.db, table, input.id);
    if (!row) throw refuse(40401);
    const record = definition.record(row);
    const reason = noteOf(input);
    ctx.audit({ ...described(row), ...(reason && { reason }) });
    const object = await definition.object(ctx, row);
    const isMaker = record.makerId === ctx.actor.accountId;
    const isOwner = ctx.actor.accountType === 'owner';
    if (step.by === 'notMaker' && isMaker) throw refuse(40305);
    if (step.by === 'maker' && !isMaker) throw refuse(type.foreignCode);
    if (step.by === 'system' || (step.by === 'owner' && !isOwner)) throw refuse(40301);
    const state = type.stateAt(record, ctx.clock.now());
    const refusal = type.refusalIn(state, action);
    if (refusal !== null) throw refuse(refusal, { state: type.states[state].text });
    if (input.version !== undefined && input.version !== record.version) {
      const told = await definition.conflict?.(ctx, row, object);
      throw refuse(40901, {}, told ?? { current: (await entriesOf(ctx, [row]))[0] });
    }
    // Whether the owner must take this step depends on the current document, not on the version that the caller read.
    if (type.needsOwner(action, record) && !isOwner) throw refuse(42245);
    return { row, object, record };
  }

  return { described, open };
}
