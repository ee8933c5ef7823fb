/**
 * Finance's holds of a station's money get an operator, a reason and an expiry (DOMAIN §9 decision 23). Existing holds expire after 30
 * days, so that staff review them.
 */
export const statements: readonly string[] = [
  `create table fund_hold (
    id bigint primary key,
    team_id bigint not null,
    amount_fen bigint not null check (amount_fen > 0),
    left_fen bigint not null check (left_fen >= 0 and left_fen <= amount_fen),
    reason varchar(200) not null,
    by_id bigint not null,
    by_name varchar(60) not null,
    created_at timestamptz not null,
    expire_day date not null,
    expired_at timestamptz,
    tx_no varchar(22) not null
  )`,
  'create index fund_hold_open on fund_hold (team_id, expire_day, id) where left_fen > 0',
  `insert into fund_hold (id, team_id, amount_fen, left_fen, reason, by_id, by_name, created_at, expire_day, tx_no)
    select id, owner_id, balance_fen, balance_fen, '', 0, '', opened_at, current_date + 30, ''
    from ledger_account where code = 'TEAM_HELD' and balance_fen > 0`,
];
