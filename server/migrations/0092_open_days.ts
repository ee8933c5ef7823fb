/**
 * Flows are sums of debits and credits. On closed days, a new table stores the flows of all stations together, in addition to each
 * station's flows. Other new tables store flows of open days, for each station and for all stations together. These flows include each
 * transaction with an id below `until_id` once (docs/decisions/0054). The few later transactions are read from their postings.
 */
export const statements: readonly string[] = [
  `create table ledger_open_flow (
    team_id bigint not null,
    day date not null,
    biz_type varchar(32) not null,
    code varchar(32) not null,
    debit_fen bigint not null,
    credit_fen bigint not null,
    debits int not null,
    credits int not null,
    primary key (day, team_id, biz_type, code)
  )`,
  `create table ledger_open_total (
    day date not null,
    biz_type varchar(32) not null,
    code varchar(32) not null,
    debit_fen bigint not null,
    credit_fen bigint not null,
    debits int not null,
    credits int not null,
    primary key (day, biz_type, code)
  )`,
  `create table ledger_counted (
    id smallint primary key default 1 check (id = 1),
    until_id bigint not null
  )`,
  'insert into ledger_counted (until_id) values (0)',
  `create table ledger_flow_total (
    day date not null,
    biz_type varchar(32) not null,
    code varchar(32) not null,
    debit_fen bigint not null,
    credit_fen bigint not null,
    debits int not null,
    credits int not null,
    primary key (day, biz_type, code)
  )`,
  `insert into ledger_flow_total (day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select day, biz_type, code, sum(debit_fen), sum(credit_fen), sum(debits), sum(credits) from ledger_flow group by 1, 2, 3`,
];
