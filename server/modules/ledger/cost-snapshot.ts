import type { CostBase, CostKind, CostTarget } from '../../../contract/cost.states';
import { percentOf, technicalFeeOf } from '../../../contract/shares';
import type { SettleCycle } from '../../../contract/team.choices';

/** The costs of an order and who bears them, fixed at payment (costSnapshot, DOMAIN §9 decision 25). */

/** A fee of an order by a rule, as it was at payment (DOMAIN §9 decision 25). */
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
  /** Account that is credited with the fee. */
  readonly account: 'COMMISSION' | 'PROMOTION_FEE' | 'SERVICE_FEE';
  /** Which party gets the rounding remainder after a partial refund. */
  readonly residual: 'team' | 'platform';
}

/** The costs of an order and who bears them, fixed at payment. Later changes of fees do not affect it (costSnapshot). */
export interface CostSnapshot {
  readonly settlementMode: 'balance' | 'deposit';
  readonly settleCycle: SettleCycle;
  /** The plan or rate behind the technical service fee, for the explanation on a bill. */
  readonly feePlanId: number | null;
  readonly planName: string | null;
  /** Start of the plan's validity, ISO 8601. Plans have no version. */
  readonly planFrom: string | null;
  readonly rateBp: number;
  readonly fixedFen: number;
  readonly technicalFeeFen: number;
  readonly merchantFeeFen: number;
  readonly promotionFeeFen: number;
  readonly riderIncomeFen: number;
  readonly franchiseeId: number | null;
  readonly shareRateBp: number;
  /** Fees by rules. The station's fees for technical service and promotion are also in the fields above. */
  readonly items?: readonly CostItem[];
}

/** The fees of a station that are in force and affect orders. */
export interface FeeTerms
  extends Omit<CostSnapshot, 'technicalFeeFen' | 'merchantFeeFen' | 'promotionFeeFen' | 'riderIncomeFen' | 'items'> {
  readonly riderShareBp: number;
}

/** Computes the costs of an order at these terms. The ordering side may supply merchant and promotion fees and the rider's income. */
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
