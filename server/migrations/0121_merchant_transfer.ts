/**
 * Transfers between our own merchant numbers (DOMAIN §9 decisions 21, 22). A second person approves a transfer. The transfer is then sent
 * once and posted when its outcome is known.
 */
export const statements: readonly string[] = [
  `create table merchant_transfer (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    expire_at timestamptz not null,
    no varchar(22) not null unique,
    from_id bigint not null references merchant_number (id),
    to_id bigint not null references merchant_number (id),
    -- Merchant numbers are the platform's: always null.
    team_id bigint,
    amount_fen bigint not null check (amount_fen > 0),
    reason varchar(200) not null,
    maker_id bigint not null,
    maker_name varchar(32) not null,
    maker_is_owner boolean not null,
    state varchar(10) not null check (state in ('pending', 'processing', 'byHand', 'unknown', 'inTransit', 'done', 'failed',
      'rejected', 'withdrawn', 'expired')),
    checker_id bigint,
    checker_name varchar(32),
    decided_at timestamptz,
    note varchar(200),
    channel varchar(8) check (channel = 'alipay'),
    channel_no varchar(64),
    bill_id bigint,
    out_tx_no varchar(22),
    in_tx_no varchar(22),
    voucher_id bigint,
    sent_at timestamptz,
    query_at timestamptz,
    tries int not null default 0,
    finished_at timestamptz,
    constraint merchant_transfer_two_numbers check (from_id <> to_id),
    constraint merchant_transfer_two_people check (checker_id <> maker_id or state = 'withdrawn'),
    constraint merchant_transfer_bill check (bill_id is not null or state in ('pending', 'rejected', 'withdrawn', 'expired')),
    constraint merchant_transfer_query check ((query_at is not null) = (state in ('processing', 'unknown'))),
    constraint merchant_transfer_sent check ((out_tx_no is not null) = (state in ('inTransit', 'done') or in_tx_no is not null)),
    constraint merchant_transfer_arrived check (in_tx_no is not null or state <> 'done')
  )`,
  'create index merchant_transfer_list on merchant_transfer (created_at desc, id desc)',
  `create index merchant_transfer_pending on merchant_transfer (expire_at) where state = 'pending'`,
  'create index merchant_transfer_query_at on merchant_transfer (query_at) where query_at is not null',
  'create unique index merchant_transfer_bill_once on merchant_transfer (bill_id) where bill_id is not null',
];
