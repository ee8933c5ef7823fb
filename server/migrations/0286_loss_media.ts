/** Videos and voice messages as evidence of food losses, with the time and place that an app stated (DOMAIN §3.9). */
export const statements: readonly string[] = [
  `alter table food_loss_evidence drop constraint food_loss_evidence_kind_check,
    add constraint food_loss_evidence_kind_check check (kind in ('photo', 'video', 'voice', 'document', 'chat', 'text'))`,
  'alter table stored_file add capture_stated boolean not null default false',
  // The job that deletes videos which no evidence uses reads this index.
  `create index stored_file_loss_video on stored_file (created_at) where scene = 'foodLossVideo' and created_by <> 0`,
  `create index food_loss_evidence_video on food_loss_evidence (file_id) where kind = 'video'`,
];
