/**
 * Proposals know the station that they are about, so that only who reaches it sees them and decides. Those that were kept before
 * get it from the call that they keep; settings and identities are about none.
 */
export const statements: readonly string[] = [
  'alter table proposal add column team_id bigint',
  `update proposal set team_id = (payload ->> 'teamId')::bigint where address = 'finance.Bill/reverseSettlement'`,
  `update proposal set team_id = bill.team_id from bill
     where proposal.address = 'finance.Bill/reverse' and bill.id = proposal.object_id`,
  `update proposal set team_id = entry.team_id from rider_fund_audit entry
     where proposal.address = 'fundAudit.Rider/waive' and entry.id = proposal.object_id`,
];
