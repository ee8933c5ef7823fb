/**
 * Closed months of the ledger (docs/decisions/0073): digests of their postings, balances of the accounts that changed, and a hash chain
 * over both. Reopening a day deletes its month and all later months, and stores the last digest of the chain.
 */
export const statements: readonly string[] = [
  `create table ledger_month (
    month date primary key check (extract(day from month) = 1),
    transactions bigint not null,
    postings bigint not null,
    days jsonb not null,
    balances varchar(64) not null,
    previous varchar(64) not null,
    digest varchar(64) not null,
    sealed_at timestamptz not null,
    checked_at timestamptz not null
  )`,
  `create table ledger_month_balance (
    account_id bigint not null,
    month date not null,
    balance_fen bigint not null,
    primary key (account_id, month)
  )`,
  'create index ledger_month_balance_month on ledger_month_balance (month, account_id)',
  'alter table ledger_reopening add column seal varchar(64)',
];
