import { type Kysely, sql } from 'kysely';
import type { OrderEvent } from '../../../contract/order';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { asPart } from '../../core/database/transaction';
import { Refusal, refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { addDays, wallTime } from '../../core/money/days';
import { orderFees } from '../cost';
import { addReports, type DeliveryStep } from '../hourToReach';
import { type Accepted, coverOrders } from '../insurance';
import {
  addCharges,
  addReceivables,
  addSettleLines,
  balancesOf,
  type CostSnapshot,
  closedUntil,
  type Entry,
  earnedOf,
  followCredit,
  headroomOf,
  type ItemCharge,
  movesOf,
  orderMoves,
  postAll,
  postedCharges,
  type SettleLine,
  setCredit,
} from '../ledger';
import { type OrderRow, ordersForUpdate, saveOrders } from '../order';
import { knownPeople } from '../people';
import { merchantNumbers } from '../reference';
import { failuresOf, riderGate } from '../riderGate';
import { stationTerms } from '../team';
import { contentOf, effectOf, eventNo, formerContentOf, type KnownOrder, type Result, type World } from './rules';

type Db = Kysely<Database>;

/** Dependencies of the functions that apply order events and settle orders. */
export interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Number of days that an event may arrive late. `undefined` means no limit. */
  readonly lateDays?: number;
  /** Whether the events are generated data. They are then posted at the times when they happened. */
  readonly isHistory?: boolean;
}

const keyOf = ({ teamId, orderNo }: Pick<OrderEvent, 'teamId' | 'orderNo'>): string => `${teamId} ${orderNo}`;
const eventKey = (event: OrderEvent): string => `${keyOf(event)} ${event.event} ${eventNo(event)}`;

/**
 * Applies order events (订单事件) in sequence. Changes orders and pending lines, and posts ledger entries. A batch is one transaction. If the
 * ledger refuses an entry, the two halves of the batch are applied separately, and so on. In the end, only the event of the refused entry
 * is left out. Repeated events change nothing.
 *
 * @param tools.db a plain connection, or a transaction in which a refused event is rolled back to a savepoint
 * @returns the result of each event, in the same order
 */
export async function applyEvents(tools: Tools, events: readonly OrderEvent[], timeZone: string): Promise<Result[]> {
  if (events.length === 0) return [];
  try {
    return await attemptOpen(tools, events, timeZone, true);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (events.length > 1) {
      const half = Math.ceil(events.length / 2);
      const first = await applyEvents(tools, events.slice(0, half), timeZone);
      return [...first, ...(await applyEvents(tools, events.slice(half), timeZone))];
    }
    // Try again without the reserve and the franchisee's share. If the reserve is used up, the order itself pays the commission. If the
    // franchisee's balance is too low to return its share of a refund, the platform bears that share.
    const isShort = error.code === 42241 && (events[0]?.event === 'delivered' || events[0]?.event === 'refunded');
    if (!isShort) return [{ state: 'refused', why: error }];
  }
  try {
    return await attemptOpen(tools, events, timeZone, false);
  } catch (error) {
    if (error instanceof Refusal) return [{ state: 'refused', why: error }];
    throw error;
  }
}

/**
 * Applies events within the caller's transaction. The ledger must not refuse any event, because there is no savepoint. Batches of stations
 * that share no account may therefore run concurrently on one connection.
 *
 * @returns the result of each event, in the same order
 * @throws Refusal of the ledger; the caller must roll the transaction back
 */
export function takeEvents(tools: Tools, events: readonly OrderEvent[], timeZone: string): Promise<Result[]> {
  return take(tools, events, timeZone, true);
}

function attempt(tools: Tools, events: readonly OrderEvent[], timeZone: string, reserves: boolean): Promise<Result[]> {
  return asPart(tools, (own) => take(own, events, timeZone, reserves));
}

/** Maximum number of retries if a day is closed while its events are applied. */
const CLOSES = 3;

