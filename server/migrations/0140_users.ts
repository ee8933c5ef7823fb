/**
 * Users for customer service (DOMAIN §3.4): figures in each user's row, sums by station, coupons, adjustments, addresses, devices, remarks,
 * the blacklist and events. The list is filtered and sorted by the figures in the row, so it can use indexes (docs/decisions/0058).
 */
export const statements: readonly string[] = [
  `alter table app_user
    add column points int not null default 0,
    add column refund_fen bigint not null default 0,
    add column cancelled_count int not null default 0,
    add column coupon_count int not null default 0,
    add column balance_fen bigint not null default 0,
    add column cancelled_at timestamptz`,
  `update app_user u set balance_fen = a.balance_fen from ledger_account a
    where a.code = 'USER_BALANCE' and a.owner_id = u.id and a.balance_fen <> 0`,
  'update app_user set refund_fen = paid_fen * refund_bp / 10000 where refund_bp > 0',
  // The ledger determines the balance, and the user's row has a copy. Each posting to a wallet updates the copy in the same statement.
  `create function copy_user_balance() returns trigger language plpgsql as $$
    begin
      update app_user set balance_fen = new.balance_fen where id = new.owner_id;
      return null;
    end $$`,
  `create trigger ledger_account_of_user after update of balance_fen on ledger_account
    for each row when (new.code = 'USER_BALANCE') execute function copy_user_balance()`,
  'create index app_user_registered on app_user (created_at desc, id desc)',
  'create index app_user_team_registered on app_user (home_team_id, created_at desc, id desc)',
  'create index app_user_orders on app_user (order_count desc, id desc)',
  'create index app_user_paid on app_user (paid_fen desc, id desc)',
  'create index app_user_balance on app_user (balance_fen desc, id desc)',
  'create index app_user_active on app_user (last_active_at desc nulls last, id desc)',
  `create index app_user_apart on app_user (status, created_at desc, id desc) where status <> 'normal'`,
  'create index app_user_tags on app_user using gin (tags jsonb_path_ops)',
  'create index customer_order_of_user on customer_order (app_user_id, paid_at desc, id desc)',
  // Sums over all users of a station. Station 0 means users without a station.
  `create table app_user_figure (
    team_id bigint primary key,
    users bigint not null,
    new_today bigint not null,
    active bigint not null,
    with_balance bigint not null,
    balance_fen bigint not null,
    blacklisted bigint not null,
    day date not null
  )`,
  `create table user_coupon_template (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    name varchar(30) not null,
    face_fen bigint not null check (face_fen > 0),
    threshold_fen bigint not null check (threshold_fen >= 0),
    stock int not null check (stock >= 0),
    issued int not null default 0,
    enabled boolean not null
  )`,
  `create table user_coupon (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    user_id bigint not null,
    template_id bigint not null,
    name varchar(30) not null,
    face_fen bigint not null,
    threshold_fen bigint not null,
    valid_from timestamptz not null,
    valid_to timestamptz not null,
    status varchar(8) not null check (status in ('unused', 'used', 'expired', 'revoked')),
    order_no varchar(22),
    used_at timestamptz,
    revoke_reason varchar(100),
    sent_by_id bigint not null,
    sent_by_name varchar(32) not null
  )`,
  'create index user_coupon_user on user_coupon (user_id, created_at desc, id desc)',
  `create index user_coupon_ending on user_coupon (valid_to) where status = 'unused'`,
  `create table user_black_record (
    id bigint primary key,
    created_at timestamptz not null,
    user_id bigint not null,
    scope varchar(5) not null check (scope in ('all', 'teams')),
    team_ids jsonb not null,
    reason_type varchar(12) not null check (reason_type in ('fraud', 'abuse', 'unpaid', 'refundAbuse', 'other')),
    reason varchar(200) not null,
    until timestamptz,
    evidence jsonb not null,
    by_id bigint not null,
    by_name varchar(32) not null,
    lifted_at timestamptz,
    lifted_by_id bigint,
    lifted_by_name varchar(32),
    lift_reason varchar(200)
  )`,
  'create unique index user_black_record_open on user_black_record (user_id) where lifted_at is null',
  'create index user_black_record_user on user_black_record (user_id, created_at desc)',
  'create index user_black_record_until on user_black_record (until) where lifted_at is null and until is not null',
  `insert into user_black_record (id, created_at, user_id, scope, team_ids, reason_type, reason, until, evidence, by_id, by_name)
    select id, updated_at, id, 'all', '[]', 'other', '—', black_until, '[]', 0, '' from app_user where status = 'blacklisted'`,
  `create table user_adjust (
    id bigint primary key,
    created_at timestamptz not null,
    no varchar(22) not null unique,
    user_id bigint not null,
    direction varchar(3) not null check (direction in ('in', 'out')),
    amount_fen bigint not null check (amount_fen > 0),
    reason varchar(100) not null,
    evidence jsonb not null,
    by_id bigint not null,
    tx_no varchar(22) not null
  )`,
  'create index user_adjust_user on user_adjust (user_id, created_at desc)',
  'create unique index user_adjust_tx on user_adjust (tx_no)',
  `create table user_address (
    user_id bigint not null,
    address_no varchar(32) not null,
    contact_name varchar(30) not null,
    tel varchar(20) not null,
    region varchar(60) not null,
    detail varchar(120) not null,
    lng double precision not null,
    lat double precision not null,
    is_default boolean not null,
    updated_at timestamptz not null,
    primary key (user_id, address_no)
  )`,
  `create table user_device (
    user_id bigint not null,
    device_key varchar(64) not null,
    platform varchar(16) not null,
    model varchar(40) not null,
    app_version varchar(20) not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    last_ip varchar(45) not null,
    logins int not null,
    primary key (user_id, device_key)
  )`,
  'create index user_device_key on user_device (device_key, user_id)',
  `create table user_remark (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    user_id bigint not null,
    content varchar(500) not null,
    author_id bigint not null,
    author_name varchar(32) not null
  )`,
  'create index user_remark_user on user_remark (user_id, created_at desc, id desc)',
  // Events about users from the ordering system. We store only a digest, because the content would survive the anonymisation of the user.
  `create table user_event (
    event varchar(16) not null,
    no varchar(64) not null,
    user_id bigint not null,
    digest varchar(64) not null,
    at timestamptz not null,
    received_at timestamptz not null,
    primary key (event, no)
  )`,
  'create index user_event_user on user_event (user_id, at)',
];
