import { FRANCHISEE } from '../../../contract/franchisee.states';
import { regionPrefix } from '../../../contract/region-codes';
import { addDays } from '../../core/money/days';

/** Rules of franchisees. Pure. */

/** Whether two territories overlap. A region contains its sub-regions. */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  const prefixes = other.map(regionPrefix);
  return one.map(regionPrefix).some((own) => prefixes.some((next) => own.startsWith(next) || next.startsWith(own)));
}

/** A taken territory, or one that will be taken when its signed contract is paid. */
export interface Holding {
  readonly name: string;
  readonly territory: readonly string[];
  readonly isExclusive: boolean;
}

/** Finds territories that prevent another one: overlapping ones if either is exclusive (42283). */
export const inTheWay = (
  wanted: Pick<Holding, 'territory' | 'isExclusive'>,
  holdings: readonly Holding[],
): Holding | undefined =>
  holdings.find(
    (holding) => (wanted.isExclusive || holding.isExclusive) && overlap(wanted.territory, holding.territory),
  );

/** Counts the months of a contract, including started ones; at least one. Days are `yyyy-MM-dd`. */
export function monthsOf({ startsOn, endsOn }: { readonly startsOn: string; readonly endsOn: string }): number {
  return Math.max(1, monthsBetween(startsOn, endsOn));
}

/** Counts calendar months between two days, including a started one. */
function monthsBetween(from: string, to: string): number {
  const [years, months] = [Number(to.slice(0, 4)) - Number(from.slice(0, 4)), monthOf(to) - monthOf(from)];
  return years * 12 + months + (to.slice(8) > from.slice(8) ? 1 : 0);
}
const monthOf = (day: string): number => Number(day.slice(5, 7));

/**
 * Returns the recognised part of a fee on a day: equal parts for each month of the term, due at the beginning of the month. Parts are
 * rounded down; the rest is due with the last month.
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

/** Returns the last day of a chain of contracts that follow the present one without a gap. */
const coveredUntil = (presentEnd: string, terms: readonly Term[]): string =>
  terms
    .toSorted((one, other) => one.startsOn.localeCompare(other.startsOn))
    .reduce((end, { startsOn, endsOn }) => (startsOn === addDays(end, 1) ? endsOn : end), presentEnd);

/** Returns the state on a day by the present contract and the contracts that follow it. */
export function stateOn(
  today: string,
  { startsOn, endsOn }: Term,
  following: readonly Term[],
): 'upcoming' | 'active' | 'expiring' | 'expired' {
  if (startsOn > today) return 'upcoming';
  if (endsOn < today) return 'expired';
  return coveredUntil(endsOn, following) <= addDays(today, FRANCHISEE.expiringDays) ? 'expiring' : 'active';
}
