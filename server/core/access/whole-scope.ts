import type { Actor } from '../actor';
import { refuse } from '../http/refusal';

/**
 * Permission checks for data that belongs to no station, such as merchant numbers, closed days, fee plans and insurers' statements. Only
 * users whose data scope is the whole platform may change such data.
 */

interface Viewer {
  readonly actor: Pick<Actor, 'scope'>;
}

/** Checks whether the user's data scope is the whole platform. */
export const seesAllStations = ({ actor }: Viewer): boolean => actor.scope.kind === 'all';

/** Refuses a user with a smaller data scope. @throws Refusal 40302 (limited data scope) */
export function assertWhole(ctx: Viewer): void {
  if (!seesAllStations(ctx)) throw refuse(40302);
}
