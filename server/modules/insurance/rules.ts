import type { InsurePayer, InsureUnit } from '../../../contract/insure.states';
import { addDays, momentOf, nextMonth } from '../../core/money/days';
import { ageOn } from '../people';

/** Rules about cover and premiums (DOMAIN §3.8). Pure. Amounts are integer fen. */

/** The fields of a product that determine cover. */
export interface CoverTerms {
  readonly premiumUnit: InsureUnit;
  /** Minutes after the midnight that ends the day or month. */
  readonly coverEnd: number;
  readonly minAge: number;
  readonly maxAge: number;
  /** Empty: all stations. */
  readonly teamIds: readonly number[];
}

export interface Cover {
  /** `yyyy-MM-dd`; the first of the month for a month's cover. */
  readonly date: string;
  readonly from: Date;
  readonly to: Date;
}

/** Computes the cover that begins at a moment of a day. */
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

/** Computes the premium of a policy. @param orders number of orders accepted within the cover */
export const premiumOf = (unit: InsureUnit, priceFen: number, orders: number): number =>
  unit === 'order' ? priceFen * orders : priceFen;

/**
 * Computes the payer's part of a premium: at most the balance. The platform bears the rest (DOMAIN §9 decision 19).
 *
 * @param balanceFen including a station's credit limit; ignored for the platform
 */
export const borneBy = (payer: InsurePayer, premiumFen: number, balanceFen: number): number =>
  payer === 'platform' ? premiumFen : Math.max(0, Math.min(premiumFen, balanceFen));

/**
 * Computes the payer's refund when a premium becomes lower: what exceeds its part of the new premium ({@link borneBy}).
 *
 * @param borneFen the payer's current part
 */
export const payerBack = (borneFen: number, newPremiumFen: number): number => Math.max(0, borneFen - newPremiumFen);

/** A policy in our books or in the insurer's file. */
export interface Premium {
  /** Our number. */
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

/** Returns the insurer's charge less our posted premium. */
export const gapOf = (gap: { readonly our_fen: number | null; readonly their_fen: number | null }): number =>
  (gap.their_fen ?? 0) - (gap.our_fen ?? 0);

/**
 * Compares our policies with a file line by line. Each of our policies matches once, by either number. ./recon-compare does the same by SQL
 * and calls this only for premiums with an adjusted charge.
 */
export function comparePremiums(ours: readonly Premium[]) {
  // An adjusted charge may have the number of a policy.
  const byInsurerNo = new Map<string, Premium[]>();
  const byNo = new Map<string, Premium[]>();
  for (const premium of ours) {
    byInsurerNo.set(premium.insurerNo, [...(byInsurerNo.get(premium.insurerNo) ?? []), premium]);
    byNo.set(premium.no, [...(byNo.get(premium.no) ?? []), premium]);
  }
  const left = new Set(ours);
  // A missing number equals no other missing number.
  const pick = (premiums: ReadonlyMap<string, readonly Premium[]>, number: string) => {
    const found = number === '' ? undefined : premiums.get(number);
    return found?.find((premium) => left.has(premium)) ?? found?.[0];
  };
  return {
    /** @returns the difference; null: the line agrees */
    take(line: Premium): Gap | null {
      const found = pick(byInsurerNo, line.insurerNo) ?? pick(byNo, line.no);
      const numbers = { no: found?.no || line.no || null, insurerNo: line.insurerNo || found?.insurerNo || null };
      // A policy that occurs twice in the file: the second line has no counterpart.
      if (!found || !left.delete(found))
        return { kind: 'notOurs', ...numbers, ourFen: null, theirFen: line.premiumFen };
      if (found.premiumFen === line.premiumFen) return null;
      return { kind: 'amount', ...numbers, ourFen: found.premiumFen, theirFen: line.premiumFen };
    },
    /** Returns our policies that no line matched, except those whose premium was reduced to 0. */
    rest: (): Gap[] =>
      [...left].flatMap(({ no, insurerNo, premiumFen }): Gap[] =>
        premiumFen === 0
          ? []
          : [{ kind: 'notTheirs', no: no || null, insurerNo: insurerNo || null, ourFen: premiumFen, theirFen: null }],
      ),
  };
}
