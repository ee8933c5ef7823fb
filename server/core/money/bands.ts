import { type RawBuilder, sql } from 'kysely';

/**
 * Bands of amounts, by which jobs count rows. Amounts with the same number of digits and the same first two digits share a band
 * (10,000–10,999 fen). Below 100 fen each amount is its own band. The smallest amount of a band identifies it.
 */

/** Computes the width in fen of the band that contains an amount. */
const stepAt = (fen: number): number => (fen < 100 ? 1 : 10 ** (String(fen).length - 2));
const bandOf = (fen: number): number => Math.floor(fen / stepAt(fen)) * stepAt(fen);

/** Builds the SQL of an amount's band, for `group by`. */
export const bandColumn = (name: string): RawBuilder<unknown> => {
  const column = sql.ref(name);
  const step = sql`(10 ^ (length(${column}::text) - 2))::bigint`;
  return sql`case when ${column} < 100 then ${column} else ${column} / ${step} * ${step} end`;
};

/** Builds the SQL that converts a moment to its local day, as days since 1970 (`dayNumber`). */
export const dayNumberColumn = (name: string, timeZone: string): RawBuilder<unknown> =>
  sql`(${sql.ref(name)} at time zone ${sql.lit(timeZone)})::date - date '1970-01-01'`;

/** The end of a range of amounts that has no largest amount, in fen, exclusive. This value is also the start of a band. */
const AMOUNTS_END = 10 ** 15;

/** The whole bands in a range of amounts. `rest` contains the amounts at both ends that do not fill a band. Amounts are in fen. */
export interface BandRange {
  readonly from: number;
  /** The end of the whole bands, exclusive. */
  readonly to: number;
  /** At most two ranges of amounts, with both ends inclusive. */
  readonly rest: readonly { readonly least: number; readonly most: number }[];
}

/**
 * Splits a range of amounts (fen, both ends inclusive) into whole bands and the rest.
 *
 * @returns `null` when the range contains no whole band
 */
export function bandsWithin(least: number = Number.MIN_SAFE_INTEGER, most: number = AMOUNTS_END - 1): BandRange | null {
  const from = bandOf(least) === least ? least : bandOf(least) + stepAt(least);
  const to = bandOf(most + 1);
  if (from >= to) return null;
  return {
    from,
    to,
    rest: [...(from > least ? [{ least, most: from - 1 }] : []), ...(to <= most ? [{ least: to, most }] : [])],
  };
}
