import type { Insertable } from 'kysely';
import type { LngLat } from '../../contract/hexagon';
import { MINUTE_MS } from '../../contract/units';
import type { Database } from '../core/database/schema';
import type { OrderSource, OrderStatus } from '../core/database/tables/orders';
import { addDays, momentOf, wallTime } from '../core/money/days';
import type { DemoMerchant, DemoRider, DemoUser } from './people';
import { hash, type Random, random } from './random';
import { type Station, ZONE } from './world';

/** Weights of orders by hour of the day, with peaks from 11 to 13 and from 17 to 20 (DOMAIN §7). */
const HOURS = [3, 1, 0, 0, 0, 1, 6, 20, 28, 30, 48, 110, 120, 62, 34, 30, 42, 92, 112, 98, 60, 38, 22, 9];
const HOURS_TOTAL = HOURS.reduce((sum, weight) => sum + weight, 0);

const CANCELLED = 0.06;
const LATE = 0.07;
const REFUNDED = 0.025;
/** The share of orders that no rider accepts within ten minutes. */
const WAITS_LONG = 0.012;

type OrderRow = Insertable<Database['customer_order']>;

/** Computes a day's weight: weekends +12 %, rain +25 % (DOMAIN §7), and a random variation of about ±3 %. */
function dayWeight(day: string): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const weekend = weekday === 0 || weekday === 6 ? 1.12 : 1;
  const rain = hash(`rain ${day}`) % 100 < 18 ? 1.25 : 1;
  return weekend * rain * (0.97 + (hash(`mood ${day}`) % 60) / 1_000);
}

/** Picks times of a day by the hourly weights of orders, in ascending order. @param label selects the pseudo-random sequence */
export function momentsOf(day: string, count: number, label = 'orders'): Date[] {
  const chance = random(`${label} ${day}`);
  const start = momentOf(day, 0, ZONE).getTime();
  return Array.from({ length: count }, () => {
    const hour = chance.weighted(HOURS);
    return start + hour * 3_600_000 + Math.floor(chance.next() * 3_600_000);
  })
    .sort((one, other) => one - other)
    .map((moment) => new Date(moment));
}

/** Computes the share of a day's orders that are paid before this time of the day, from 0 to 1. */
export function shareOfDay(at: Date): number {
  const { minutes } = wallTime(at, ZONE);
  const hour = Math.floor(minutes / 60);
  const whole = HOURS.slice(0, hour).reduce((sum, weight) => sum + weight, 0);
  return (whole + ((HOURS[hour] ?? 0) * (minutes % 60)) / 60) / HOURS_TOTAL;
}

/**
 * The future events of an order. They depend only on the order's number and its promised minutes, so they can be computed again at any
 * time.
 */
interface Fate {
  /** Minutes from payment until a rider accepts. */
  readonly waitMin: number;
  /** Minutes from acceptance until delivery. */
  readonly rideMin: number;
  /** Minutes from payment until the user cancels. `null` when the user does not cancel. */
  readonly cancelMin: number | null;
  /** `refundBp` is the refunded share of the paid amount in basis points, `refundMin` the minutes from delivery to refund. */
  readonly refundBp: number;
  readonly refundMin: number;
  /** A number from 0 to 1 that selects one of the station's riders. */
  readonly rider: number;
}

export function fateOf(orderNo: string, promiseMin: number): Fate {
  const chance = random(`fate ${orderNo}`);
  const cancelled = chance.chance(CANCELLED);
  const late = chance.chance(LATE);
  const slow = chance.chance(WAITS_LONG);
  const waitMin = slow ? 11 + chance.next() * 30 : 0.5 + Math.abs(chance.normal()) * 1.8;
  const onTime = Math.min(promiseMin * 0.96 - waitMin, 14 + Math.abs(chance.normal()) * 8 + chance.next() * 8);
  // The ride takes at least four minutes, even for an order that has already waited longer than promised.
  const rideMin = Math.max(4, late ? promiseMin - waitMin + 1 + chance.next() ** 3 * 50 : onTime);
  const cancelMin = cancelled ? 1 + chance.next() * 14 : null;
  const refunded = chance.chance(REFUNDED / (1 - CANCELLED));
  return {
    waitMin,
    rideMin,
    cancelMin,
    refundBp: refunded ? chance.pick([2_000, 5_000, 10_000, 10_000]) : 0,
    refundMin: 20 + chance.next() * 300,
    rider: chance.next(),
  };
}

