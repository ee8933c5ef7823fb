import type { ActorContext } from '../../core/http/context';
import { entries } from './decide';
import { countEntries } from './store';

/** Entries that wait for the caller: the same documents as in the approvals inbox, never their own. */
export const waitingEntries = ({ db, actor, clock }: ActorContext) => entries.box(db, actor, 'forMe', clock.now());

/** How many entries at these stations wait for the caller. */
export async function countWaitingEntries(ctx: ActorContext, teamIds: readonly number[]): Promise<number> {
  return countEntries(ctx.db, { teamIds, among: await waitingEntries(ctx) });
}
