import { exceedsWith, type Rights } from '../../core/access/granting';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { placesOf } from './store';

/** Checks that a person grants or changes only what their own permissions contain (DOMAIN §3.11). */

type Granter = Pick<ActorContext, 'db' | 'actor'>;

/**
 * Checks whether these people's permissions, fields or data scopes exceed the caller's.
 *
 * @returns one result per person, in the same order
 */
export async function beyondOwn({ db, actor }: Granter, people: readonly Rights[]): Promise<boolean[]> {
  if (actor.accountType === 'owner') return people.map(() => false);
  const named = people.map(({ identities, teamIds: own }) => [
    ...new Set([...own, ...identities.flatMap(({ scope }) => (scope.kind === 'teams' ? scope.ids : []))]),
  ]);
  const places = new Map((await placesOf(db, [...new Set(named.flat())])).map((place) => [place.id, place]));
  // Check each person only against their own stations. A check against all stations would take seconds for thousands of people.
  return people.map((rights, at) =>
    exceedsWith(
      actor,
      rights,
      (named[at] ?? []).flatMap((id) => places.get(id) ?? []),
    ),
  );
}

/** Checks that permissions do not exceed the caller's. @throws Refusal 42343 (the permissions exceed the caller's) */
export async function assertWithinOwn(granter: Granter, rights: Rights): Promise<void> {
  const [isBeyond] = await beyondOwn(granter, [rights]);
  if (isBeyond) throw refuse(42343);
}
