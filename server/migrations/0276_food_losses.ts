/**
 * Statements that may run more than once. If a food loss was closed without a final payment, its advance becomes a share of the platform.
 */
export const OLD_ADVANCES: readonly string[] = [
  `insert into food_loss_share (loss_id, revision, party, share_bp, decided_fen, borne_fen)
  select l.id, l.revision, 'platform', 0, 0, l.paid_fen from food_loss l
  where l.state = 'closed' and l.paid_fen > 0 and not exists (
    select from food_loss_share s where s.loss_id = l.id and s.revision = l.revision and s.borne_fen is not null)
  on conflict (loss_id, revision, party) do update set borne_fen = excluded.borne_fen`,
  `update food_loss_share s set borne_fen = 0 from food_loss l
  where s.loss_id = l.id and s.revision = l.revision and s.borne_fen is null and l.state = 'closed' and l.paid_fen > 0`,
];

/** Migrates food losses (docs/decisions/0060): runs {@link OLD_ADVANCES}, and adds the time and place of the recording to stored files. */
export const statements: readonly string[] = [
  ...OLD_ADVANCES,
  'alter table stored_file add captured_at timestamptz, add lng double precision, add lat double precision',
];
