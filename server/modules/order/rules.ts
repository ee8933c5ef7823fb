/** Delay in minutes from which a running order counts as an exception (DOMAIN §3.2 exceptionCount). */
export const LATE_MINUTES = 30;
/** Minutes without a rider after which a paid order counts as an exception (DOMAIN §3.2). */
export const UNASSIGNED_MINUTES = 10;
/** The last bucket of the histogram of delivery minutes. It includes all longer deliveries. */
export const LONGEST_DELIVERY_MINUTES = 999;

/** Figures of a period. Each event counts at its own time (DOMAIN §3.2). */
export interface Figures {
  /** Number of paid orders. */
  readonly orders: number;
  /** Sum of paid amounts, including the delivery fee, before refunds. */
  readonly gmvFen: number;
  readonly delivered: number;
  /** Number of orders delivered at or before the promised time. */
  readonly onTime: number;
  /** Number of orders cancelled after payment. */
  readonly cancelled: number;
  /** Number of successful refunds. */
  readonly refunds: number;
  readonly refundFen: number;
  /**
   * Number of times that an order became {@link LATE_MINUTES} late or had no rider for {@link UNASSIGNED_MINUTES}. One order can count for
   * both.
   */
  readonly exceptions: number;
  /** Number of users who signed in for the first time. */
  readonly newUsers: number;
  /** Number of users with a session on a day. A user counts once on each day of the period. */
  readonly activeUsers: number;
  /** Number of paid orders by source. */
  readonly sources: Readonly<Record<OrderSource, number>>;
}

/** Order sources and their roll-up columns. */
export const SOURCE_COLUMNS = {
  miniProgram: 'from_mini_program',
  app: 'from_app',
  officialAccount: 'from_official_account',
  hourToReach: 'from_hour_to_reach',
  stationEntry: 'from_station_entry',
} as const;

export type OrderSource = keyof typeof SOURCE_COLUMNS;

/** The number of deliveries with the same duration. `minutes` is the duration in whole minutes. */
export interface MinutesCount {
  readonly minutes: number;
  readonly orders: number;
}

/**
 * Computes the median of a histogram in minutes. For an even number of deliveries, it is the mean of the two middle durations.
 *
 * @returns `null` without deliveries
 */
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

/** Computes `part` of `whole` in basis points, rounded half up. @returns `null` if the whole is 0 */
export function shareBp(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((part * 10_000 + whole / 2) / whole) : null;
}
