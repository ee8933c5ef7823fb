/**
 * Manual adjustments of the balances of franchisees' shares (DOMAIN §3.6). One person proposes an adjustment. Another person's approval
 * posts it.
 */
export const statements: readonly string[] = [
  `create table franchisee_adjust (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    expire_at timestamptz not null,
    no varchar(22) not null unique,
    franchisee_id bigint not null references franchisee (id),
    -- Franchisees belong to no station: always null.
    team_id bigint,
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
    constraint franchisee_adjust_two_people check (checker_id <> maker_id or state = 'cancelled'),
    constraint franchisee_adjust_posted check ((state = 'approved') = (tx_no is not null))
  )`,
  'create index franchisee_adjust_owner on franchisee_adjust (franchisee_id, created_at desc, id desc)',
  `create index franchisee_adjust_pending on franchisee_adjust (expire_at) where state = 'pending'`,
];
