/**
 * States of bills in the reconciliation, in a table of its own: a statement sets the state of a million bills, and a change of a bill
 * adds an entry to each of its fourteen indexes. `bill.recon_state` says how a bill begins; the row here, where there is one, says its state now.
 */
export const statements: readonly string[] = [
  `create table bill_recon (
    bill_id bigint primary key,
    state varchar(12) not null check (state in ('pending', 'matched', 'difference', 'resolved'))
  )`,
  `insert into bill_recon (bill_id, state)
    select id, recon_state from bill where recon_state in ('matched', 'difference', 'resolved')`,
  `create index bill_recon_difference on bill_recon (bill_id) where state = 'difference'`,
  'drop index bill_open',
  `create index bill_open on bill (team_id, txn_id) where status = 'processing'`,
];
