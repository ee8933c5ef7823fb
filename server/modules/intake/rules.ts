import { createHash } from 'node:crypto';
import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import type { OrderEvent } from '../../../contract/order';
import type { Text } from '../../../contract/text';
import { canonicalJson } from '../../core/canonical-json';
import { BadMoment, requireNotAhead, requireNotOlder } from '../../core/http/pushed';
import { type Refusal, refuse } from '../../core/http/refusal';
import { withItems } from '../cost';
import {
  type Bearer,
  type CostItem,
  type CostSnapshot,
  dueAt,
  type Earned,
  type Entry,
  type ItemCharge,
  limitBearers,
  type Occasion,
  orderPay,
  orderRefund,
  orderSettle,
  paymentOf,
  receivableBook,
  refundAfterSettle,
  type SettleLine,
  snapshotOf,
} from '../ledger';
import type { OrderRow } from '../order';
import type { StationTerms } from '../team';

/** Computes the effects of events on orders and money. Pure functions: no database, no clock. */

const CONTENT_LETTERS = 22;

/** Computes the hash of an event's content. A repeated event must have the same hash. Currency and notation of times do not matter. */
export function contentOf({ currency: _one, ...event }: OrderEvent): string {
  const moments = {
    at: momentText(event.at),
    ...('promisedAt' in event && { promisedAt: momentText(event.promisedAt) }),
  };
  return fingerprint({ ...event, ...moments });
}

/** Computes the hash that older stored events have. This hash includes the currency, and moments in their original notation. */
export const formerContentOf = (event: OrderEvent): string => fingerprint(event);

const momentText = (moment: string): string => new Date(moment).toISOString();
const fingerprint = (value: object): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, CONTENT_LETTERS);

/** Returns the number that distinguishes several events of one type for an order. Only refunds have such a number. */
export function eventNo(event: OrderEvent): string {
  return event.event === 'refunded' ? event.refundNo : '';
}

/** An order with its number of refunds. */
export interface KnownOrder {
  readonly row: OrderRow;
  readonly refunds: number;
}

/** The data on which the effect of an event depends, besides the event and its order. */
export interface World {
  readonly now: Date;
  readonly timeZone: string;
  /** Maximum age of events in days. `null` means that there is no limit. */
  readonly lateDays: number | null;
  /** Returns the posting time of an event that happened at `at`: the present time, or `at` for generated data. */
  bookedAt(at: Date): Date;
  /** Returns the accounting day of a moment, or the first open day if that day is closed. */
  dayOf(at: Date): string;
  /** Returns the terms of a station at a moment. */
  termsAt(teamId: number, at: Date): StationTerms | undefined;
  /** Returns the fees of an order by the fee rules in force at its payment. */
  feesOf(order: OrderRow, terms: StationTerms, cost: CostSnapshot): readonly CostItem[];
  readonly riders: ReadonlySet<number>;
  /** Returns why a rider may not accept an order at a moment. An empty list means that the rider may. */
  whyNot(riderId: number, at: Date): readonly Text[];
  readonly users: ReadonlySet<number>;
  readonly merchants: ReadonlySet<number>;
  /** Finds the id of a merchant number, enabled or disabled. Returns `undefined` if the number does not exist. */
  merchantNumber(channel: string, mchNo: string): number | undefined;
  /** Sets aside an amount of a station's reserve for this batch of events. @returns `false` if the rest of the reserve is too small */
  spendReserve(teamId: number, amountFen: number): boolean;
  /** Returns the parties' income from the order, minus the amounts that refunds took back. */
  earned(order: { readonly team_id: number; readonly order_no: string }): Earned;
  /** Sets aside an amount of a station's available balance. @returns the amount that the balance covers */
  takeFromStation(teamId: number, amountFen: number): number;
  /** Whether the franchisee returns its share of a refunded commission. `false` means that its balance is too low and the platform pays. */
  readonly isShareDue: boolean;
  nextId(): number;
}

export interface Effect {
  readonly order: KnownOrder;
  readonly entries: readonly Entry[];
  readonly line: SettleLine | null;
  /** The fees that fee rules charge for the order. */
  readonly charges?: readonly ItemCharge[];
}

/**
 * Computes the effect of an event.
 *
 * @throws Refusal 40006 (time out of range), 40401 (unknown order, station, person or merchant number), 40902 (the order is already paid),
 *   42201 (wrong state of the order), 42232 (refund above the payment), 42243 (amounts do not agree), 42299 (the rider may not accept the
 *   order)
 */
