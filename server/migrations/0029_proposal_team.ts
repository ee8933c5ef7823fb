/**
 * Adds the station to proposals. A person other than the proposer sees and decides a proposal only if their data scope includes the
 * station. Existing proposals get the station of their stored call, bill or rider fund entry. Proposals about settings and identities have
 * no station.
 */
export const statements: readonly string[] = [
  'alter table proposal add column team_id bigint',
  `update proposal set team_id = (payload ->> 'teamId')::bigint where address = 'finance.Bill/reverseSettlement'`,
  `update proposal set team_id = bill.team_id from bill
     where proposal.address = 'finance.Bill/reverse' and bill.id = proposal.object_id`,
  `update proposal set team_id = entry.team_id from rider_fund_audit entry
     where proposal.address = 'fundAudit.Rider/waive' and entry.id = proposal.object_id`,
];