/** Retries at most `CLOSES` times if a day was closed concurrently. The next attempt posts the events on the first open day. */
async function attemptOpen(...given: Parameters<typeof attempt>): Promise<Result[]> {
  for (let left = CLOSES; ; left -= 1) {
    try {
      return await attempt(...given);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 42246 || left === 0) throw error;
    }
  }
}

async function take(
  tools: Tools,
  events: readonly OrderEvent[],
  timeZone: string,
  reserves: boolean,
): Promise<Result[]> {
  const { db } = tools;
  const keys = [
    ...new Map(events.map((event) => [keyOf(event), { teamId: event.teamId, orderNo: event.orderNo }])).values(),
  ];
  const orders = await knownOrders(db, keys);
  const before = new Map(
    [...orders.values()].map(({ row: { id, status, refund_fen } }) => [id, { status, refund_fen }] as const),
  );
  const told = await toldBefore(db, keys);
  const world = await worldOf(tools, events, orders, timeZone, reserves);
  const changed = new Map<string, OrderRow>();
  const fresh: Told[] = [];
  const entries: Entry[] = [];
  const lines: SettleLine[] = [];
  const charges: ItemCharge[] = [];
  const results = events.map((event): Result => {
    const content = contentOf(event);
    const earlier = told.get(eventKey(event));
    if (earlier !== undefined) {
      return earlier === content || earlier === formerContentOf(event)
        ? { state: 'repeated' }
        : { state: 'refused', why: refuse(40902) };
    }
    try {
      const effect = effectOf(event, orders.get(keyOf(event)), world);
      orders.set(keyOf(event), effect.order);
      changed.set(keyOf(event), effect.order.row);
      told.set(eventKey(event), content);
      fresh.push({ event, content });
      entries.push(...effect.entries);
      world.noteMoves(event, effect.entries);
      if (effect.line) lines.push(effect.line);
      charges.push(...(effect.charges ?? []));
      return { state: 'done' };
    } catch (error) {
      if (error instanceof Refusal) return { state: 'refused', why: error };
      throw error;
    }
  });
  await saveOrders(db, [...changed.values()], before);
  await noteEvents(db, fresh, world);
  await addReports({ db, ids: tools.ids, now: world.now }, deliverySteps(fresh, changed));
  // Generated data contains its own policies, so no policy is created here.
  if (!tools.isHistory) await coverOrders(tools, acceptedOrders(fresh), timeZone);
  const posted = await postAll(tools, entries);
  await addReceivables(tools, 'refund', entries, posted);
  await addSettleLines(tools, lines);
  await addCharges(tools, postedCharges(charges, entries, posted), timeZone);
  return results;
}

/** Returns the orders that riders accepted, because such an order can begin insurance cover. */
const acceptedOrders = (fresh: readonly Told[]): Accepted[] =>
  fresh.flatMap(({ event }) =>
    event.event === 'accepted'
      ? [{ riderId: event.riderId, teamId: event.teamId, orderNo: event.orderNo, at: new Date(event.at) }]
      : [],
  );

/** Returns the delivery states of hour-to-reach orders (小时达), to report them to their platform. */
function deliverySteps(fresh: readonly Told[], changed: ReadonlyMap<string, OrderRow>): DeliveryStep[] {
  return fresh.flatMap(({ event }): DeliveryStep[] => {
    const order = changed.get(keyOf(event));
    if (order?.source !== 'hourToReach') return [];
    const step = { orderNo: event.orderNo, teamId: event.teamId, at: new Date(event.at) };
    switch (event.event) {
      case 'accepted':
        return [{ ...step, status: 'accepted', riderId: event.riderId }];
      case 'arrived':
      case 'picked':
        return [{ ...step, status: event.event, riderId: order.rider_id ?? null }];
      case 'delivered':
        return [{ ...step, status: 'delivered', riderId: event.riderId ?? order.rider_id ?? null }];
      case 'cancelled':
        return [{ ...step, status: 'cancelled', reason: 'orderCancelled' }];
      default:
        return [];
    }
  });
}

