import type { RawBuilder } from 'kysely';
import type { CaseStep } from '../../../contract/case';
import type { Actor } from '../../core/actor';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { CaseDefinition, Db } from './definition';
import type { caseHistory } from './history';
import { type Box, type CaseRef, caseBox, mayDecide, readCases } from './store';

export function viewerOf(ctx: ActorContext) {
  const { accountId, accountType } = ctx.actor;
  return { accountId, isOwner: accountType === 'owner', can: (rule: number) => ctx.can(rule) };
}

/** Builds the rows of the approvals inbox and the drawer for documents of one kind. */
export function caseInbox<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O>(
  definition: CaseDefinition<S, A, T, R, O>,
  { history }: Pick<ReturnType<typeof caseHistory>, 'history'>,
) {
  const { type, table } = definition;

  async function entriesOf(ctx: ActorContext, rows: readonly R[]) {
    const faces = await definition.faces(ctx, rows);
    const now = ctx.clock.now();
    const viewer = viewerOf(ctx);
    return rows.map((row, index) => {
      const record = definition.record(row);
      const state = type.stateAt(record, now);
      const steps = type.actionsFor(record, viewer, now);
      const face = faces[index] ?? { title: '', object: '', link: '' };
      return {
        ...face,
        key: `${type.key}.${record.id}`,
        type: type.key,
        typeText: ctx.t(type.title),
        id: record.id,
        version: record.version,
        no: record.no ?? '',
        makerName: record.makerName,
        amountFen: record.amountFen,
        createdAt: record.createdAt.toISOString(),
        expireAt: record.expireAt?.toISOString() ?? null,
        state,
        stateText: type.stateText(state, ctx.locale),
        decidedByName: record.decidedByName,
        decidedAt: record.decidedAt?.toISOString() ?? null,
        note: record.note ?? '',
        actions: [...(definition.actionsOf?.(ctx, row, steps) ?? steps)] as string[],
      };
    });
  }

  /** Checks that the caller made, may decide or may read a document. @throws Refusal 40302 (outside the scope), 40401 (not visible) */
  async function admit(ctx: ActorContext, row: R): Promise<void> {
    const { id, makerId } = definition.record(row);
    if (makerId === ctx.actor.accountId) return;
    const decidable = await definition.decidable(ctx.db, ctx.actor);
    if (await mayDecide(ctx.db, table, id, decidable)) return;
    if (!definition.detail?.admit) throw refuse(40401);
    await definition.detail.admit(ctx, row);
  }

  return {
    entriesOf,

    /** Selects references to the documents in a person's box. @param teamIds limits the documents to these stations */
    async box(db: Db, actor: Actor, box: Box, now: Date, teamIds?: readonly number[]): Promise<RawBuilder<CaseRef>> {
      const decidable = await definition.decidable(db, actor);
      const { key: caseType, waiting } = type;
      return caseBox(table, box, { caseType, waiting, decidable, accountId: actor.accountId, teamIds, now });
    },

    /** Reads documents in the form of the approvals inbox. The order of the result is not defined. */
    entries: async (ctx: ActorContext, ids: readonly number[]) =>
      entriesOf(ctx, await readCases<R>(ctx.db, table, ids)),

    /**
     * Reads a document in the form of its drawer. Returns `null` if no document of this kind has the id.
     *
     * @throws Refusal 40302 (outside the scope), 40401 (not visible)
     */
    async detail(ctx: ActorContext, id: number) {
      const [row] = await readCases<R>(ctx.db, table, [id]);
      if (!row) return null;
      await admit(ctx, row);
      const [entry] = await entriesOf(ctx, [row]);
      if (!entry) return null;
      const extras = { facts: [], changes: [], evidence: [], ...(await definition.detail?.extras(ctx, row)) };
      return { ...entry, ...extras, history: await history(ctx, id) };
    },
  };
}
