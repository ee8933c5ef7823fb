import { splitByShares } from '../../../contract/foodLoss.split';
import type { LossParty, LossPayee } from '../../../contract/foodLoss.states';

/**
 * Splits the costs of a final decision (DOMAIN §4.2 FOODLOSS_*, §9 decision 19). Pure functions: no database, no clock. Amounts are in fen,
 * shares in basis points.
 */

export interface ShareIn {
  readonly party: LossParty;
  readonly shareBp: number;
}

/** Limits of the parties: their income from the order, and the amounts that their balances can pay, in fen. */
export interface Means {
  readonly earned: Readonly<Record<'rider' | 'merchant' | 'team', number>>;
  readonly balance: Readonly<Record<'rider' | 'team', number>>;
  /** Whether an insurer covered the rider at the time of the order. */
  readonly isInsured: boolean;
}

export interface Borne {
  readonly party: LossParty;
  readonly shareBp: number;
  /** The amount that the decision assigned to the party. */
  readonly decidedFen: number;
  /** The amount that the party finally bears. */
  readonly borneFen: number;
  /** The portion of `borneFen` that is collected later. */
  readonly owedFen: number;
}

export interface Bearing {
  /** Amounts by party in the order of the decision. If the platform bears more than its own share, the platform is the last party. */
  readonly parts: readonly Borne[];
  /** The payment to the payee: the compensation minus the payee's own share. */
  readonly payFen: number;
}

const EARNERS = ['rider', 'merchant', 'team'] as const;
const isEarner = (party: LossParty): party is (typeof EARNERS)[number] => EARNERS.some((earner) => earner === party);

/** Returns the payment to the payee. The payee's own share is not paid. */
export function payableOf(compFen: number, shares: readonly ShareIn[], payTo: LossPayee): number {
  const own = splitByShares(compFen, shares).find(({ party }) => party === payTo);
  return compFen - (own?.fen ?? 0);
}

/**
 * Splits a compensation by shares, exact to the fen. The payee bears nothing. Rider, merchant and station bear at most their income from
 * the order. The platform bears the remaining amount, and the insurer's share if the rider has no insurance. An insurer owes its whole
 * share. If the amount of a rider or station exceeds its balance, the difference is owed.
 *
 * @param paidFen amount already paid to the payee; the platform bears the excess over the final decision
 */
export function bearing(
  compFen: number,
  shares: readonly ShareIn[],
  payTo: LossPayee,
  { earned, balance, isInsured }: Means,
  paidFen = 0,
): Bearing {
  const payFen = payableOf(compFen, shares, payTo);
  let platformFen = Math.max(0, paidFen - payFen);
  const parts = splitByShares(compFen, shares).map(({ party, shareBp, fen }): Borne => {
    const about = { party, shareBp, decidedFen: fen };
    // The payee does not pay its own share to itself.
    if (party === payTo) return { ...about, borneFen: 0, owedFen: 0 };
    if (party === 'insurer' && isInsured) return { ...about, borneFen: fen, owedFen: fen };
    if (party === 'platform' || party === 'forceMajeure') return { ...about, borneFen: fen, owedFen: 0 };
    const borneFen = isEarner(party) ? Math.min(fen, Math.max(0, earned[party])) : 0;
    platformFen += fen - borneFen;
    const there = party === 'rider' || party === 'team' ? Math.max(0, balance[party]) : borneFen;
    return { ...about, borneFen, owedFen: borneFen - Math.min(borneFen, there) };
  });
  return { parts: withPlatform(parts, platformFen), payFen };
}

/** Assigns an advance to the platform. The case is closed without a final payment, so no other party bears any amount. */
export const writtenOff = (compFen: number, shares: readonly ShareIn[], paidFen: number): readonly Borne[] =>
  withPlatform(
    splitByShares(compFen, shares).map(({ party, shareBp, fen }) => ({
      ...{ party, shareBp, decidedFen: fen, borneFen: 0, owedFen: 0 },
    })),
    paidFen,
  );

/** Adds an amount to the platform's amount, even if the decision gives the platform no share. */
function withPlatform(parts: readonly Borne[], fen: number): readonly Borne[] {
  if (fen === 0) return parts;
  const own = parts.find(({ party }) => party === 'platform') ?? {
    party: 'platform' as const,
    shareBp: 0,
    decidedFen: 0,
    borneFen: 0,
    owedFen: 0,
  };
  return [...parts.filter(({ party }) => party !== 'platform'), { ...own, borneFen: own.borneFen + fen }];
}

/** Returns the amount that is debited from a party's balance. The owed amount is not included. */
export const takenFen = (parts: readonly Borne[], party: LossParty): number => {
  const part = parts.find((one) => one.party === party);
  return part ? part.borneFen - part.owedFen : 0;
};
