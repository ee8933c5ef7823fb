/** Two letters (单号, DOMAIN §0.1). A kind of document declares its own (`caseType`); FH: funds held, DP: reserve paid in or back. */
type Prefix = Uppercase<string>;

const DIGITS = 12;

/**
 * A business number: prefix, day, twelve digits of an id. Ids of one day lie within 3.6 × 10¹¹ of each other, so twelve digits
 * tell all of them apart, and no sequence is needed that all processes would wait for.
 *
 * @param day `yyyy-MM-dd`
 */
export function businessNo(prefix: Prefix, day: string, id: number): string {
  return `${prefix}${day.replaceAll('-', '')}${String(id % 10 ** DIGITS).padStart(DIGITS, '0')}`;
}
