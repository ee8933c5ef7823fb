/**
 * Lists of bills (DOMAIN §3.5). A page of a list and the sums over a range of days use the same index. Further indexes find a bill by its
 * id or number, and a transaction by its id. A new table stores the sums of debits and credits of closed days by entry type and account.
 * The summary of bills reads this table. A reversal counts for the entry type of the transaction that it reverses.
 */
export const statements: readonly string[] = [
  `create index bill_list on bill (at, id)
    include (team_id, type, direction, channel, merchant_number_id, status, recon_state, amount_fen, fee_fen)`,
  'drop index bill_at',
  'create index bill_id on bill (id)',
  'create index bill_no on bill (bill_no)',
  'create index ledger_txn_id on ledger_txn (id)',
  `create table ledger_flow (
    team_id bigint not null,
    day date not null,
    biz_type varchar(32) not null,
    code varchar(32) not null,
    debit_fen bigint not null,
    credit_fen bigint not null,
    debits int not null,
    credits int not null,
    primary key (team_id, day, biz_type, code)
  )`,
  'create index ledger_flow_day on ledger_flow (day)',
  `insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
  select p.team_id, p.day, coalesce(o.biz_type, t.biz_type), a.code,
    coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0), coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0),
    count(*) filter (where p.dc = 'D'), count(*) filter (where p.dc = 'C')
  from ledger_posting p
  join day_close c on c.day = p.day and c.state = 'closed'
  join ledger_account a on a.id = p.account_id
  join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
  left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
  group by 1, 2, 3, 4`,
];
