/** Changes that a second person approves or rejects (4E, DOMAIN §0.3). Decisions are never deleted. */
export const statements: readonly string[] = [
  `create table proposal (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    expire_at timestamptz not null,
    address varchar(80) not null,
    payload jsonb not null,
    rules jsonb not null,
    state_hash varchar(64) not null,
    object_id bigint,
    object_no varchar(64) not null default '',
    before jsonb,
    after jsonb,
    maker_id bigint not null,
    maker_name varchar(32) not null,
    status varchar(16) not null check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
    decided_by bigint,
    decided_name varchar(32),
    decided_at timestamptz,
    note varchar(200) not null default ''
  )`,
  `create index proposal_pending on proposal (created_at desc, id desc) where status = 'pending'`,
  'create index proposal_maker on proposal (maker_id, created_at desc, id desc)',
  'create index proposal_decided on proposal (decided_at desc, id desc)',
];
