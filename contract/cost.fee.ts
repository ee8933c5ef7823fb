import type { CostBase, CostTerms, CostTier } from './cost.states';
import { percentOf } from './shares';

/** This file calculates the charge of a fee rule (DOMAIN §3.5). Its functions are pure and use integer fen and basis points. */

/** The facts about an order that can change its fee. */
export interface OrderFacts {
  /** Price of goods and delivery before discounts, in fen. */
  readonly totalFen: number;
  readonly paidFen: number;
  readonly goodsFen: number;
  readonly deliveryFen: number;
  readonly riderIncomeFen: number;
  readonly distanceM: number;
  /** Time of payment in minutes since midnight. */
  readonly minutes: number;
}

const BASES: Readonly<Record<CostBase, keyof OrderFacts>> = {
  total: 'totalFen',
  paid: 'paidFen',
  goods: 'goodsFen',
  deliveryFee: 'deliveryFen',
  riderIncome: 'riderIncomeFen',
};
const NIGHT = { from: 22 * 60, to: 6 * 60 } as const;

/** Calculates the fee of one order. For fees by month or year, the fee is 0 fen before the caps apply. */
export function feeOf(terms: CostTerms, facts: OrderFacts): { readonly baseFen: number; readonly amountFen: number } {
  const baseFen = facts[BASES[terms.base]];
  return { baseFen, amountFen: capped(plainFee(terms, facts, baseFen), terms) };
}

/** Calculates the fee for one month or one year. */
export const periodFee = (terms: CostTerms): number => capped(terms.fixedFen, terms);

function plainFee(terms: CostTerms, facts: OrderFacts, baseFen: number): number {
  switch (terms.calcType) {
    case 'perOrder':
      return terms.fixedFen;
    case 'rate':
      return rated(baseFen, terms.rateBp, terms);
    case 'tierAmount': {
      const tier = tierAt(terms.tiers, baseFen);
      return tier ? tier.fixedFen + rated(baseFen, tier.rateBp, terms) : 0;
    }
    case 'distance': {
      const { baseM, baseFen: startFen, stepM, stepFen, nightFen } = terms.distance;
      const steps = Math.ceil(Math.max(0, facts.distanceM - baseM) / stepM);
      const isNight = facts.minutes >= NIGHT.from || facts.minutes < NIGHT.to;
      return startFen + steps * stepFen + (isNight ? nightFen : 0);
    }
    case 'period':
      return 0;
    default:
      return terms.calcType satisfies never;
  }
}

/**
 * Calculates the fee as a share of a base. The residual party receives the remainder after the share of the other party has been rounded.
 * So half a fen rounds the fee up if the charged party is residual, and down if the platform is residual.
 */
function rated(baseFen: number, rateBp: number, { residualParty }: Pick<CostTerms, 'residualParty'>): number {
  return residualParty === 'team' ? percentOf(baseFen, rateBp) : baseFen - percentOf(baseFen, 10_000 - rateBp);
}

function capped(fen: number, { capMinFen, capMaxFen }: Pick<CostTerms, 'capMinFen' | 'capMaxFen'>): number {
  return Math.min(Math.max(fen, capMinFen), capMaxFen ?? Number.POSITIVE_INFINITY);
}

const tierAt = (tiers: readonly CostTier[], amount: number): CostTier | undefined =>
  tiers.find(({ from, to }) => amount >= from && (to === null || amount < to));

/**
 * Returns whether the tiers are contiguous (42262). The first tier begins at 0, and each other tier begins at the end of the previous tier.
 * Only the last tier has no upper limit. Each limited tier ends above its start.
 */
export function areContiguous(tiers: readonly CostTier[]): boolean {
  const last = tiers.length - 1;
  return tiers.every(({ from, to }, at) => {
    const start = at === 0 ? 0 : tiers[at - 1]?.to;
    return from === start && (at === last ? to === null : to !== null && to > from);
  });
}
