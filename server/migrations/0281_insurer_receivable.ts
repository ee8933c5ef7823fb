/** Food losses: the amount that the insurer owes for its share (docs/decisions/0060). For existing food losses this amount is 0. */
export const statements: readonly string[] = [
  `alter table food_loss add insurer_id bigint, add insurer_owed_fen bigint not null default 0 check (insurer_owed_fen >= 0),
    add constraint food_loss_insurer check (insurer_owed_fen = 0 or insurer_id is not null)`,
  'create index food_loss_insurer_owes on food_loss (insurer_id) where insurer_owed_fen > 0',
];
