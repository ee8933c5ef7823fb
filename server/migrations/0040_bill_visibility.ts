/**
 * The list of bills and its sums use index-only scans on table pages that are marked all-visible (DOMAIN §3.5). Bills are insert-only, and
 * PostgreSQL would vacuum them only once a fifth of the table is new. That is more than the thirty days of the default view.
 */
export const statements: readonly string[] = [
  'alter table bill set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 2000)',
];
