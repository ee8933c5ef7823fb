/**
 * The two letters before a business number (单号, DOMAIN §0.1). `caseType` declares the prefixes of documents. Other modules declare their
 * own prefixes, such as FH for a hold.
 */
type Prefix = Uppercase<string>;

const DIGITS = 12;

/**
 * Builds a business number from a prefix, a day and twelve digits of an id. Ids of one day differ by less than 3.7 × 10¹¹ (a day has at
 * most 25 hours), so twelve digits are unique per day. We use no database sequence because all processes would wait for it.
 *
 * @param day `yyyy-MM-dd`
 */
export function businessNo(prefix: Prefix, day: string, id: number): string {
  return `${prefix}${day.replaceAll('-', '')}${String(id % 10 ** DIGITS).padStart(DIGITS, '0')}`;
}