export function effectOf(event: OrderEvent, known: KnownOrder | undefined, world: World): Effect {
  const at = new Date(event.at);
  requireNotAhead(at, world.now);
  if (world.lateDays !== null) requireNotOlder(at, world.now, world.lateDays);
  if (event.event === 'paid') {
    if (known) throw refuse(40902);
    return paid(event, at, world);
  }
  if (!known) throw refuse(40401);
  const { row } = known;
  if (event.event !== 'accepted' && at < new Date(row.paid_at)) throw new BadMoment('beforePayment');
  switch (event.event) {
    case 'accepted':
      requireState(row, ['paid']);
      requireKnown(world.riders, event.riderId);
      requireAllowed(world.whyNot(event.riderId, at));
      return {
        order: { ...known, row: { ...row, status: 'accepted', rider_id: event.riderId, accepted_at: at } },
        entries: [],
        line: null,
      };
    case 'arrived':
    case 'picked':
      // We only store these events and report them to the platform of hour-to-reach. They change neither the order nor money.
      requireState(row, ['accepted']);
      return { order: known, entries: [], line: null };
    case 'delivered': {
      requireState(row, ['paid', 'accepted']);
      if (event.riderId) requireKnown(world.riders, event.riderId);
      const riderId = event.riderId ?? row.rider_id;
      return settled(
        { ...known, row: { ...row, status: 'delivered', rider_id: riderId, delivered_at: at } },
        at,
        world,
      );
    }
    case 'cancelled':
      requireState(row, ['paid', 'accepted']);
      return cancelled({ ...known, row: { ...row, status: 'cancelled', cancelled_at: at } }, at, world);
    case 'refunded':
      return refunded(event, known, at, world);
  }
}

function requireState({ status }: OrderRow, states: readonly OrderRow['status'][]): void {
  if (!states.includes(status)) throw refuse(42201, { state: ORDER_STATUS_TEXT[status] });
}

function requireKnown(ids: ReadonlySet<number>, id: number): void {
  if (!ids.has(id)) throw refuse(40401);
}

/** Checks that a rider may accept the order. @throws Refusal 42299 with all reasons */
function requireAllowed(reason: readonly Text[]): void {
  if (reason.length > 0) throw refuse(42299, { reason });
}

function occasion(row: OrderRow, at: Date, world: World, step = 1): Occasion {
  return { bizNo: row.order_no, teamId: row.team_id, at, day: world.dayOf(at), step };
}

function paid(event: OrderEvent & { event: 'paid' }, at: Date, world: World): Effect {
  const terms = world.termsAt(event.teamId, at);
  if (!terms) throw refuse(40401);
  requireKnown(world.users, event.userId);
  if (event.merchantId) requireKnown(world.merchants, event.merchantId);
  const total = event.goodsFen + event.deliveryFen;
  const balanceFen = event.balanceFen ?? 0;
  if (event.paidFen > total || balanceFen > event.paidFen) throw refuse(42243);
  const isChannel = event.paidFen > balanceFen;
  const merchantNumberId = isChannel ? world.merchantNumber(event.channel ?? '', event.mchNo ?? '') : undefined;
  if (isChannel && merchantNumberId === undefined) throw refuse(40401);
  const row: OrderRow = {
    id: world.nextId(),
    team_id: event.teamId,
    order_no: event.orderNo,
    app_user_id: event.userId,
    rider_id: null,
    merchant_id: event.merchantId ?? null,
    type: event.type,
    source: event.source,
    status: 'paid',
    goods_fen: event.goodsFen,
    delivery_fen: event.deliveryFen,
    paid_fen: event.paidFen,
    refund_fen: 0,
    distance_m: event.distanceM,
    lng: Math.round(event.lng * 1e6) / 1e6,
    lat: Math.round(event.lat * 1e6) / 1e6,
    paid_at: at,
    accepted_at: null,
    promised_at: new Date(event.promisedAt),
    delivered_at: null,
    cancelled_at: null,
    refunded_at: null,
    balance_fen: balanceFen,
    channel: isChannel ? (event.channel ?? null) : null,
    merchant_number_id: merchantNumberId ?? null,
    channel_trade_no: isChannel ? (event.tradeNo ?? null) : null,
    settled_at: null,
    hold_reason: null,
  };
  const cost = snapshotOf(snapshotTerms(terms), event);
  const items = world.feesOf(row, terms, cost);
  row.cost_snapshot = JSON.stringify(withItems(cost, items, event.promotionFeeFen !== undefined));
  const entry = orderPay(occasion(row, at, world), paymentOf(row), billOf(row, row.channel_trade_no ?? undefined));
  return { order: { row, refunds: 0 }, entries: entry ? [entry] : [], line: null };
}

/** Returns the station's terms that are stored with the order. */
function snapshotTerms({ creditLimitFen: _credit, place: _place, ...terms }: StationTerms) {
  return terms;
}

function billOf(row: OrderRow, tradeNo?: string) {
  return {
    counterType: 'user' as const,
    counterId: row.app_user_id,
    orderNo: row.order_no,
    ...(row.channel != null && { channel: row.channel }),
    ...(tradeNo !== undefined && { tradeNo }),
  };
}

/**
 * Returns the costs that were fixed at payment. Orders that are older than the ledger have no costs, and the ledger contains none of
 * their money.
 */
function costOf(row: OrderRow): CostSnapshot | null {
  return row.cost_snapshot == null ? null : (JSON.parse(row.cost_snapshot) as CostSnapshot);
}

