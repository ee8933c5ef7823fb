import { columnById } from '../../core/access/rotation';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { type FranchiseeRow, findFranchisee, franchiseeScope, isInScope } from './list-store';

/** Returns the context to which the encryption of a legal representative's identity card is bound. */
export const idCardPlace = (id: number): string => `franchisee.id_card.${id}`;

export const franchiseeColumn = columnById('franchisee', 'id_card', idCardPlace);

/** Finds a franchisee in the caller's data scope. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function requireFranchisee(ctx: ActorContext, id: number): Promise<FranchiseeRow> {
  const row = await findFranchisee(ctx.db, id);
  if (!row) throw refuse(40401);
  if (!(await isInScope(ctx.db, id, franchiseeScope(ctx.actor.scope)))) throw refuse(40302);
  return row;
}
