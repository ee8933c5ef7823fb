/**
 * Money of stations (DOMAIN §5.4 FundAdjust; docs/decisions/0021): versions and reasons of freezes, vouchers of the reserve, and
 * adjustments that a second person decides. Another table stores totals of each account's postings up to a certain posting.
 */
export const statements: readonly string[] = [
  // A station without a row has version 1. The ledger's accounts determine whether a station is frozen.
  `create table team_fund (
    team_id bigint primary key,
    version int not null default 1,
    state_reason varchar(200),
    updated_at timestamptz not null,
    updated_by bigint not null default 0,
    updated_by_name varchar(32) not null default ''
  )`,
  `create table fund_adjust (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    expire_at timestamptz not null,
    no varchar(22) not null unique,
    account_code varchar(32) not null check (account_code in ('TEAM_AVAILABLE', 'TEAM_DEPOSIT')),
    owner_id bigint not null,
    direction varchar(3) not null check (direction in ('in', 'out')),
    amount_fen bigint not null check (amount_fen > 0),
    category varchar(12) not null check (category in ('correction', 'subsidy', 'penalty', 'fee', 'other')),
    related_no varchar(32),
    reason varchar(200) not null,
    evidence jsonb not null default '[]',
    maker_id bigint not null,
    maker_name varchar(32) not null,
    maker_is_owner boolean not null,
    state varchar(10) not null check (state in ('pending', 'approved', 'rejected', 'cancelled', 'expired')),
    checker_id bigint,
    checker_name varchar(32),
    decided_at timestamptz,
    note varchar(200),
    tx_no varchar(22),
    constraint fund_adjust_two_people check (checker_id <> maker_id or state = 'cancelled'),
    constraint fund_adjust_posted check ((state = 'approved') = (tx_no is not null))
  )`,
  'create index fund_adjust_owner on fund_adjust (owner_id, state)',
  `create index fund_adjust_pending on fund_adjust (expire_at) where state = 'pending'`,
  'create index fund_adjust_created on fund_adjust (created_at desc, id desc)',
  // A voucher can be recorded only once per merchant number and direction, even for different stations.
  `create table fund_deposit (
    id bigint primary key,
    created_at timestamptz not null,
    team_id bigint not null,
    direction varchar(3) not null check (direction in ('in', 'out')),
    amount_fen bigint not null check (amount_fen > 0),
    merchant_number_id bigint not null,
    trade_no varchar(64) not null,
    evidence jsonb not null,
    tx_no varchar(22) not null,
    constraint fund_deposit_proof unique (merchant_number_id, trade_no, direction)
  )`,
  // The row stores totals and the last posting that they include. The totals are exact, because posting numbers have no gaps.
  `create table fund_total (
    account_id bigint primary key,
    team_id bigint not null,
    seq bigint not null,
    income_fen bigint not null,
    withdrawn_fen bigint not null,
    fees_fen bigint not null,
    settled_at timestamptz,
    withdrawn_at timestamptz
  )`,
  'create index fund_total_team on fund_total (team_id)',
  'create index settle_line_waiting on settle_line (team_id, due_at)',
];
