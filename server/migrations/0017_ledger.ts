/**
 * The ledger (DOMAIN §4, §5.4): accounts, transactions, postings, bills, pending lines, closed days with their roll-ups, and the results
 * of the nightly check. Transactions and postings are append-only, like the operation records (0007). In keys that contain the station, 0
 * means no station, except in the roll-ups. Pages of the account table have free space, so that a new balance stays on its page (HOT
 * update).
 */
export const statements: readonly string[] = [
  `create table ledger_account (
    id bigint primary key,
    code varchar(32) not null,
    owner_id bigint not null,
    team_id bigint not null default 0,
    currency varchar(3) not null default 'CNY',
    side varchar(1) not null check (side in ('A', 'L')),
    balance_fen bigint not null default 0,
    floor_fen bigint,
    last_seq bigint not null default 0,
    frozen boolean not null default false,
    opened_at timestamptz not null,
    unique (code, owner_id, team_id, currency),
    constraint ledger_account_floor check (balance_fen >= floor_fen)
  ) with (fillfactor = 60)`,
  'create index ledger_account_owner on ledger_account (owner_id, code)',
  `create table ledger_txn (
    id bigint not null,
    team_id bigint not null default 0,
    tx_no varchar(22) not null,
    biz_type varchar(32) not null,
    biz_no varchar(32) not null,
    step int not null default 1 check (step >= 1),
    day date not null,
    at timestamptz not null,
    remark varchar(200),
    operator_id bigint not null default 0,
    reverses_id bigint,
    content varchar(22) not null,
    primary key (team_id, id),
    constraint ledger_txn_no unique (team_id, tx_no),
    constraint ledger_txn_biz unique (team_id, biz_type, biz_no, step)
  )`,
  'create unique index ledger_txn_reverses on ledger_txn (team_id, reverses_id) where reverses_id is not null',
  'create index ledger_txn_team_at on ledger_txn (team_id, at)',
  'create index ledger_txn_day on ledger_txn (day)',
  `create table ledger_posting (
    account_id bigint not null,
    seq bigint not null,
    team_id bigint not null default 0,
    txn_id bigint not null,
    day date not null,
    at timestamptz not null,
    dc varchar(1) not null check (dc in ('D', 'C')),
    amount_fen bigint not null check (amount_fen > 0),
    balance_after_fen bigint not null,
    primary key (account_id, seq)
  )`,
  'create index ledger_posting_txn on ledger_posting (team_id, txn_id)',
  'create index ledger_posting_account_at on ledger_posting (account_id, at)',
  'create index ledger_posting_day on ledger_posting (day)',
  `create table bill (
    id bigint not null,
    team_id bigint not null default 0,
    bill_no varchar(22) not null,
    txn_id bigint not null,
    type varchar(32) not null,
    direction varchar(3) not null check (direction in ('in', 'out')),
    counter_type varchar(12) not null,
    counter_id bigint not null default 0,
    counter_name varchar(60) not null default '',
    order_no varchar(32),
    amount_fen bigint not null check (amount_fen > 0),
    fee_fen bigint not null default 0,
    net_fen bigint not null,
    channel varchar(16),
    merchant_number_id bigint,
    channel_trade_no varchar(64),
    status varchar(12) not null check (status in ('processing', 'success', 'failed', 'closed')),
    recon_state varchar(12) not null default 'pending'
      check (recon_state in ('none', 'pending', 'matched', 'difference', 'resolved')),
    at timestamptz not null,
    primary key (team_id, id),
    unique (team_id, bill_no)
  )`,
  'create unique index bill_txn on bill (team_id, txn_id)',
  'create index bill_team_at on bill (team_id, at)',
  'create index bill_at on bill (at)',
  'create index bill_order on bill (order_no) where order_no is not null',
  'create index bill_trade on bill (channel_trade_no) where channel_trade_no is not null',
  'create index bill_merchant_number on bill (merchant_number_id, at)',
  `create table settle_line (
    id bigint not null,
    team_id bigint not null,
    order_no varchar(32) not null,
    amount_fen bigint not null check (amount_fen > 0),
    due_at timestamptz not null,
    state varchar(10) not null check (state in ('pending', 'held', 'released', 'reversed')),
    held_by jsonb,
    released_at timestamptz,
    created_at timestamptz not null,
    primary key (team_id, id),
    unique (team_id, order_no)
  )`,
  'create index settle_line_due on settle_line (state, due_at)',
  `create table day_close (
    day date primary key,
    debit_fen bigint not null,
    credit_fen bigint not null,
    diff_fen bigint not null,
    open_items int not null default 0,
    state varchar(8) not null check (state in ('open', 'closed')),
    by_id bigint,
    at timestamptz
  )`,
  // Station 0 is all stations together, including rows without a station. Only closed days are stored, because they no longer change.
  `create table ledger_day (
    team_id bigint not null,
    day date not null,
    code varchar(32) not null,
    debit_fen bigint not null,
    credit_fen bigint not null,
    postings int not null,
    primary key (team_id, day, code)
  )`,
  'create index ledger_day_day on ledger_day (day)',
  `create table ledger_check (
    id bigint primary key,
    at timestamptz not null,
    from_day date,
    offences jsonb not null,
    cost_ms int not null
  )`,
  'create index ledger_check_at on ledger_check (at)',

  `create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = '42501';
  end $$`,
  `create trigger ledger_txn_append_only before update or delete or truncate on ledger_txn
    for each statement execute function refuse_ledger_change()`,
  `create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
    for each statement execute function refuse_ledger_change()`,
  `create trigger ledger_account_kept before delete or truncate on ledger_account
    for each statement execute function refuse_ledger_change()`,
  'revoke update, delete, truncate on ledger_txn, ledger_posting from public, current_user',
  'revoke delete, truncate on ledger_account from public, current_user',
];
