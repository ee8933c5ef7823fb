import type { InsurePayer, InsureUnit } from '../../../contract/insure.states';
import { addDays, momentOf, nextMonth } from '../../core/money/days';
import { ageOn } from '../people';

/** Rules about cover and premiums (DOMAIN §3.8). Pure. Amounts are integer fen. */

/** A product as far as cover depends on it. */
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

/** The cover that begins at a moment of a day. */
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

/** The premium of a policy. @param orders accepted within the cover */
export const premiumOf = (unit: InsureUnit, priceFen: number, orders: number): number =>
  unit === 'order' ? priceFen * orders : priceFen;

/**
 * What the payer can bear of a premium: at most the balance; the platform bears the rest (DOMAIN §9 decision 19).
 *
 * @param balanceFen with the credit limit of a station; of the platform it does not matter
 */
export const borneBy = (payer: InsurePayer, premiumFen: number, balanceFen: number): number =>
  payer === 'platform' ? premiumFen : Math.max(0, Math.min(premiumFen, balanceFen));

/**
 * What the payer gets back of a premium that becomes lower: what it bore above its part of the new one ({@link borneBy}).
 *
 * @param borneFen what the payer bears now
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

/** What the insurer charges more than we posted; below zero: less. */
export const gapOf = (gap: { readonly our_fen: number | null; readonly their_fen: number | null }): number =>
  (gap.their_fen ?? 0) - (gap.our_fen ?? 0);

/** Compares our policies with a file, one line of it after the other: each of ours is found by either number, once. */
export function comparePremiums(ours: readonly Premium[]) {
  // A charge that was adjusted may have the number of a policy.
  const byInsurerNo = new Map<string, Premium[]>();
  const byNo = new Map<string, Premium[]>();
  for (const premium of ours) {
    byInsurerNo.set(premium.insurerNo, [...(byInsurerNo.get(premium.insurerNo) ?? []), premium]);
    byNo.set(premium.no, [...(byNo.get(premium.no) ?? []), premium]);
  }
  const left = new Set(ours);
  const pick = (found: readonly Premium[] | undefined) => found?.find((premium) => left.has(premium)) ?? found?.[0];
  return {
    /** @returns what differs; null: the line agrees */
    take(line: Premium): Gap | null {
      const found = pick(byInsurerNo.get(line.insurerNo)) ?? pick(byNo.get(line.no));
      const numbers = { no: found?.no ?? (line.no || null), insurerNo: line.insurerNo || (found?.insurerNo ?? null) };
      // The same policy twice in the file: the second line has no counterpart.
      if (!found || !left.delete(found))
        return { kind: 'notOurs', ...numbers, ourFen: null, theirFen: line.premiumFen };
      if (found.premiumFen === line.premiumFen) return null;
      return { kind: 'amount', ...numbers, ourFen: found.premiumFen, theirFen: line.premiumFen };
    },
    /** Ours that no line named; those whose whole premium was taken off are not missed. */
    rest: (): Gap[] =>
      [...left].flatMap(({ no, insurerNo, premiumFen }): Gap[] =>
        premiumFen === 0 ? [] : [{ kind: 'notTheirs', no, insurerNo, ourFen: premiumFen, theirFen: null }],
      ),
  };
}