interface OrderEvents {
  readonly status: OrderStatus;
  readonly riderId: number | null;
  readonly acceptedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly refundedAt: Date | null;
  readonly refundFen: number;
}

/** Computes the state of an order at `now`. Events after `now` are ignored. */
export function eventsOf(
  order: { readonly orderNo: string; readonly paidAt: Date; readonly paidFen: number; readonly promiseMin: number },
  riders: readonly DemoRider[],
  now: Date,
): OrderEvents {
  const fate = fateOf(order.orderNo, order.promiseMin);
  const after = (from: Date | null, minutes: number): Date | null => {
    if (from === null) return null;
    const at = new Date(Math.round(from.getTime() + minutes * MINUTE_MS));
    return at < now ? at : null;
  };
  const cancelledAt = fate.cancelMin === null ? null : after(order.paidAt, fate.cancelMin);
  const beforeCancel = fate.cancelMin === null || fate.waitMin < fate.cancelMin;
  const rider = riders[Math.floor(fate.rider ** 1.6 * riders.length)];
  const acceptedAt = beforeCancel && rider ? after(order.paidAt, fate.waitMin) : null;
  const deliveredAt = fate.cancelMin === null ? after(acceptedAt, fate.rideMin) : null;
  // A cancelled order was already paid, so its full amount is refunded.
  const refundFen = cancelledAt ? order.paidFen : Math.floor((order.paidFen * fate.refundBp + 5_000) / 10_000);
  const refundedAt = cancelledAt ? after(cancelledAt, 2) : refundFen > 0 ? after(deliveredAt, fate.refundMin) : null;
  return {
    status: cancelledAt ? 'cancelled' : deliveredAt ? 'delivered' : acceptedAt ? 'accepted' : 'paid',
    riderId: acceptedAt && rider ? rider.id : null,
    acceptedAt,
    deliveredAt,
    cancelledAt,
    refundedAt,
    refundFen: refundedAt ? refundFen : 0,
  };
}

/** The stations with their riders, merchants and users. The generator picks the parties of an order from this data. */
export interface Town {
  /** Picks a station that accepts orders at the start of the hour of `at`, busy stations more often. @returns `null` if there is none */
  stationAt(at: Date, chance: Random): Station | null;
  readonly riders: ReadonlyMap<number, readonly DemoRider[]>;
  readonly merchants: ReadonlyMap<number, readonly DemoMerchant[]>;
  readonly users: ReadonlyMap<number, readonly DemoUser[]>;
}

/**
 * Creates a function that picks an open station by weight. The function prepares the weights once for each hour, because a large data set
 * has many stations.
 */
export function stationDraw(stations: readonly Station[]): Town['stationAt'] {
  let prepared = { hour: Number.NaN, open: [] as Station[], upTo: [] as number[] };
  return (at, chance) => {
    const hour = Math.floor(at.getTime() / 3_600_000);
    if (hour !== prepared.hour) {
      const start = new Date(hour * 3_600_000);
      const open = stations.filter(({ from, to }) => from <= start && start < to);
      let sum = 0;
      prepared = { hour, open, upTo: open.map(({ weight }) => (sum += weight)) };
    }
    const { open, upTo } = prepared;
    const wanted = chance.next() * (upTo[upTo.length - 1] ?? 0);
    let low = 0;
    let high = open.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return open[low] ?? null;
  };
}

export function byTeam<T extends { readonly teamId: number | null }>(items: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    if (item.teamId === null) continue;
    const group = groups.get(item.teamId);
    if (group) group.push(item);
    else groups.set(item.teamId, [item]);
  }
  return groups;
}

function isIn(point: LngLat, polygon: readonly LngLat[]): boolean {
  let inside = false;
  for (const [index, corner] of polygon.entries()) {
    const before = polygon[(index + polygon.length - 1) % polygon.length] as LngLat;
    const crosses = corner.lat > point.lat !== before.lat > point.lat;
    if (
      crosses &&
      point.lng < ((before.lng - corner.lng) * (point.lat - corner.lat)) / (before.lat - corner.lat) + corner.lng
    ) {
      inside = !inside;
    }
  }
  return inside;
}

