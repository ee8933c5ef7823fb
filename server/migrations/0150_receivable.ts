/** Receivables from stations (DOMAIN §9 decision 21): one record for each, in addition to its postings to the account RECEIVABLE. */
export const statements: readonly string[] = [
  `create table receivable (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    no varchar(22) not null unique,
    team_id bigint not null,
    kind varchar(8) not null check (kind in ('fee', 'refund', 'foodLoss')),
    biz_no varchar(64) not null,
    step int not null,
    amount_fen bigint not null check (amount_fen > 0),
    reduced_fen bigint not null default 0 check (reduced_fen >= 0),
    collected_fen bigint not null default 0 check (collected_fen >= 0),
    waived_fen bigint not null default 0 check (waived_fen >= 0),
    left_fen bigint not null generated always as (amount_fen - reduced_fen - collected_fen - waived_fen) stored check (left_fen >= 0),
    changes int not null default 0,
    state varchar(9) not null default 'open' check (state in ('open', 'collected', 'waived', 'reversed')),
    tx_no varchar(22) not null,
    note varchar(200),
    closed_at timestamptz,
    unique (team_id, kind, biz_no, step),
    constraint receivable_closed check ((state <> 'open') = (left_fen = 0))
  )`,
  'create index receivable_team on receivable (team_id, created_at desc, id desc)',
  `create index receivable_open on receivable (team_id, created_at, id) where state = 'open'`,
];
