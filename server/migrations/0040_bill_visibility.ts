/**
 * The list of bills and its sums read indexes alone, as far as a page of the table is known to be visible to everybody (DOMAIN §3.5).
 * Bills are only ever added: PostgreSQL would look after them when a fifth of the table is new, which is more than the thirty days that everyone opens.
 */
export const statements: readonly string[] = [
  'alter table bill set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 2000)',
];