/** Picks a point in the station's area. After 50 points outside the area, it returns the station's centre. */
function pointIn(station: Station, chance: Random): LngLat {
  const lngs = station.polygon.map(({ lng }) => lng);
  const lats = station.polygon.map(({ lat }) => lat);
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)];
  for (let tries = 0; tries < 50; tries += 1) {
    const point = { lng: west + chance.next() * (east - west), lat: south + chance.next() * (north - south) };
    if (isIn(point, station.polygon)) {
      return { lng: Math.round(point.lng * 1e6) / 1e6, lat: Math.round(point.lat * 1e6) / 1e6 };
    }
  }
  return station.centre;
}

/** Estimates the road distance in metres as 1.35 × the straight line (DOMAIN §7). */
function distanceM(one: LngLat, other: LngLat): number {
  const radians = Math.PI / 180;
  const dLat = (other.lat - one.lat) * radians;
  const dLng = (other.lng - one.lng) * radians;
  const half =
    Math.sin(dLat / 2) ** 2 + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * Math.sin(dLng / 2) ** 2;
  return Math.round(2 * 6_371_000 * Math.asin(Math.sqrt(half)) * 1.35);
}

/** Computes the delivery fee in fen: ¥5 up to 3 km, plus ¥1 for each further started kilometre. */
function deliveryFen(metres: number): number {
  return 500 + Math.max(0, Math.ceil((metres - 3_000) / 1_000)) * 100;
}

const SOURCES: readonly (readonly [OrderSource, number])[] = [
  ['miniProgram', 58],
  ['app', 19],
  ['officialAccount', 9],
  ['hourToReach', 8],
  ['stationEntry', 6],
];
const TYPES: readonly (readonly [OrderRow['type'], number])[] = [
  ['food', 64],
  ['deliver', 20],
  ['buy', 6],
  ['fetch', 5],
  ['queue', 2],
  ['helper', 3],
];

/** Picks one of the station's users who joined before this time. @returns `null` when twelve tries find none */
function pickUser(users: readonly DemoUser[], at: Date, chance: Random): DemoUser | null {
  for (let tries = 0; tries < 12 && users.length > 0; tries += 1) {
    const user = users[Math.floor(users.length ** chance.next()) - 1];
    if (user && (user.joinedAt === null || user.joinedAt < at)) return user;
  }
  return null;
}

/** Builds an order number from `OD`, the day and eight digits. */
export function orderNoOf(day: string, serial: number): string {
  return `OD${day.replaceAll('-', '')}${String(serial).padStart(8, '0')}`;
}

/**
 * Picks the data of an order that is paid at this moment and computes its state at `now`.
 *
 * @returns `null` when no station accepts orders at this moment
 */
export function drawOrder(
  town: Town,
  id: number,
  orderNo: string,
  paidAt: Date,
  now: Date,
): { row: OrderRow; user: DemoUser | null } | null {
  const chance = random(`order ${orderNo}`);
  const station = town.stationAt(paidAt, chance);
  if (!station) return null;
  const users = town.users.get(station.id) ?? [];
  // A few users order often, and most users hardly ever order (Zipf).
  const user = pickUser(users, paidAt, chance);
  const merchants = town.merchants.get(station.id) ?? [];
  const type = (TYPES[chance.weighted(TYPES.map(([, weight]) => weight))] as (typeof TYPES)[number])[0];
  const source = (SOURCES[chance.weighted(SOURCES.map(([, weight]) => weight))] as (typeof SOURCES)[number])[0];
  const point = pointIn(station, chance);
  const metres = distanceM(station.centre, point);
  const goods =
    type === 'deliver' || type === 'queue' || type === 'helper'
      ? 0
      : Math.round(2_800 * Math.exp(chance.normal() * 0.55));
  const delivery = deliveryFen(metres);
  const discount = goods > 0 && chance.chance(0.2) ? Math.min(delivery, chance.pick([100, 200, 300, 500])) : 0;
  const paidFen = goods + delivery - discount;
  const { promiseMin } = station;
  const events = eventsOf({ orderNo, paidAt, paidFen, promiseMin }, town.riders.get(station.id) ?? [], now);
  return {
    user,
    row: {
      id,
      team_id: station.id,
      order_no: orderNo,
      app_user_id: user?.id ?? users[0]?.id ?? 0,
      rider_id: events.riderId,
      merchant_id: goods > 0 && merchants.length > 0 ? chance.pick(merchants).id : null,
      type,
      source,
      status: events.status,
      goods_fen: goods,
      delivery_fen: delivery,
      paid_fen: paidFen,
      refund_fen: events.refundFen,
      distance_m: metres,
      lng: point.lng,
      lat: point.lat,
      paid_at: paidAt,
      accepted_at: events.acceptedAt,
      promised_at: new Date(paidAt.getTime() + promiseMin * MINUTE_MS),
      delivered_at: events.deliveredAt,
      cancelled_at: events.cancelledAt,
      refunded_at: events.refundedAt,
    },
  };
}

