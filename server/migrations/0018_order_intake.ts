/**
 * Intake of orders (docs/decisions/0018): the sending servers, and merchant numbers at the payment platforms. Each event is stored exactly
 * once. An order gets the columns that the ledger needs.
 */
export const statements: readonly string[] = [
  `create table api_client (
    id bigint primary key,
    key_id varchar(32) not null unique,
    name varchar(40) not null unique,
    secret bytea not null,
    status varchar(8) not null default 'active' check (status in ('active', 'off')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_used_at timestamptz
  )`,
  // A signed request is accepted only once. Its nonce is stored for as long as its timestamp is valid.
  `create table api_nonce (
    client_id bigint not null,
    nonce varchar(64) not null,
    expire_at timestamptz not null,
    primary key (client_id, nonce)
  )`,
  'create index api_nonce_expire on api_nonce (expire_at)',
  `create table merchant_number (
    id bigint primary key,
    channel varchar(16) not null,
    mch_no varchar(32) not null,
    name varchar(60) not null,
    role varchar(8) not null default 'collect' check (role in ('collect', 'payout', 'both')),
    enabled boolean not null default true,
    created_at timestamptz not null,
    unique (channel, mch_no)
  )`,
  `create table order_event (
    team_id bigint not null,
    order_no varchar(22) not null,
    event varchar(12) not null check (event in ('paid', 'accepted', 'delivered', 'cancelled', 'refunded')),
    no varchar(32) not null default '',
    content varchar(22) not null,
    amount_fen bigint not null default 0,
    at timestamptz not null,
    received_at timestamptz not null,
    primary key (team_id, order_no, event, no)
  )`,
  // The amount paid from the user's wallet. The rest of paid_fen was paid through the channel.
  'alter table customer_order add column balance_fen bigint not null default 0 check (balance_fen >= 0)',
  'alter table customer_order add column channel varchar(16)',
  'alter table customer_order add column merchant_number_id bigint',
  'alter table customer_order add column channel_trade_no varchar(64)',
  // Null means that the order is older than the ledger.
  'alter table customer_order add column cost_snapshot jsonb',
  'alter table customer_order add column settled_at timestamptz',
  'alter table customer_order add column hold_reason varchar(100)',
];
