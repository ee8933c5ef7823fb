import { exceedsWith, type Rights } from '../../core/access/granting';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { placesOf } from './store';

/** Limits what a person may grant or change: never more than they hold (DOMAIN §3.11). For all calls that grant identities. */

type Granter = Pick<ActorContext, 'db' | 'actor'>;

/**
 * Checks whether these people's rights exceed the caller's: rules, fields, or rows of any module.
 *
 * @returns one result per person, in order
 */
export async function beyondOwn({ db, actor }: Granter, people: readonly Rights[]): Promise<boolean[]> {
  if (actor.accountType === 'owner') return people.map(() => false);
  const named = people.map(({ identities, teamIds: own }) => [
    ...new Set([...own, ...identities.flatMap(({ scope }) => (scope.kind === 'teams' ? scope.ids : []))]),
  ]);
  const places = new Map((await placesOf(db, [...new Set(named.flat())])).map((place) => [place.id, place]));
  // Check each person with their own stations only. Checking the stations of thousands of people for each of them takes seconds.
  return people.map((rights, at) =>
    exceedsWith(
      actor,
      rights,
      (named[at] ?? []).flatMap((id) => places.get(id) ?? []),
    ),
  );
}

/** @throws Refusal 42343 the rights exceed the caller's */
export async function assertWithinOwn(granter: Granter, rights: Rights): Promise<void> {
  const [isBeyond] = await beyondOwn(granter, [rights]);
  if (isBeyond) throw refuse(42343);
}
