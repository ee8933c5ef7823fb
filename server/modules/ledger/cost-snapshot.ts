import type { CostBase, CostKind, CostTarget } from '../../../contract/cost.states';
import { percentOf, technicalFeeOf } from '../../../contract/shares';
import type { SettleCycle } from '../../../contract/team.choices';

/** The costs of an order and the parties that bear them, fixed at payment (costSnapshot, DOMAIN §9 decision 25). */

/** A fee that a rule charges for an order, as it was at payment (DOMAIN §9 decision 25). */
export interface CostItem {
  /** Id of the rule version. */
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

/** The costs of an order and the parties that bear them, fixed at payment (costSnapshot). Later fee changes do not affect them. */
export interface CostSnapshot {
  readonly settlementMode: 'balance' | 'deposit';
  readonly settleCycle: SettleCycle;
  /**
   * Fee plan of the technical service fee. `null` if the station has a rate of its own or no plan is in force. Bills show the plan or the
   * rate as an explanation.
   */
  readonly feePlanId: number | null;
  readonly planName: string | null;
  /** Start of the plan's validity, ISO 8601. It identifies the plan's terms, because plans have no version. */
  readonly planFrom: string | null;
  readonly rateBp: number;
  readonly fixedFen: number;
  readonly technicalFeeFen: number;
  readonly merchantFeeFen: number;
  readonly promotionFeeFen: number;
  readonly riderIncomeFen: number;
  readonly franchiseeId: number | null;
  readonly shareRateBp: number;
  /** Fees charged by fee rules. The station's technical service and promotion fees are also in the fields above. */
  readonly items?: readonly CostItem[];
}

/** The terms of a station for a new order: fees, settlement, and the shares of rider and franchisee. */
export interface FeeTerms
  extends Omit<CostSnapshot, 'technicalFeeFen' | 'merchantFeeFen' | 'promotionFeeFen' | 'riderIncomeFen' | 'items'> {
  readonly riderShareBp: number;
}

/** Computes the costs of an order under these terms. The ordering service may supply merchant fee, promotion fee and rider income. */
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
