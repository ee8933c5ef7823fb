import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../contract/units';
import { askedFilters } from '../../core/list/query';
import { dayStartingAt } from '../../core/money/days';
import type { UserFilter } from './store';

/**
 * Bands by which the job counts users: days of registration, days of last activity, or balances with the same first two digits
 * (10,000–10,999 fen; below 100 fen each amount is its own band).
 */
export type RangeKind = 'balance' | 'registered' | 'lastActive';

/** A range split into whole bands (`from` inclusive, `to` exclusive) and the partial bands at its ends. */
export interface CountedRange {
  readonly kind: RangeKind;
  readonly from: number;
  readonly to: number;
  /** Filters for the partial bands, which are summed from rows; empty if the range ends at band limits. */
  readonly rest: readonly UserFilter[];
}

/** Width in fen of the band that contains an amount. */
const stepAt = (fen: number): number => (fen < 100 ? 1 : 10 ** (String(fen).length - 2));
const bandOf = (fen: number): number => Math.floor(fen / stepAt(fen)) * stepAt(fen);

/** SQL columns with the bands of a row, for `group by`. @param timeZone time zone of the days */
export const bandColumns = (timeZone: string): Readonly<Record<RangeKind, RawBuilder<unknown>>> => {
  const day = (column: string) => sql`(${sql.ref(column)} at time zone ${sql.lit(timeZone)})::date - date '1970-01-01'`;
  const step = sql`(10 ^ (length(balance_fen::text) - 2))::bigint`;
  return {
    balance: sql`case when balance_fen < 100 then balance_fen else balance_fen / ${step} * ${step} end`,
    registered: day('created_at'),
    lastActive: day('last_active_at'),
  };
};

/** The filter's only condition as a range of bands; null for other or further conditions, or for parts of days. */
export function rangeOf(filter: UserFilter, timeZone: string): CountedRange | null {
  const { homeTeamId, seesPhones: _sees, nameParts: _parts, ...others } = filter;
  const asked = askedFilters(others);
  const [only] = asked;
  if (homeTeamId !== null || only === undefined) return null;
  if (asked.every((key) => key === 'balanceFenMin' || key === 'balanceFenMax')) return balances(filter);
  if (asked.length > 1 || (only !== 'registered' && only !== 'lastActive')) return null;
  const range = filter[only];
  if (!range) return null;
  const [from, to] = [dayStartingAt(range.from, timeZone), dayStartingAt(range.to, timeZone)];
  if (from === null || to === null) return null;
  return { kind: only, from: Date.parse(from) / DAY_MS, to: Date.parse(to) / DAY_MS, rest: [] };
}

/** Beyond every amount; a band ends here. Fen. */
const AMOUNTS_END = 10 ** 15;

function balances(filter: UserFilter): CountedRange | null {
  const min = filter.balanceFenMin ?? Number.MIN_SAFE_INTEGER;
  const max = filter.balanceFenMax ?? AMOUNTS_END - 1;
  const from = bandOf(min) === min ? min : bandOf(min) + stepAt(min);
  const to = bandOf(max + 1);
  if (from >= to) return null;
  const rest = [
    ...(from > min ? [{ ...filter, balanceFenMin: min, balanceFenMax: from - 1 }] : []),
    ...(to <= max ? [{ ...filter, balanceFenMin: to, balanceFenMax: max }] : []),
  ];
  return { kind: 'balance', from, to, rest };
}
