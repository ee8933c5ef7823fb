import type { InsurePayer, InsureUnit } from '../../../contract/insure.states';
import { addDays, momentOf, nextMonth } from '../../core/money/days';
import { ageOn } from '../people';

/** Rules about cover and premiums (DOMAIN §3.8). Pure functions: no database, no clock. Amounts are integer fen. */

/** The fields of a product that determine cover. */
export interface CoverTerms {
  readonly premiumUnit: InsureUnit;
  /** End of the cover, in minutes after the midnight that ends the day or month. */
  readonly coverEnd: number;
  readonly minAge: number;
  readonly maxAge: number;
  /** An empty list means all stations. */
  readonly teamIds: readonly number[];
}

export interface Cover {
  /** `yyyy-MM-dd`. For a monthly cover it is the first day of the month. */
  readonly date: string;
  readonly from: Date;
  readonly to: Date;
}

/** Computes the cover of a policy for a day, or for the month of this day. @param from moment at which the cover begins */
export function coverOf(terms: CoverTerms, day: string, from: Date, timeZone: string): Cover {
  const isMonth = terms.premiumUnit === 'month';
  const end = isMonth ? nextMonth(day) : addDays(day, 1);
  return { date: isMonth ? `${day.slice(0, 8)}01` : day, from, to: momentOf(end, terms.coverEnd, timeZone) };
}

export const isOffered = ({ teamIds }: Pick<CoverTerms, 'teamIds'>, teamId: number): boolean =>
  teamIds.length === 0 || teamIds.includes(teamId);

export function isOfAge(
  { minAge, maxAge }: Pick<CoverTerms, 'minAge' | 'maxAge'>,
  birth: string,
  day: string,
): boolean {
  const age = ageOn(birth, day);
  return age >= minAge && age <= maxAge;
}

/** Computes the premium of a policy. @param orders number of orders that the rider accepted during the cover */
export const premiumOf = (unit: InsureUnit, priceFen: number, orders: number): number =>
  unit === 'order' ? priceFen * orders : priceFen;

/**
 * Computes the payer's amount of a premium, at most the balance. The platform bears the rest (DOMAIN §9 decision 19).
 *
 * @param balanceFen amount that the payer can spend, with a station's credit; ignored if the platform pays
 */
export const borneBy = (payer: InsurePayer, premiumFen: number, balanceFen: number): number =>
  payer === 'platform' ? premiumFen : Math.max(0, Math.min(premiumFen, balanceFen));

/**
 * Computes the payer's refund when a premium decreases: the amount by which the payer's amount ({@link borneBy}) exceeds the new premium.
 *
 * @param borneFen the amount that the payer bears now
 */
export const payerBack = (borneFen: number, newPremiumFen: number): number => Math.max(0, borneFen - newPremiumFen);

/** A premium in our ledger, or a line of the insurer's file. A missing number is an empty text. */
export interface Premium {
  /** Our policy number. */
  readonly no: string;
  readonly insurerNo: string;
  readonly premiumFen: number;
}
export interface Gap {
  readonly kind: 'notTheirs' | 'notOurs' | 'amount';
  readonly no: string | null;
  readonly insurerNo: string | null;
  readonly ourFen: number | null;
  readonly theirFen: number | null;
}

/** Returns the insurer's charge minus our posted premium. */
export const gapOf = (gap: { readonly our_fen: number | null; readonly their_fen: number | null }): number =>
  (gap.their_fen ?? 0) - (gap.our_fen ?? 0);

/**
 * Compares our policies with a file line by line. Each policy can match one line, by the insurer's number or by ours. ./recon-compare does
 * the same in SQL and calls this function only for premiums that share a number with an adjusted charge.
 */
export function comparePremiums(ours: readonly Premium[]) {
  // A number may belong to several premiums, because an adjusted charge may have the number of a policy.
  const byInsurerNo = new Map<string, Premium[]>();
  const byNo = new Map<string, Premium[]>();
  for (const premium of ours) {
    byInsurerNo.set(premium.insurerNo, [...(byInsurerNo.get(premium.insurerNo) ?? []), premium]);
    byNo.set(premium.no, [...(byNo.get(premium.no) ?? []), premium]);
  }
  const left = new Set(ours);
  // Empty numbers never match, because a missing number says nothing about the policy.
  const pick = (premiums: ReadonlyMap<string, readonly Premium[]>, number: string) => {
    const found = number === '' ? undefined : premiums.get(number);
    return found?.find((premium) => left.has(premium)) ?? found?.[0];
  };
  return {
    /** Compares a line. @returns the difference, or `null` if the line agrees with our premium */
    take(line: Premium): Gap | null {
      const found = pick(byInsurerNo, line.insurerNo) ?? pick(byNo, line.no);
      const numbers = { no: found?.no || line.no || null, insurerNo: line.insurerNo || found?.insurerNo || null };
      // If a policy occurs twice in the file, the second line has no counterpart.
      if (!found || !left.delete(found))
        return { kind: 'notOurs', ...numbers, ourFen: null, theirFen: line.premiumFen };
      if (found.premiumFen === line.premiumFen) return null;
      return { kind: 'amount', ...numbers, ourFen: found.premiumFen, theirFen: line.premiumFen };
    },
    /** Returns a difference for each of our policies that matched no line. Policies whose premium was reduced to 0 are left out. */
    rest: (): Gap[] =>
      [...left].flatMap(({ no, insurerNo, premiumFen }): Gap[] =>
        premiumFen === 0
          ? []
          : [{ kind: 'notTheirs', no: no || null, insurerNo: insurerNo || null, ourFen: premiumFen, theirFen: null }],
      ),
  };
}
