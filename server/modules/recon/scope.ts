import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';

/**
 * Refuses a caller with a limited scope, because merchant numbers belong to the whole platform.
 *
 * @throws Refusal 40302 (limited data scope)
 */
export function assertWhole(ctx: Pick<ActorContext, 'actor'>): void {
  if (ctx.actor.scope.kind !== 'all') throw refuse(40302);
}
