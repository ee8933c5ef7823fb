import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import { wallTime } from '../../core/money/days';
import type { CostItem } from '../ledger';
import { planRules } from '../reference';
import type { StationTerms } from '../team';
import { type FeeOrder, type FeeStation, itemsOf } from './choose';
import { publishedRules } from './rule-store';

/** Computes the fees that rules charge for incoming orders. */

const NONE = (): readonly CostItem[] => [];

/**
 * Reads the rules for orders that were paid since a moment, and returns the function that computes an order's fees.
 *
 * @param since `null` means that no order is paid; the function then returns no fees
 */
export async function orderFees(
  db: Kysely<Database>,
  since: Date | null,
  timeZone: string,
): Promise<(order: FeeOrder, terms: Pick<StationTerms, 'place'>) => readonly CostItem[]> {
  if (since === null) return NONE;
  const rules = await publishedRules(db, since);
  if (rules.length === 0) return NONE;
  const rulesOf = await planRules(db);
  return (order, { place }) =>
    itemsOf(rules, stationOf(order.teamId, place, rulesOf), order, wallTime(order.at, timeZone).minutes);
}

const EMPTY: ReadonlySet<string> = new Set();

export function stationOf(
  id: number,
  place: StationTerms['place'],
  rulesOf: ReadonlyMap<number, ReadonlySet<string>>,
): FeeStation {
  return { id, ...place, planRules: (place.planId === null ? undefined : rulesOf.get(place.planId)) ?? EMPTY };
}
