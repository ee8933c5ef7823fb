import { feeOf, type OrderFacts } from '../../../contract/cost.fee';
import {
  COST_SCOPES,
  type CostKind,
  type CostScope,
  type CostTarget,
  type CostTerms,
  isOrderKind,
  type ServiceType,
} from '../../../contract/cost.states';
import type { CostItem } from '../ledger';
import type { StationPlace } from '../team';

/** Chooses the fee rule and computes its charge (DOMAIN §3.5). These functions are pure: they use no database and no clock. */

/** A published version of a fee rule, or a draft that is checked or tried in a what-if. */
export interface FeeRule {
  readonly id: number;
  readonly ruleNo: string;
  readonly revision: number;
  readonly name: string;
  readonly kind: CostKind;
  readonly target: CostTarget;
  readonly scopeType: CostScope;
  readonly scopeIds: readonly string[];
  /** An empty list means all service types. */
  readonly serviceTypes: readonly ServiceType[];
  readonly terms: CostTerms;
  readonly priority: number;
  readonly effectiveFrom: Date;
  /** End of validity, exclusive. `null` means that the version has no end. */
  readonly effectiveTo: Date | null;
}

/** The fields of a station that fee rules depend on. */
export interface FeeStation extends StationPlace {
  readonly id: number;
  /** Numbers of the rules in the station's fee plan. */
  readonly planRules: ReadonlySet<string>;
}

/** The fields of an order that determine its fees. */
export interface FeeOrder extends Omit<OrderFacts, 'minutes'> {
  readonly teamId: number;
  readonly type: ServiceType;
  readonly at: Date;
  readonly hasMerchant: boolean;
}

const isInForce = ({ effectiveFrom, effectiveTo }: Pick<FeeRule, 'effectiveFrom' | 'effectiveTo'>, at: Date) =>
  effectiveFrom <= at && (effectiveTo === null || at < effectiveTo);

function covers(rule: Pick<FeeRule, 'ruleNo' | 'scopeType' | 'scopeIds'>, station: FeeStation): boolean {
  switch (rule.scopeType) {
    case 'team':
      return rule.scopeIds.includes(String(station.id));
    case 'plan':
      return station.planRules.has(rule.ruleNo);
    case 'region':
      return station.regions.some((code) => rule.scopeIds.includes(code));
    case 'all':
      return true;
    default:
      return rule.scopeType satisfies never;
  }
}

/** Compares rules for sorting, the highest rank first: narrower scope, higher priority, later start, then higher rule number. */
function compare(one: FeeRule, other: FeeRule): number {
  return (
    COST_SCOPES.indexOf(one.scopeType) - COST_SCOPES.indexOf(other.scopeType) ||
    other.priority - one.priority ||
    other.effectiveFrom.getTime() - one.effectiveFrom.getTime() ||
    (one.ruleNo < other.ruleNo ? 1 : -1)
  );
}

const serves = ({ serviceTypes }: Pick<FeeRule, 'serviceTypes'>, type: ServiceType): boolean =>
  serviceTypes.length === 0 || serviceTypes.includes(type);

/**
 * Checks whether the station's own technical rate takes precedence over a rule. That rate is an agreement with the station, so only a rule
 * for the station itself replaces it.
 */
const yields = ({ kind, target, scopeType }: FeeRule, station: FeeStation): boolean =>
  station.hasOwnRate && kind === 'technical' && target === 'team' && scopeType !== 'team';

/** Chooses the rule of a kind and a target that applies to a station's order. Returns `null` if no rule applies. */
export function chooseRule(
  rules: readonly FeeRule[],
  slot: { readonly kind: CostKind; readonly target: CostTarget },
  station: FeeStation,
  order: Pick<FeeOrder, 'type' | 'at'>,
): FeeRule | null {
  let best: FeeRule | null = null;
  for (const rule of rules) {
    if (rule.kind !== slot.kind || rule.target !== slot.target || !serves(rule, order.type)) continue;
    if (!isInForce(rule, order.at) || !covers(rule, station) || yields(rule, station)) continue;
    if (best === null || compare(rule, best) < 0) best = rule;
  }
  return best;
}

