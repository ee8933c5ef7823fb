import type { RawBuilder } from 'kysely';
import { askedFilters } from '../../core/list/query';
import { bandColumn, bandsWithin, dayNumberColumn } from '../../core/money/bands';
import { dayNumber, wholeDays } from '../../core/money/days';
import type { UserFilter } from './store';

/**
 * Values by which the job "figures of users" counts users in bands: balance, registration day and day of the last activity. A band is a
 * fixed range of amounts, or one day.
 */
export type RangeKind = 'balance' | 'registered' | 'lastActive';

/** A range, split into whole bands (`from` inclusive, `to` exclusive) and the partial bands at its ends. */
export interface CountedRange {
  readonly kind: RangeKind;
  readonly from: number;
  readonly to: number;
  /** Filters for the partial bands, which are summed from rows. The list is empty if the range ends at band limits. */
  readonly rest: readonly UserFilter[];
}

/** Returns the SQL expressions for a row's band, for `group by`. @param timeZone time zone of the days */
export const bandColumns = (timeZone: string): Readonly<Record<RangeKind, RawBuilder<unknown>>> => ({
  balance: bandColumn('balance_fen'),
  registered: dayNumberColumn('created_at', timeZone),
  lastActive: dayNumberColumn('last_active_at', timeZone),
});

/**
 * Converts the filter to a range of bands if a range is its only condition. Returns `null` for any other filter, for a time range that does
 * not cover whole days, and for a range of balances without a whole band.
 */
export function rangeOf(filter: UserFilter, timeZone: string): CountedRange | null {
  const { homeTeamId, seesPhones: _sees, nameParts: _parts, ...others } = filter;
  const asked = askedFilters(others);
  const [only] = asked;
  if (homeTeamId !== null || only === undefined) return null;
  if (asked.every((key) => key === 'balanceFenMin' || key === 'balanceFenMax')) return balances(filter);
  if (asked.length > 1 || (only !== 'registered' && only !== 'lastActive')) return null;
  const range = filter[only];
  if (!range) return null;
  const days = wholeDays(range, timeZone);
  return days && { kind: only, from: dayNumber(days.from), to: dayNumber(days.to), rest: [] };
}

function balances(filter: UserFilter): CountedRange | null {
  const range = bandsWithin(filter.balanceFenMin ?? undefined, filter.balanceFenMax ?? undefined);
  if (!range) return null;
  const rest = range.rest.map(({ least, most }) => ({ ...filter, balanceFenMin: least, balanceFenMax: most }));
  return { kind: 'balance', from: range.from, to: range.to, rest };
}
