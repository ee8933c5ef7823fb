import {
  ENQUIRY,
  type EnquiryRuleState,
  type RefuseReason,
  RULE_SCOPES,
  type RuleScope,
  type Tariff,
} from '../../../contract/enquiry.states';
import type { LngLat } from '../../../contract/hexagon';
import { type Quote, type QuoteFacts, quote } from './price';

/** Chooses the price rule and decides how enquiries are answered. Pure functions: no database, no clock. */

/** A published version of a price rule. */
export interface PriceRule {
  readonly id: number;
  readonly ruleNo: string;
  readonly revision: number;
  readonly name: string;
  readonly scopeType: RuleScope;
  readonly scopeIds: readonly string[];
  readonly priority: number;
  readonly effectiveFrom: Date;
  readonly effectiveTo: Date | null;
  readonly tariff: Tariff;
}

/** The fields of a station that determine whether a rule covers it. */
export interface ScopedStation {
  readonly id: number;
  readonly planId: number | null;
  /** Codes of the station's province, city and district. */
  readonly regions: readonly string[];
}

function covers({ scopeType, scopeIds }: Pick<PriceRule, 'scopeType' | 'scopeIds'>, station: ScopedStation): boolean {
  switch (scopeType) {
    case 'team':
      return scopeIds.includes(String(station.id));
    case 'plan':
      return station.planId !== null && scopeIds.includes(String(station.planId));
    case 'region':
      return station.regions.some((code) => scopeIds.includes(code));
    case 'all':
      return true;
    default:
      return scopeType satisfies never;
  }
}

const isInForce = ({ effectiveFrom, effectiveTo }: PriceRule, at: Date): boolean =>
  effectiveFrom <= at && (effectiveTo === null || at < effectiveTo);

/**
 * Compares rules for sorting, the highest rank first (DOMAIN §3.5): narrower scope, higher priority, later start, then higher rule number.
 */
function compare(one: PriceRule, other: PriceRule): number {
  return (
    RULE_SCOPES.indexOf(one.scopeType) - RULE_SCOPES.indexOf(other.scopeType) ||
    other.priority - one.priority ||
    other.effectiveFrom.getTime() - one.effectiveFrom.getTime() ||
    (one.ruleNo < other.ruleNo ? 1 : -1)
  );
}

/** Chooses the rule that prices a station's enquiries at a moment. Returns `null` if no rule applies. */
export function chooseRule(rules: readonly PriceRule[], station: ScopedStation, at: Date): PriceRule | null {
  let best: PriceRule | null = null;
  for (const rule of rules) {
    if (!isInForce(rule, at) || !covers(rule, station)) continue;
    if (best === null || compare(rule, best) < 0) best = rule;
  }
  return best;
}

interface Dated {
  readonly ruleNo: string;
  readonly scopeType: RuleScope;
  readonly scopeIds: readonly string[];
  readonly priority: number;
  readonly effectiveFrom: Date;
  readonly effectiveTo: Date | null;
}

/**
 * Checks whether two different rules have the same scope type and priority, and overlap in scope and period. If they do, the second rule
 * cannot be published (42261).
 */
export function isEqualRank(one: Dated, other: Dated): boolean {
  const shareScope = one.scopeType === 'all' || one.scopeIds.some((id) => other.scopeIds.includes(id));
  const meet =
    (one.effectiveTo === null || other.effectiveFrom < one.effectiveTo) &&
    (other.effectiveTo === null || one.effectiveFrom < other.effectiveTo);
  return (
    one.ruleNo !== other.ruleNo &&
    one.scopeType === other.scopeType &&
    one.priority === other.priority &&
    shareScope &&
    meet
  );
}

/** Returns the state of a rule version at a moment. A published version is `waiting`, `inForce` or `expired`, by its period. */
export function ruleState(
  rule: {
    readonly status: 'draft' | 'published' | 'disabled';
    readonly effectiveFrom: Date | null;
    readonly effectiveTo: Date | null;
  },
  at: Date,
): EnquiryRuleState {
  if (rule.status !== 'published') return rule.status;
  if (rule.effectiveTo !== null && rule.effectiveTo <= at) return 'expired';
  return rule.effectiveFrom !== null && rule.effectiveFrom > at ? 'waiting' : 'inForce';
}

/* ---- the answer ---- */

/** The fields of an enquiry that determine the answer. */
export interface Asked extends Pick<QuoteFacts, 'distanceM' | 'weightG' | 'goodsFen'> {
  readonly to: LngLat | null;
  /** Skips the check of the service area. A trial of a tariff sets this field, because a trial has no coordinates. */
  readonly anywhere?: true;
}

/** The state of the shop, the station and the price rule at the time of an enquiry. */
export interface Circumstances {
  readonly isBlocked: boolean;
  readonly station: {
    readonly isOpen: boolean;
    readonly reaches: (point: LngLat) => boolean;
    readonly maxDistanceM: number | null;
    readonly maxWeightG: number | null;
    /** Number of further orders that the station's riders can carry. */
    readonly freeOrders: number;
  } | null;
  readonly rule: { readonly tariff: Tariff } | null;
  readonly facts: Omit<QuoteFacts, 'distanceM' | 'weightG' | 'goodsFen'>;
}

export type Decision =
  | { readonly outcome: 'refused'; readonly reason: RefuseReason; readonly quote: null }
  /** If the outcome is `manual`, staff decide on the price, and `quote` contains the computed price. */
  | { readonly outcome: 'quoted' | 'manual'; readonly reason: null; readonly quote: Quote };

const refused = (reason: RefuseReason): Decision => ({ outcome: 'refused', reason, quote: null });

/**
 * Answers an enquiry. Refusal reasons are checked in the order of `REFUSE_REASONS`. The limits of the station are checked before the limits
 * of the tariff, and a price outside the allowed range is checked last. A limit of the station causes a refusal. For a limit of the tariff
 * or a price outside the range, staff quote if the rule gives them time. Without that time, the enquiry is refused.
 */
export function decide(asked: Asked, { isBlocked, station, rule, facts }: Circumstances): Decision {
  if (isBlocked) return refused('shopBlocked');
  if (!station || !rule) return refused('configError');
  if (!station.isOpen) return refused('closed');
  if (!asked.anywhere && (asked.to === null || !station.reaches(asked.to))) return refused('outOfArea');
  const { distanceM, weightG, goodsFen } = asked;
  if (distanceM > (station.maxDistanceM ?? Number.POSITIVE_INFINITY)) return refused('overDistance');
  if (weightG > (station.maxWeightG ?? Number.POSITIVE_INFINITY)) return refused('overWeight');
  const { tariff } = rule;
  const isManual = tariff.manualWindowSec > 0;
  if (!isManual && distanceM > tariff.maxDistanceM) return refused('overDistance');
  if (!isManual && weightG > tariff.maxWeightG) return refused('overWeight');
  if (station.freeOrders <= 0) return refused('noCapacity');
  const priced = quote(tariff, { distanceM, weightG, goodsFen, ...facts });
  const isWithin = distanceM <= tariff.maxDistanceM && weightG <= tariff.maxWeightG;
  const isQuotable = priced.quoteFen >= ENQUIRY.quoteFen.min && priced.quoteFen <= ENQUIRY.quoteFen.max;
  if (isWithin && isQuotable) return { outcome: 'quoted', reason: null, quote: priced };
  return isManual ? { outcome: 'manual', reason: null, quote: priced } : refused('configError');
}
