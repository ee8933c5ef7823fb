/**
 * The list of bills and its sums use index-only scans on table pages that are marked all-visible (DOMAIN §3.5). Most changes of the table
 * are inserts. By default, PostgreSQL would vacuum only after a fifth of the table is new. A fifth can be more than the 30 days of the
 * default view.
 */
export const statements: readonly string[] = [
  'alter table bill set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 2000)',
];
