import type { CostBase, CostKind, CostTarget } from '../../../contract/cost.states';
import { percentOf, technicalFeeOf } from '../../../contract/shares';
import type { SettleCycle } from '../../../contract/team.choices';

/** What an order costs whom, fixed when it is paid (costSnapshot, DOMAIN §9 decision 25). */

/** A fee of an order by a rule, as it was when the order was paid (DOMAIN §9 decision 25). */
export interface CostItem {
  /** Id of the rule's version. */
  readonly rule: number;
  readonly ruleNo: string;
  readonly version: number;
  readonly name: string;
  readonly kind: CostKind;
  readonly target: CostTarget;
  readonly base: CostBase | null;
  readonly baseFen: number | null;
  readonly rateBp: number | null;
  readonly amountFen: number;
  /** Where the fee goes. */
  readonly account: 'COMMISSION' | 'PROMOTION_FEE' | 'SERVICE_FEE';
  /** Who bears what cannot be shared out in whole fen after a partial refund. */
  readonly residual: 'team' | 'platform';
}

/** What an order costs whom, fixed when it is paid: a later change of fees never touches it (costSnapshot). */
export interface CostSnapshot {
  readonly settlementMode: 'balance' | 'deposit';
  readonly settleCycle: SettleCycle;
  /** The plan or rate behind the technical service fee, for the explanation on a bill. */
  readonly feePlanId: number | null;
  readonly planName: string | null;
  /** Since when the plan was valid, ISO 8601; it has no version. */
  readonly planFrom: string | null;
  readonly rateBp: number;
  readonly fixedFen: number;
  readonly technicalFeeFen: number;
  readonly merchantFeeFen: number;
  readonly promotionFeeFen: number;
  readonly riderIncomeFen: number;
  readonly franchiseeId: number | null;
  readonly shareRateBp: number;
  /** Fees by rules. Those of the station for technical service and promotion are also in the fields above. */
  readonly items?: readonly CostItem[];
}

/** Fees of a station in force, as far as orders depend on them. */
export interface FeeTerms
  extends Omit<CostSnapshot, 'technicalFeeFen' | 'merchantFeeFen' | 'promotionFeeFen' | 'riderIncomeFen' | 'items'> {
  readonly riderShareBp: number;
}

/** The costs of an order at these terms. Merchant and promotion fees and a rider's income may be told by the ordering side. */
export function snapshotOf(
  terms: FeeTerms,
  order: {
    readonly goodsFen: number;
    readonly deliveryFen: number;
    readonly merchantFeeFen?: number | undefined;
    readonly promotionFeeFen?: number | undefined;
    readonly riderIncomeFen?: number | undefined;
  },
): CostSnapshot {
  const { riderShareBp, ...kept } = terms;
  const total = order.goodsFen + order.deliveryFen;
  return {
    ...kept,
    technicalFeeFen: technicalFeeOf(total, terms),
    merchantFeeFen: Math.min(order.goodsFen, order.merchantFeeFen ?? 0),
    promotionFeeFen: order.promotionFeeFen ?? 0,
    riderIncomeFen: order.riderIncomeFen ?? percentOf(order.deliveryFen, riderShareBp),
  };
}