async function knownOrders(
  db: Db,
  keys: readonly { teamId: number; orderNo: string }[],
): Promise<Map<string, KnownOrder>> {
  const rows = await ordersForUpdate(db, keys);
  const { rows: counts } = await sql<{ teamId: number; orderNo: string; refunds: number }>`
    select team_id as "teamId", order_no as "orderNo", count(*) as refunds from order_event
    where event = 'refunded' and (team_id, order_no) in (
      select "teamId", "orderNo" from json_to_recordset(${JSON.stringify(keys)}::json) as k("teamId" bigint, "orderNo" varchar(22)))
    group by 1, 2`.execute(db);
  const refunds = new Map(counts.map((row) => [keyOf(row), row.refunds]));
  return new Map(
    rows.map((row) => {
      const key = keyOf({ teamId: row.team_id, orderNo: row.order_no });
      const snapshot = row.cost_snapshot === null ? null : JSON.stringify(row.cost_snapshot);
      return [key, { row: { ...row, cost_snapshot: snapshot }, refunds: refunds.get(key) ?? 0 }];
    }),
  );
}

async function toldBefore(db: Db, keys: readonly { teamId: number; orderNo: string }[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; content: string }>`
    select e.team_id || ' ' || e.order_no || ' ' || e.event || ' ' || e.no as key, e.content from order_event e
    where (e.team_id, e.order_no) in (
      select "teamId", "orderNo" from json_to_recordset(${JSON.stringify(keys)}::json) as k("teamId" bigint, "orderNo" varchar(22)))`.execute(
    db,
  );
  return new Map(rows.map(({ key, content }) => [key, content]));
}

interface Told {
  readonly event: OrderEvent;
  readonly content: string;
}

async function noteEvents(db: Db, events: readonly Told[], { bookedAt }: Pick<World, 'bookedAt'>): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ event, content }) => ({
    team_id: event.teamId,
    order_no: event.orderNo,
    event: event.event,
    no: eventNo(event),
    content,
    amount_fen: event.event === 'refunded' ? event.amountFen : event.event === 'paid' ? event.paidFen : 0,
    at: event.at,
    received_at: bookedAt(new Date(event.at)),
  }));
  await sql`
    insert into order_event select * from json_populate_recordset(null::order_event, ${JSON.stringify(rows)}::json)`.execute(
    db,
  );
}

