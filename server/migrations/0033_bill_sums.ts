/**
 * The sums of the bills over a range of days (DOMAIN §3.5) come from an index that holds nothing else: of a quarter of a million bills a
 * third of the pages, and what is summed stands where no text comes before it.
 */
export const statements: readonly string[] = [
  'create index bill_sums on bill (at) include (amount_fen, fee_fen, direction, status)',
];
