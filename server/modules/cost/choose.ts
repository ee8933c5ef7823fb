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

/** Chooses the fee rule and computes its charge (DOMAIN §3.5). Pure: no database, no clock. */

/** A published version of a rule. */
export interface FeeRule {
  readonly id: number;
  readonly ruleNo: string;
  readonly revision: number;
  readonly name: string;
  readonly kind: CostKind;
  readonly target: CostTarget;
  readonly scopeType: CostScope;
  readonly scopeIds: readonly string[];
  /** Empty: all. */
  readonly serviceTypes: readonly ServiceType[];
  readonly terms: CostTerms;
  readonly priority: number;
  readonly effectiveFrom: Date;
  /** Exclusive. */
  readonly effectiveTo: Date | null;
}

/** The fields of a station that rules use. */
export interface FeeStation extends StationPlace {
  readonly id: number;
  /** Numbers of the rules in its plan. */
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

/** Compares rules by rank: scope, priority, later start, then the number. */
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

/** Whether a rule yields to the station's own technical rate. That rate is an agreement; only a rule for the station itself replaces it. */
const yields = ({ kind, target, scopeType }: FeeRule, station: FeeStation): boolean =>
  station.hasOwnRate && kind === 'technical' && target === 'team' && scopeType !== 'team';

/** Chooses the rule of a kind and a target for an order of a station; null: none applies. */
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

/** Computes the charge of a rule for an order. */
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
    // A fee never exceeds the order.
    amountFen: Math.min(amountFen, facts.totalFen),
    account: ACCOUNT[rule.kind],
    residual: terms.residualParty,
  };
}

/** Returns the kinds and targets of these rules that apply to orders. */
function slotsOf(rules: readonly FeeRule[]): readonly Pick<FeeRule, 'kind' | 'target'>[] {
  const slots = new Map<string, Pick<FeeRule, 'kind' | 'target'>>();
  for (const { kind, target } of rules) if (isOrderKind(kind)) slots.set(`${kind} ${target}`, { kind, target });
  return [...slots.values()];
}

/** Computes all fees of an order by rules. @param minutes time of payment, in minutes of the day */
export function itemsOf(rules: readonly FeeRule[], station: FeeStation, order: FeeOrder, minutes: number): CostItem[] {
  return slotsOf(rules).flatMap((slot) => {
    if (slot.target === 'merchant' && !order.hasMerchant) return [];
    const rule = chooseRule(rules, slot, station, order);
    return rule ? [itemOf(rule, { ...order, minutes })] : [];
  });
}

/** Whether two rules could have equal rank at some moment. If so, the second one cannot be published (42261). */
export function isEqualRank(one: Omit<FeeRule, 'terms'>, other: Omit<FeeRule, 'terms'>): boolean {
  const shareScope = one.scopeType === 'all' || one.scopeIds.some((id) => other.scopeIds.includes(id));
  const shareService =
    one.serviceTypes.length === 0 ||
    other.serviceTypes.length === 0 ||
    one.serviceTypes.some((type) => other.serviceTypes.includes(type));
  const meet =
    (one.effectiveTo === null || other.effectiveFrom < one.effectiveTo) &&
    (other.effectiveTo === null || one.effectiveFrom < other.effectiveTo);
  return (
    one.ruleNo !== other.ruleNo &&
    one.kind === other.kind &&
    one.target === other.target &&
    one.scopeType === other.scopeType &&
    // A plan has at most one rule of a kind, target and service, so plan rules never collide.
    one.scopeType !== 'plan' &&
    one.priority === other.priority &&
    shareScope &&
    shareService &&
    meet
  );
}