/** Reads all data that {@link effectOf} needs, once for the whole batch. */
async function worldOf(
  tools: Tools,
  events: readonly OrderEvent[],
  orders: ReadonlyMap<string, KnownOrder>,
  timeZone: string,
  reserves: boolean,
): Promise<World & { noteMoves(key: OrderEvent, entries: readonly Entry[]): void }> {
  const { db, clock, ids } = tools;
  const now = clock.now();
  const paid = events.flatMap((event) => (event.event === 'paid' ? [event] : []));
  const unique = (all: readonly (number | null | undefined)[]) => [...new Set(all.flatMap((id) => id ?? []))];
  const first = paid.reduce((least, { at }) => Math.min(least, Date.parse(at)), now.getTime());
  const termsAt = await stationTerms(db, unique(paid.map(({ teamId }) => teamId)), new Date(first));
  const feesOf = await orderFees(db, paid.length === 0 ? null : new Date(first), timeZone);
  const people = await knownPeople(db, {
    users: unique(paid.map(({ userId }) => userId)),
    merchants: unique(paid.map(({ merchantId }) => merchantId)),
    riders: unique(events.map((event) => ('riderId' in event ? event.riderId : null))),
  });
  // The check whether a rider may work today does not apply to generated data.
  const dispatched = tools.isHistory
    ? []
    : events.flatMap((event) => (event.event === 'accepted' ? event.riderId : []));
  const gate = dispatched.length === 0 ? null : await riderGate(tools, unique(dispatched));
  const closed = await closedUntil(db);
  // Disabled merchant numbers are included: the platform has already received the money of a reported payment.
  const numbers = new Map(
    (await merchantNumbers(db)).map(({ id, channel, mchNo }) => [`${channel} ${mchNo}`, id] as const),
  );
  const left = reserves ? await reservesOf(tools, events, orders) : new Map<number, number>();
  const refunded = new Map(
    events.flatMap((event) => (event.event === 'refunded' ? [[keyOf(event), event] as const] : [])),
  );
  const moves = await orderMoves(
    db,
    [...refunded.values()].map(({ teamId, orderNo }) => ({ teamId, orderNo })),
  );
  const headroom = await headroomOf(db, unique([...refunded.values()].map(({ teamId }) => teamId)));
  return {
    takeFromStation(teamId, amountFen) {
      const left = headroom.get(teamId) ?? 0;
      const taken = Math.min(left, amountFen);
      headroom.set(teamId, left - taken);
      return taken;
    },
    whyNot(riderId, at) {
      const verdict = gate?.verdictOf(riderId, at);
      return verdict ? failuresOf(verdict) : [];
    },
    earned: ({ team_id: teamId, order_no: orderNo }) => earnedOf(moves.get(keyOf({ teamId, orderNo })) ?? []),
    isShareDue: reserves,
    noteMoves(key, entries) {
      moves.set(keyOf(key), [...(moves.get(keyOf(key)) ?? []), ...entries.flatMap(movesOf)]);
    },
    now,
    timeZone,
    lateDays: tools.lateDays ?? null,
    bookedAt: (at) => (tools.isHistory ? at : now),
    dayOf(at) {
      const { day } = wallTime(at, timeZone);
      return closed !== null && day <= closed ? addDays(closed, 1) : day;
    },
    termsAt,
    feesOf: (order, terms, cost) => feesOf(factsOf(order, cost), terms),
    ...people,
    merchantNumber: (channel, mchNo) => numbers.get(`${channel} ${mchNo}`),
    spendReserve(teamId, amountFen) {
      const fen = left.get(teamId) ?? 0;
      if (fen < amountFen) return false;
      left.set(teamId, fen - amountFen);
      return true;
    },
    nextId: () => ids.next(),
  };
}

/** Returns the facts of an order that determine its fees. */
const factsOf = (order: OrderRow, cost: CostSnapshot) => ({
  teamId: order.team_id,
  type: order.type,
  at: new Date(order.paid_at),
  hasMerchant: order.merchant_id != null,
  totalFen: order.goods_fen + order.delivery_fen,
  paidFen: order.paid_fen,
  goodsFen: order.goods_fen,
  deliveryFen: order.delivery_fen,
  riderIncomeFen: cost.riderIncomeFen,
  distanceM: order.distance_m,
});

/** Reads the amounts that the reserves of the delivering stations can pay. It updates their credit limits first. */
async function reservesOf(
  tools: Tools,
  events: readonly OrderEvent[],
  orders: ReadonlyMap<string, KnownOrder>,
): Promise<Map<number, number>> {
  const { db, clock } = tools;
  const teamIds = [...new Set(events.filter(({ event }) => event === 'delivered').map(({ teamId }) => teamId))];
  if (teamIds.length === 0 || (orders.size === 0 && events.every(({ event }) => event !== 'paid'))) return new Map();
  // The reserve is debited now, so use the current terms and limits instead of those of the order.
  const now = clock.now();
  const termsAt = await stationTerms(db, teamIds, now);
  const limits = teamIds.flatMap((teamId) => {
    const terms = termsAt(teamId, now);
    return terms?.settlementMode === 'deposit' ? [{ teamId, creditFen: terms.creditLimitFen }] : [];
  });
  if (limits.length === 0) return new Map();
  await followCredit(db, limits);
  const balances = await balancesOf(
    db,
    ['TEAM_DEPOSIT'],
    limits.map(({ teamId }) => teamId),
  );
  const left = new Map<number, number>();
  for (const { teamId, creditFen } of limits) {
    const fen = balances.get(`TEAM_DEPOSIT:${teamId}`);
    if (fen === undefined) await setCredit(tools, teamId, creditFen);
    left.set(teamId, (fen ?? 0) + creditFen);
  }
  return left;
}