/** Settles a delivered order: each party gets its amount. Held orders and orders that are older than the ledger stay unsettled. */
function settled(known: KnownOrder, at: Date, world: World): Effect {
  const { row } = known;
  if (row.hold_reason != null) return { order: known, entries: [], line: null };
  const settlement = settlementOf(row, occasion(row, at, world), world);
  if (settlement === null) return { order: known, entries: [], line: null };
  return { order: { ...known, row: { ...row, settled_at: at } }, ...settlement };
}

/**
 * Builds the entries of an order's settlement, and the pending line. Returns `null` for an order that is older than the ledger.
 *
 * @param how.spendReserve checks whether the station's reserve covers an amount, and sets that amount aside
 */
export function settlementOf(
  row: OrderRow,
  on: Occasion,
  how: Pick<World, 'spendReserve' | 'timeZone' | 'bookedAt'>,
): Pick<Effect, 'entries' | 'line' | 'charges'> | null {
  const cost = costOf(row);
  if (cost === null) return null;
  const order = {
    goodsFen: row.goods_fen,
    payment: paymentOf(row),
    refundedFen: row.refund_fen ?? 0,
    merchantId: row.merchant_id ?? null,
    riderId: row.rider_id ?? null,
    cost,
  };
  const fromReserve = cost.settlementMode === 'deposit' && how.spendReserve(row.team_id, cost.technicalFeeFen);
  const { entries, pendingFen, charges } = orderSettle(on, order, fromReserve);
  const line: SettleLine | null =
    pendingFen === 0
      ? null
      : {
          teamId: row.team_id,
          orderNo: row.order_no,
          amountFen: pendingFen,
          dueAt: dueAt(cost.settleCycle, later(on.at, how.bookedAt(on.at)), how.timeZone),
          // The line has the time of the delivery, even if a hold delayed the settlement.
          at: row.delivered_at == null ? on.at : new Date(row.delivered_at),
        };
  return { entries, line, charges };
}

/** Returns the later moment. The settlement cycle starts at the delivery, or at its posting if that is later (decision 17). */
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * Cancels an order. Its money is returned by `refunded` events. If coupons paid the whole order, their amount is returned immediately,
 * because the user paid nothing and gets no refund.
 */
function cancelled(known: KnownOrder, at: Date, world: World): Effect {
  const { row } = known;
  const payment = paymentOf(row);
  if (row.paid_fen > 0 || payment.subsidyFen === 0 || costOf(row) === null)
    return { order: known, entries: [], line: null };
  const entry = orderRefund(occasion(row, at, world), payment, { before: 0, amountFen: 0 }, billOf(row));
  return { order: known, entries: [entry], line: null };
}

function refunded(event: OrderEvent & { event: 'refunded' }, known: KnownOrder, at: Date, world: World): Effect {
  const { row, refunds } = known;
  const before = row.refund_fen ?? 0;
  if (before + event.amountFen > row.paid_fen) throw refuse(42232);
  const order: KnownOrder = {
    row: { ...row, refund_fen: before + event.amountFen, refunded_at: at },
    refunds: refunds + 1,
  };
  if (costOf(row) === null) return { order, entries: [], line: null };
  const on = occasion(row, at, world, refunds + 1);
  const refund = { before, amountFen: event.amountFen };
  const bill = {
    ...billOf(row, event.refundNo),
    ...(event.channelRefundNo !== undefined && { channelRefundNo: event.channelRefundNo }),
  };
  const payment = paymentOf(row);
  if (row.settled_at == null) return { order, entries: [orderRefund(on, payment, refund, bill)], line: null };
  requireBearers(event.bearers ?? [], row);
  if ((event.bearers ?? []).reduce((sum, bearer) => sum + bearer.amountFen, 0) > event.amountFen) throw refuse(42243);
  const { bearers: limited, shareFen } = limitBearers(event.bearers ?? [], world.earned(row));
  // The station owes the amount that its balance cannot pay (decision 21).
  let owedFen = 0;
  const bearers = limited.map((bearer) => {
    if (bearer.party !== 'team') return bearer;
    const amountFen = world.takeFromStation(row.team_id, bearer.amountFen);
    owedFen += bearer.amountFen - amountFen;
    return { ...bearer, amountFen };
  });
  const parties = {
    merchantId: row.merchant_id ?? null,
    riderId: row.rider_id ?? null,
    franchiseeId: costOf(row)?.franchiseeId ?? null,
  };
  const following = world.isShareDue ? shareFen : 0;
  const entry = refundAfterSettle(on, payment, { ...refund, bearers, shareFen: following }, parties, bill);
  const owed = owedFen > 0 ? [receivableBook(on, owedFen, 'COMPENSATION')] : [];
  return { order, entries: [entry, ...owed], line: null };
}

/** Checks that the order has the bearers of a refund. @throws Refusal 40401 (the order has no such merchant or rider) */
function requireBearers(bearers: readonly Bearer[], row: OrderRow): void {
  for (const { party } of bearers) {
    if ((party === 'merchant' && row.merchant_id == null) || (party === 'rider' && row.rider_id == null))
      throw refuse(40401);
  }
}

/** The result of one event of a batch. */
export type Result = { readonly state: 'done' | 'repeated' } | { readonly state: 'refused'; readonly why: Refusal };
