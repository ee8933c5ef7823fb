import type { Insertable, Kysely } from 'kysely';
import type { LngLat } from '../../contract/hexagon';
import type { Database } from '../core/database/schema';
import type { Ids } from '../core/ids';
import type { FilePort, SecretBox } from '../core/platforms/ports';

/** Time zone of the demo's days. */
export const ZONE = 'Asia/Shanghai';
export const DAY_MS = 86_400_000;
/** Number of days with orders, including today (DOMAIN §7). */
export const DEMO_DAYS = 120;

/** `small` is for tests. `large` is for measurements and has many more stations and orders. */
export type DemoSize = 'demo' | 'small' | 'large';

/**
 * Amounts of data per size (DOMAIN §7), mostly numbers of rows. Orders of the last `moneyDays` days are posted to the ledger. The owner's
 * account is created elsewhere and is one of `accounts`.
 */
export const SIZES = {
  small: {
    cities: 2,
    teams: { operating: 3, preparing: 1, paused: 1, frozen: 0, draft: 1, closed: 0 },
    franchiseTeams: 4,
    franchisees: 3,
    accounts: 8,
    riders: 40,
    users: 200,
    merchants: 30,
    orders: 1_500,
    moneyDays: 35,
    fundAudits: 30,
    foodLosses: 25,
    owingRiders: 3,
    adjusts: 0,
    enquiries: 200,
    inspections: 12,
    incidents: 6,
    announcements: 5,
    articles: 8,
    banners: 4,
    records: 400,
  },
  demo: {
    cities: 12,
    teams: { operating: 30, preparing: 5, paused: 4, frozen: 2, draft: 5, closed: 2 },
    franchiseTeams: 29,
    franchisees: 26,
    accounts: 70,
    riders: 900,
    users: 12_000,
    merchants: 1_200,
    orders: 60_000,
    moneyDays: DEMO_DAYS,
    fundAudits: 700,
    foodLosses: 520,
    owingRiders: 12,
    adjusts: 46,
    enquiries: 8_000,
    inspections: 240,
    incidents: 95,
    announcements: 40,
    articles: 60,
    banners: 14,
    records: 18_000,
  },
  large: {
    cities: 12,
    teams: { operating: 4_600, preparing: 150, paused: 120, frozen: 30, draft: 50, closed: 50 },
    franchiseTeams: 3_000,
    franchisees: 400,
    accounts: 70,
    riders: 20_000,
    users: 100_000,
    merchants: 20_000,
    orders: 1_000_000,
    moneyDays: 0,
    fundAudits: 0,
    foodLosses: 0,
    owingRiders: 0,
    adjusts: 0,
    enquiries: 0,
    inspections: 0,
    incidents: 0,
    announcements: 40,
    articles: 60,
    banners: 14,
    records: 18_000,
  },
} as const satisfies Record<DemoSize, object>;
export type Sizes = (typeof SIZES)[DemoSize];

/** Inputs of the generator's steps. */
export interface Making {
  readonly db: Kysely<Database>;
  readonly ids: Ids;
  readonly secrets: SecretBox;
  /** Stores the contents of files. When it is `null`, the generator stores no contents. */
  readonly files: FilePort | null;
  /** The time that the generator uses as the current time. */
  readonly now: Date;
  /** The day of `now`, `yyyy-MM-dd`. */
  readonly today: string;
  readonly size: Sizes;
}

export type TeamRow = Insertable<Database['team']> & { id: number };

/** Data of a station that orders depend on. */
export interface Station {
  readonly id: number;
  readonly polygon: readonly LngLat[];
  readonly centre: LngLat;
  readonly promiseMin: number;
  /**
   * The station has orders from this time until `to`. `from` is the opening. `to` is the time at which the station was paused, frozen or
   * closed, or a time in the far future.
   */
  readonly from: Date;
  readonly to: Date;
  /** Relative number of orders: a busy station has a higher weight. */
  readonly weight: number;
}

/** Computes the moment this many days before `now`. A negative number means days after `now`. */
export function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - Math.round(days * DAY_MS));
}
