/**
 * The sums of the bills over a range of days (DOMAIN §3.5) come from an index that holds nothing else: a third of the pages for a
 * quarter of a million bills, and summed columns come before all texts.
 */
export const statements: readonly string[] = [
  'create index bill_sums on bill (at) include (amount_fen, fee_fen, direction, status)',
];
