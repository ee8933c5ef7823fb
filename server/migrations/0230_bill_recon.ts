/**
 * Reconciliation states of bills in a separate table. One statement of a payment platform can set the states of a million bills. An update
 * of a bill would add an entry to each of its indexes. `bill.recon_state` is the initial state. A row in this table is the bill's current
 * state.
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
