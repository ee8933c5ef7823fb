/**
 * Adds an index for counting the stations of a filter and for skipping the rows before the requested page. Both are then index-only scans.
 * A table scan is slower: a station's row is wide, and its state is one of the last columns. Until the next vacuum, PostgreSQL looks up
 * recently written rows in the table.
 */
export const statements: readonly string[] = [
  'drop index team_listed',
  'create index team_listed on team (created_at desc, id desc) include (status, created_by) where deleted_at is null',
  'alter table team set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)',
];
