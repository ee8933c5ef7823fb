import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ServiceType } from '../../../contract/cost.states';
import { percentOf } from '../../../contract/shares';
import type { Database } from '../../core/database/schema';
import { addDays, dayRange, lastOfMonth, shownMs } from '../../core/money/days';
import { type CostSnapshot, snapshotOf } from '../ledger';
import { feePlans, planRules } from '../reference';
import { type ChargedFees, chargedTerms, type StationTerms, stationTerms } from '../team';
import { type FeeRule, type FeeStation, itemsOf } from './choose';
import { changeOf, type OrderChange, type PastOrder } from './effect';
import { withItems } from './order-cost';
import { stationOf } from './order-fees';
import { publishedRules } from './rule-store';

/** Computes the effect of changed terms on a station's past orders. It uses the same functions that charge real orders. */

type Db = Kysely<Database>;

export interface TermsEffect extends Pick<OrderChange, 'stationFen' | 'riderFen' | 'platformFen'> {
  /** Month in the form `yyyy-MM`. */
  readonly month: string;
  readonly orders: number;
  readonly changed: number;
}

/** A station's terms, and the fields of the station that fee rules depend on. */
export interface TermsSide {
  readonly terms: StationTerms;
  readonly station: FeeStation;
}

/**
 * Compares the costs of one order under two sets of terms. Values that the ordering system set do not change.
 *
 * @param rules the rules in force at the time of the comparison; both sides use them
 * @param isIncomeTold the ordering system set the rider's income, so the rider's share does not change that income
 */
export function orderAtTerms(
  order: PastOrder,
  before: TermsSide,
  after: TermsSide,
  rules: readonly FeeRule[],
  isIncomeTold: boolean,
): OrderChange {
  return changeOf(order, costAt(order, before, rules, isIncomeTold), costAt(order, after, rules, isIncomeTold));
}

function costAt(order: PastOrder, side: TermsSide, rules: readonly FeeRule[], isIncomeTold: boolean): CostSnapshot {
  const { cost } = order;
  const isPromotionTold =
    cost.promotionFeeFen > 0 && !cost.items?.some(({ kind, target }) => kind === 'promotion' && target === 'team');
  const { creditLimitFen: _credit, place: _place, ...terms } = side.terms;
  const basic = snapshotOf(terms, {
    goodsFen: order.goodsFen,
    deliveryFen: order.deliveryFen,
    merchantFeeFen: cost.merchantFeeFen,
    promotionFeeFen: isPromotionTold ? cost.promotionFeeFen : undefined,
    riderIncomeFen: isIncomeTold ? cost.riderIncomeFen : undefined,
  });
  const facts = { ...order, riderIncomeFen: basic.riderIncomeFen };
  return withItems(basic, itemsOf(rules, side.station, facts, order.minutes), isPromotionTold);
}

interface OrderLine {
  readonly riderId: number | null;
  readonly merchantId: number | null;
  readonly type: ServiceType;
  readonly goodsFen: number;
  readonly deliveryFen: number;
  readonly paidFen: number;
  readonly distanceM: number;
  readonly paidAt: Date;
  readonly cost: CostSnapshot;
}

async function deliveredOrders(db: Db, teamId: number, { from, to }: { readonly from: Date; readonly to: Date }) {
  const { rows } = await sql<OrderLine>`
    select o.rider_id as "riderId", o.merchant_id as "merchantId", o.type, o.goods_fen as "goodsFen",
      o.delivery_fen as "deliveryFen", o.paid_fen as "paidFen", o.distance_m as "distanceM", o.paid_at as "paidAt",
      o.cost_snapshot as cost
    from customer_order o
    where o.delivered_at >= ${from} and o.delivered_at < ${to} and o.team_id = ${teamId}
      and o.cost_snapshot is not null and o.status <> 'cancelled'`.execute(db);
  return rows;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * Computes the effect on the orders that a station delivered in a month. Both sides use the plans and rules in force at `at`, so
 * only the terms differ.
 */
export async function termsEffect(
  db: Db,
  asked: {
    readonly teamId: number;
    readonly before: ChargedFees;
    readonly after: ChargedFees;
    /** Month in the form `yyyy-MM`. */
    readonly month: string;
    readonly at: Date;
    readonly timeZone: string;
  },
): Promise<TermsEffect> {
  const { teamId, month, at, timeZone } = asked;
  const first = `${month}-01`;
  const last = lastOfMonth(first);
  const since = dayRange(first, first, timeZone).from;
  const termsAt = await stationTerms(db, [teamId], since);
  const present = termsAt(teamId, at);
  const sum = { month, orders: 0, changed: 0, stationFen: 0, riderFen: 0, platformFen: 0 };
  if (!present) return sum;
  const [plans, rulesOf, rules] = [await feePlans(db), await planRules(db), await publishedRules(db, at)];
  const side = (fees: ChargedFees): TermsSide => {
    const terms = { ...present, ...chargedTerms(fees, plans, at, present.place.regions) };
    return { terms, station: stationOf(teamId, terms.place, rulesOf) };
  };
  const [before, after] = [side(asked.before), side(asked.after)];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    for (const { merchantId, paidAt, ...row } of await deliveredOrders(db, teamId, dayRange(day, day, timeZone))) {
      const order: PastOrder = {
        ...row,
        teamId,
        at,
        minutes: Math.floor(shownMs(paidAt, timeZone) / MINUTE_MS) % DAY_MINUTES,
        hasMerchant: merchantId !== null,
        totalFen: row.goodsFen + row.deliveryFen,
        riderIncomeFen: row.cost.riderIncomeFen,
      };
      const share = termsAt(teamId, paidAt)?.riderShareBp ?? 0;
      const isIncomeTold = row.cost.riderIncomeFen !== percentOf(row.deliveryFen, share);
      const change = orderAtTerms(order, before, after, rules, isIncomeTold);
      sum.orders += 1;
      sum.changed += change.stationFen !== 0 || change.riderFen !== 0 || change.platformFen !== 0 ? 1 : 0;
      sum.stationFen += change.stationFen;
      sum.riderFen += change.riderFen;
      sum.platformFen += change.platformFen;
    }
    await yieldToEventLoop();
  }
  return sum;
}