/** Picks `total` payment times in the last days and today up to `now`, by the weights of the days. */
export function momentsOfDays(
  now: Date,
  days: number,
  total: number,
): { perDay: { day: string; moments: Date[] }[]; ordersPerDay: number } {
  const today = wallTime(now, ZONE).day;
  const earlier = Array.from({ length: days - 1 }, (_, index) => addDays(today, index - days + 1));
  const sum = earlier.reduce((all, day) => all + dayWeight(day), 0) + dayWeight(today) * shareOfDay(now);
  const ordersPerDay = Math.round((total / sum) * 1_000) / 1_000;
  // Today has only the orders that are already paid. The demo's jobs add later orders.
  const moments = momentsOf(today, ordersOn(today, ordersPerDay)).filter((at) => at < now);
  const left = Math.max(0, total - moments.length);
  const weights = earlier.reduce((all, day) => all + dayWeight(day), 0);
  let before = 0;
  let given = 0;
  const perDay = earlier.map((day) => {
    before += dayWeight(day);
    const upTo = Math.round((before / weights) * left);
    const count = upTo - given;
    given = upTo;
    return { day, moments: momentsOf(day, count) };
  });
  return { perDay: [...perDay, { day: today, moments: moments.slice(0, total) }], ordersPerDay };
}

/** Computes the number of orders of a whole day. */
export function ordersOn(day: string, ordersPerDay: number): number {
  return Math.round(dayWeight(day) * ordersPerDay);
}

/** A user's session: shortly before an order, or without an order. */
export interface Session {
  readonly day: string;
  readonly user: DemoUser;
  readonly at: Date;
}

/** Picks sessions of one day that lead to no order. */
export function browsing(users: readonly DemoUser[], day: string, count: number, now: Date): Session[] {
  const chance = random(`browsing ${day}`);
  const sessions: Session[] = [];
  for (const at of momentsOf(day, count, 'browsing moments')) {
    const moved = new Date(at.getTime() - chance.int(0, 30) * MINUTE_MS);
    const user = users[chance.int(0, users.length - 1)];
    const known = user?.joinedAt === null || (user && user.joinedAt < moved);
    if (user && known && moved < now && wallTime(moved, ZONE).day === day) sessions.push({ day, user, at: moved });
  }
  return sessions;
}

/** Selects each user's first session of each day. */
export function firstSessions(sessions: readonly Session[]): Session[] {
  const first = new Map<string, Session>();
  for (const session of sessions) {
    const key = `${session.day} ${session.user.id}`;
    const known = first.get(key);
    if (!known || session.at < known.at) first.set(key, session);
  }
  return [...first.values()];
}

/** Computes a time shortly before an order, on the same day and after the user joined. */
export function sessionBefore(paidAt: Date, joinedAt: Date | null): { day: string; at: Date } {
  const { day } = wallTime(paidAt, ZONE);
  const start = Math.max(momentOf(day, 0, ZONE).getTime(), joinedAt?.getTime() ?? 0);
  return { day, at: new Date(Math.max(paidAt.getTime() - 4 * MINUTE_MS, start)) };
}
