import { technicalFeeOf } from '../../../contract/shares';
import { type CostItem, type CostSnapshot, settleParts } from '../ledger';
import type { StationTerms } from '../team';
import { chooseRule, type FeeOrder, type FeeRule, type FeeStation, itemOf } from './choose';
import { withItems } from './order-cost';

/**
 * Computes the effect of a rule on a past order (历史试算) with the functions that charge real orders.
 * Pure functions: no database, no clock.
 */

/** A past order with the costs that were fixed when it was paid. */
export interface PastOrder extends FeeOrder {
  readonly riderId: number | null;
  readonly minutes: number;
  readonly cost: CostSnapshot;
}

/** Changes in fen: the value after minus the value before. */
export interface OrderChange {
  readonly stationFen: number;
  readonly merchantFen: number;
  readonly riderFen: number;
  readonly platformFen: number;
}

const NO_CHANGE: OrderChange = { stationFen: 0, merchantFen: 0, riderFen: 0, platformFen: 0 };

/** The fee of one kind and target before and after the draft rule, and the changes by party. Refunds are not included. */
export interface Effect {
  readonly beforeFen: number;
  readonly afterFen: number;
  readonly change: OrderChange;
}

/**
 * Computes the effect of a draft rule on a past order.
 *
 * @param draft the rule to try
 * @param rules the published rules, in which the draft already replaces its published versions ({@link withDraft})
 * @param basic the station's rate of the technical fee at the time of the order; this rate applies if no rule does
 */
export function effectOf(
  draft: FeeRule,
  rules: readonly FeeRule[],
  station: FeeStation,
  order: PastOrder,
  basic: Pick<StationTerms, 'rateBp' | 'fixedFen'>,
): Effect {
  const { cost } = order;
  const isSlot = ({ kind, target }: Pick<CostItem, 'kind' | 'target'>) =>
    kind === draft.kind && target === draft.target;
  const stored = cost.items?.find(isSlot);
  const isTechnical = draft.kind === 'technical' && draft.target === 'team';
  const isPromotion = draft.kind === 'promotion' && draft.target === 'team';
  const beforeFen = isTechnical ? cost.technicalFeeFen : (stored?.amountFen ?? 0);
  // If the ordering system set the promotion fee, no rule replaces the fee.
  const isTold = isPromotion && !stored && cost.promotionFeeFen > 0;
  const isBorne = draft.target !== 'merchant' || order.hasMerchant;
  if (isTold || !isBorne) return { beforeFen, afterFen: beforeFen, change: NO_CHANGE };
  const chosen = chooseRule(rules, draft, station, order);
  const item = chosen && itemOf(chosen, order);
  const basicFen = stored ? technicalFeeOf(order.totalFen, basic) : cost.technicalFeeFen;
  const afterFen = item ? item.amountFen : isTechnical ? basicFen : 0;
  if (afterFen === beforeFen) return { beforeFen, afterFen, change: NO_CHANGE };
  const others = (cost.items ?? []).filter((one) => !isSlot(one));
  const { items: _items, ...plain } = cost;
  const start: CostSnapshot = {
    ...plain,
    ...(isTechnical && { technicalFeeFen: basicFen }),
    ...(isPromotion && { promotionFeeFen: 0 }),
  };
  return {
    beforeFen,
    afterFen,
    change: changeOf(order, cost, withItems(start, item ? [...others, item] : others, false)),
  };
}

/** Returns each party's change between two cost snapshots of an order, in fen: the value of `after` minus the value of `before`. */
export function changeOf(order: PastOrder, before: CostSnapshot, after: CostSnapshot): OrderChange {
  const [was, is] = [partsOf(order, before), partsOf(order, after)];
  return {
    stationFen: is.stationFen - was.stationFen,
    merchantFen: is.merchantFen - was.merchantFen,
    riderFen: is.riderFen - was.riderFen,
    platformFen: is.platformFen - was.platformFen,
  };
}

function partsOf(order: PastOrder, cost: CostSnapshot): OrderChange {
  const { goodsFen, totalFen, hasMerchant, riderId } = order;
  const shape = { goodsFen, totalFen, escrowFen: totalFen, hasMerchant, hasRider: riderId !== null };
  const parts = settleParts(cost, shape, true);
  const fees = parts.itemFens.reduce((sum, fen) => sum + fen, 0);
  const riderFen = riderId === null ? 0 : parts.riderFen;
  return {
    riderFen,
    merchantFen: parts.merchantFen,
    stationFen: parts.teamFen + parts.riderFen - riderFen,
    platformFen: parts.commissionFen + parts.promotionFen + fees,
  };
}

/** Replaces the published versions of a rule by its draft, which applies at every moment. */
export const withDraft = (rules: readonly FeeRule[], draft: FeeRule): FeeRule[] => [
  ...rules.filter(({ ruleNo }) => ruleNo !== draft.ruleNo),
  { ...draft, effectiveFrom: new Date(0), effectiveTo: null },
];

/** Sums of the effects on orders, by party, by station and by rider. */
export class EffectSums {
  orders = 0;
  changed = 0;
  beforeFen = 0;
  afterFen = 0;
  platformFen = 0;
  stationsFen = 0;
  merchantsFen = 0;
  ridersFen = 0;
  readonly stations = new Map<number, { orders: number; changed: number; changeFen: number }>();
  readonly riders = new Map<number, { orders: number; changeFen: number }>();

  add(order: Pick<PastOrder, 'teamId' | 'riderId'>, { beforeFen, afterFen, change }: Effect): void {
    const isChanged = beforeFen !== afterFen;
    this.orders += 1;
    this.changed += isChanged ? 1 : 0;
    this.beforeFen += beforeFen;
    this.afterFen += afterFen;
    this.platformFen += change.platformFen;
    this.stationsFen += change.stationFen;
    this.merchantsFen += change.merchantFen;
    this.ridersFen += change.riderFen;
    const station = this.stations.get(order.teamId) ?? { orders: 0, changed: 0, changeFen: 0 };
    station.orders += 1;
    station.changed += isChanged ? 1 : 0;
    station.changeFen += change.stationFen;
    this.stations.set(order.teamId, station);
    if (order.riderId === null || change.riderFen === 0) return;
    const rider = this.riders.get(order.riderId) ?? { orders: 0, changeFen: 0 };
    rider.orders += 1;
    rider.changeFen += change.riderFen;
    this.riders.set(order.riderId, rider);
  }
}
