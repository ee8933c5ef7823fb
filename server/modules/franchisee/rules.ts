import { regionPrefix } from '../../../contract/region-codes';

/** Small rules about franchisees. Pure. */

/** Whether two territories have a region in common; a region contains those below it. */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  const prefixes = other.map(regionPrefix);
  return one.map(regionPrefix).some((own) => prefixes.some((next) => own.startsWith(next) || next.startsWith(own)));
}

/** A territory that is taken, or will be once a signed contract is paid. */
export interface Holding {
  readonly name: string;
  readonly territory: readonly string[];
  readonly isExclusive: boolean;
}

/** Territories that prevent another one: overlapping ones, where either is exclusive (42283). */
export const inTheWay = (
  wanted: Pick<Holding, 'territory' | 'isExclusive'>,
  holdings: readonly Holding[],
): Holding | undefined =>
  holdings.find(
    (holding) => (wanted.isExclusive || holding.isExclusive) && overlap(wanted.territory, holding.territory),
  );

/** Months that a contract has, begun ones counted; at least one. Days are `yyyy-MM-dd`. */
export function monthsOf({ startsOn, endsOn }: { readonly startsOn: string; readonly endsOn: string }): number {
  return Math.max(1, monthsBetween(startsOn, endsOn));
}

/** Whole calendar months from a day to another, a begun one counted. */
function monthsBetween(from: string, to: string): number {
  const [years, months] = [Number(to.slice(0, 4)) - Number(from.slice(0, 4)), monthOf(to) - monthOf(from)];
  return years * 12 + months + (to.slice(8) > from.slice(8) ? 1 : 0);
}
const monthOf = (day: string): number => Number(day.slice(5, 7));

/**
 * How much of a fee is revenue on a day: equal parts a month of the term, each when its month begins; rounded down, the rest with the
 * last month.
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
