/**
 * Undo of bulk calls (docs/decisions/0028). One operation record has an undo entry for each changed record. The entry stores the number
 * of the changed record, so that the user sees which undo failed. Deleted notices remain stored while their deletion can be undone.
 */
export const statements: readonly string[] = [
  `alter table undo_entry
     add column object_id bigint,
     add column object_no varchar(64) not null default ''`,
  'create index undo_entry_record on undo_entry (record_id)',
  'alter table bell_notice add column removed_at timestamptz',
  'create index bell_notice_removed on bell_notice (removed_at) where removed_at is not null',
];
