/** Two letters (单号, DOMAIN §0.1). Each kind of document declares its own (`caseType`); FH: funds held, DP: reserve paid in or back. */
type Prefix = Uppercase<string>;

const DIGITS = 12;

/**
 * Builds a business number: prefix, day, twelve digits of an id. Ids of one day differ by less than 3.6 × 10¹¹, so twelve digits are
 * unique per day. A sequence, which all processes would wait for, is not needed.
 *
 * @param day `yyyy-MM-dd`
 */
export function businessNo(prefix: Prefix, day: string, id: number): string {
  return `${prefix}${day.replaceAll('-', '')}${String(id % 10 ** DIGITS).padStart(DIGITS, '0')}`;
}
