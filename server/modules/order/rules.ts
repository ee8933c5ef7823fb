/** A running order counts as an exception from this delay on (DOMAIN §3.2 exceptionCount). */
export const LATE_MINUTES = 30;
/** A paid order counts as an exception after this time without a rider (DOMAIN §3.2). */
export const UNASSIGNED_MINUTES = 10;
/** Longer deliveries share the last bucket of the histogram. */
export const LONGEST_DELIVERY_MINUTES = 999;

/** Figures of a period. Each event counts at its own moment (DOMAIN §3.2). */
export interface Figures {
  /** Orders paid. */
  readonly orders: number;
  /** Paid amounts with delivery fee, before refunds. */
  readonly gmvFen: number;
  readonly delivered: number;
  /** Delivered at or before the promised moment. */
  readonly onTime: number;
  /** Cancelled after payment. */
  readonly cancelled: number;
  /** Refunds that succeeded. */
  readonly refunds: number;
  readonly refundFen: number;
  /** Orders that became {@link LATE_MINUTES} late or waited {@link UNASSIGNED_MINUTES} for a rider. */
  readonly exceptions: number;
  /** Users who signed in for the first time. */
  readonly newUsers: number;
  /** Users with their first session of a day; distinct within one day only. */
  readonly activeUsers: number;
  /** Orders paid by source. */
  readonly sources: Readonly<Record<OrderSource, number>>;
}

/** Order sources with the roll-up column of each. */
export const SOURCE_COLUMNS = {
  miniProgram: 'from_mini_program',
  app: 'from_app',
  officialAccount: 'from_official_account',
  hourToReach: 'from_hour_to_reach',
  stationEntry: 'from_station_entry',
} as const;

export type OrderSource = keyof typeof SOURCE_COLUMNS;

/** The number of deliveries that took `minutes` whole minutes. */
export interface MinutesCount {
  readonly minutes: number;
  readonly orders: number;
}

/** The median of a histogram in whole minutes; for an even number, the mean of the middle two. Null without deliveries. */
export function medianMinutes(histogram: readonly MinutesCount[]): number | null {
  const sorted = [...histogram].filter(({ orders }) => orders > 0).sort((a, b) => a.minutes - b.minutes);
  const total = sorted.reduce((sum, { orders }) => sum + orders, 0);
  if (total === 0) return null;
  const at = (position: number): number => {
    let passed = 0;
    for (const { minutes, orders } of sorted) {
      passed += orders;
      if (passed >= position) return minutes;
    }
    return 0;
  };
  return (at(Math.floor((total + 1) / 2)) + at(Math.floor(total / 2) + 1)) / 2;
}

/** `part` of `whole` in basis points, rounded half up; null if the whole is 0. */
export function shareBp(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((part * 10_000 + whole / 2) / whole) : null;
}
