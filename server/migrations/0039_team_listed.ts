/**
 * Counting stations over a whole filter, and skipping its first pages, becomes an index-only scan. The table is slower: a station's row
 * is wide, and its state is one of its last columns. Recently written rows are looked up in the table until it is vacuumed.
 */
export const statements: readonly string[] = [
  'drop index team_listed',
  'create index team_listed on team (created_at desc, id desc) include (status, created_by) where deleted_at is null',
  'alter table team set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)',
];
