/**
 * Adjustment of a premium difference (DOMAIN §3.8). `adjust_fen` is added to the premiums owed to the insurer. `payer_fen` is the amount
 * that the payer gets back when the adjustment lowers the premium.
 */
export const statements: readonly string[] = [
  `alter table insure_gap
    add column adjust_fen bigint,
    add column payer_fen bigint not null default 0,
    add column team_id bigint not null default 0,
    add column adjust_no varchar(22) unique,
    add column tx_no varchar(22),
    add column remit_id bigint,
    drop constraint insure_gap_state_check,
    drop constraint insure_gap_resolved,
    add constraint insure_gap_state_check check (state in ('open', 'resolved', 'adjusted')),
    add constraint insure_gap_resolved check ((state = 'open') = (resolved_at is null)),
    add constraint insure_gap_adjusted check (
      (state = 'adjusted') = (tx_no is not null and adjust_no is not null and adjust_fen is not null and adjust_fen <> 0)
      and payer_fen >= 0 and payer_fen <= greatest(-coalesce(adjust_fen, 0), 0) and (remit_id is null or state = 'adjusted'))`,
  `create index insure_gap_unremitted on insure_gap (month_id) where state = 'adjusted' and remit_id is null`,
];
