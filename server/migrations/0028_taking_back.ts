/**
 * Undo of bulk calls (docs/decisions/0028): one operation record has an undo entry per changed record. The entry names its record, in case
 * the undo fails. Deleted notices are kept for a while, so that their deletion can be undone.
 */
export const statements: readonly string[] = [
  `alter table undo_entry
     add column object_id bigint,
     add column object_no varchar(64) not null default ''`,
  'create index undo_entry_record on undo_entry (record_id)',
  'alter table bell_notice add column removed_at timestamptz',
  'create index bell_notice_removed on bell_notice (removed_at) where removed_at is not null',
];
