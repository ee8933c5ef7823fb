/**
 * Counting stations over a whole filter, and skipping the first pages of them, read the index alone: a station's own row is wide,
 * and its state comes late in it. Recently written rows are looked up in the table until it is vacuumed.
 */
export const statements: readonly string[] = [
  'drop index team_listed',
  'create index team_listed on team (created_at desc, id desc) include (status, created_by) where deleted_at is null',
  'alter table team set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)',
];
