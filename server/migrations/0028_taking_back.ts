/**
 * Taking back what was done with several records (docs/decisions/0028): one operation record has an entry for each of them, which
 * says whose it is when it could not be taken back. Deleted notices stay for a while, so that deleting them can be taken back.
 */
export const statements: readonly string[] = [
  `alter table undo_entry
     add column object_id bigint,
     add column object_no varchar(64) not null default ''`,
  'create index undo_entry_record on undo_entry (record_id)',
  'alter table bell_notice add column removed_at timestamptz',
  'create index bell_notice_removed on bell_notice (removed_at) where removed_at is not null',
];