const ACCOUNT = {
  technical: 'COMMISSION',
  promotion: 'PROMOTION_FEE',
  delivery: 'SERVICE_FEE',
  software: 'SERVICE_FEE',
  other: 'SERVICE_FEE',
} as const satisfies Readonly<Record<CostKind, CostItem['account']>>;
const RATED: readonly CostTerms['calcType'][] = ['rate', 'tierAmount'];

/** Computes the fee that a rule charges for an order. */
export function itemOf(rule: FeeRule, facts: OrderFacts): CostItem {
  const { terms } = rule;
  const { baseFen, amountFen } = feeOf(terms, facts);
  const isRated = RATED.includes(terms.calcType);
  return {
    rule: rule.id,
    ruleNo: rule.ruleNo,
    version: rule.revision,
    name: rule.name,
    kind: rule.kind,
    target: rule.target,
    base: isRated ? terms.base : null,
    baseFen: isRated ? baseFen : null,
    rateBp: terms.calcType === 'rate' ? terms.rateBp : null,
    // A fee never exceeds the order's total.
    amountFen: Math.min(amountFen, facts.totalFen),
    account: ACCOUNT[rule.kind],
    residual: terms.residualParty,
  };
}

/** Returns the distinct pairs of kind and target among the rules that charge orders. */
function slotsOf(rules: readonly FeeRule[]): readonly Pick<FeeRule, 'kind' | 'target'>[] {
  const slots = new Map<string, Pick<FeeRule, 'kind' | 'target'>>();
  for (const { kind, target } of rules) if (isOrderKind(kind)) slots.set(`${kind} ${target}`, { kind, target });
  return [...slots.values()];
}

/** Computes all fees that the rules charge for an order. @param minutes time of payment, in minutes since midnight */
export function itemsOf(rules: readonly FeeRule[], station: FeeStation, order: FeeOrder, minutes: number): CostItem[] {
  return slotsOf(rules).flatMap((slot) => {
    if (slot.target === 'merchant' && !order.hasMerchant) return [];
    const rule = chooseRule(rules, slot, station, order);
    return rule ? [itemOf(rule, { ...order, minutes })] : [];
  });
}

type Ranked = Omit<FeeRule, 'terms'>;

const shareService = (one: Ranked, other: Ranked): boolean =>
  one.serviceTypes.length === 0 ||
  other.serviceTypes.length === 0 ||
  one.serviceTypes.some((type) => other.serviceTypes.includes(type));

/** Checks whether two rules are in force at the same time. A version that was disabled before its start is never in force. */
function shareTime(one: Ranked, other: Ranked): boolean {
  const begin = one.effectiveFrom > other.effectiveFrom ? one.effectiveFrom : other.effectiveFrom;
  return [one, other].every(({ effectiveTo }) => effectiveTo === null || begin < effectiveTo);
}

/**
 * Checks whether two rules of the same kind, target, scope type and priority could apply to one order. If they could, the second rule
 * cannot be published (42261). Rules of plans are compared by {@link clashInPlan} instead.
 */
export function isEqualRank(one: Ranked, other: Ranked): boolean {
  const shareScope = one.scopeType === 'all' || one.scopeIds.some((id) => other.scopeIds.includes(id));
  return (
    one.ruleNo !== other.ruleNo &&
    one.kind === other.kind &&
    one.target === other.target &&
    one.scopeType === other.scopeType &&
    // For rules of plans, only the rules of one plan are compared: see `clashInPlan`.
    one.scopeType !== 'plan' &&
    one.priority === other.priority &&
    shareScope &&
    shareService(one, other) &&
    shareTime(one, other)
  );
}

/** Checks whether two rules cannot be in one plan (42261). Such rules have the same kind and target, and share a service type. */
export const clashInPlan = (one: Ranked, other: Ranked): boolean =>
  one.ruleNo !== other.ruleNo && one.kind === other.kind && one.target === other.target && shareService(one, other);

/**
 * Checks whether a new version of a plan's rule contradicts another rule of the plan while both are in force.
 *
 * @param mates numbers of the rules that are in a plan with the rule
 */
export const clashWithMate = (wanted: Ranked, other: Ranked, mates: ReadonlySet<string>): boolean =>
  wanted.scopeType === 'plan' &&
  other.scopeType === 'plan' &&
  mates.has(other.ruleNo) &&
  clashInPlan(wanted, other) &&
  shareTime(wanted, other);
