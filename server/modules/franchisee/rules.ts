import { FRANCHISEE } from '../../../contract/franchisee.states';
import { regionPrefix } from '../../../contract/region-codes';
import { addDays } from '../../core/money/days';

/** Rules of franchisees. Pure functions: no database, no clock. */

/** Checks whether two territories overlap. A region contains its sub-regions. */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  const prefixes = other.map(regionPrefix);
  return one.map(regionPrefix).some((own) => prefixes.some((next) => own.startsWith(next) || next.startsWith(own)));
}

/** A territory that a franchisee has, or that a signed contract reserves until its payment. */
export interface Holding {
  readonly name: string;
  readonly territory: readonly string[];
  readonly isExclusive: boolean;
}

/**
 * Finds a territory that conflicts with the wanted territory (42283). The two territories overlap, and at least one of them is exclusive.
 */
export const inTheWay = (
  wanted: Pick<Holding, 'territory' | 'isExclusive'>,
  holdings: readonly Holding[],
): Holding | undefined =>
  holdings.find(
    (holding) => (wanted.isExclusive || holding.isExclusive) && overlap(wanted.territory, holding.territory),
  );

/** Counts the months of a contract, at least one. A started month counts as a whole month. Days are `yyyy-MM-dd`. */
export function monthsOf({ startsOn, endsOn }: { readonly startsOn: string; readonly endsOn: string }): number {
  return Math.max(1, monthsBetween(startsOn, endsOn));
}

/** Counts the calendar months between two days. A started month counts as a whole month. */
function monthsBetween(from: string, to: string): number {
  const [years, months] = [Number(to.slice(0, 4)) - Number(from.slice(0, 4)), monthOf(to) - monthOf(from)];
  return years * 12 + months + (to.slice(8) > from.slice(8) ? 1 : 0);
}
const monthOf = (day: string): number => Number(day.slice(5, 7));

/**
 * Returns the recognised amount of a fee on a day. Each month of the term has an equal amount, which is recognised when the month begins.
 * Amounts are rounded down, and the last month includes the remainder.
 */
export function recognisedOn(
  contract: { readonly startsOn: string; readonly endsOn: string; readonly feeFen: number },
  day: string,
): number {
  const { startsOn, feeFen } = contract;
  if (day < startsOn) return 0;
  const months = monthsOf(contract);
  const begun = monthsBetween(startsOn, day) + (day.slice(8) <= startsOn.slice(8) && day >= startsOn ? 1 : 0);
  const due = Math.min(months, Math.max(1, begun));
  return due === months ? feeFen : Math.floor((feeFen * due) / months);
}

/** First and last day of a contract. */
export interface Term {
  readonly startsOn: string;
  readonly endsOn: string;
}

/** Returns the last day of the current contract and of all contracts that follow it without a gap. */
const coveredUntil = (presentEnd: string, terms: readonly Term[]): string =>
  terms
    .toSorted((one, other) => one.startsOn.localeCompare(other.startsOn))
    .reduce((end, { startsOn, endsOn }) => (startsOn === addDays(end, 1) ? endsOn : end), presentEnd);

/** Returns the franchisee's state on a day, by the current contract and the contracts that follow it. */
export function stateOn(
  today: string,
  { startsOn, endsOn }: Term,
  following: readonly Term[],
): 'upcoming' | 'active' | 'expiring' | 'expired' {
  if (startsOn > today) return 'upcoming';
  if (endsOn < today) return 'expired';
  return coveredUntil(endsOn, following) <= addDays(today, FRANCHISEE.expiringDays) ? 'expiring' : 'active';
}
